"""The protocol of loaders, and which loader reads a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from ragtui_core.errors import PluginError, UnreadableFile
from ragtui_core.plugins import Plugin, PluginGroup, find_plugin
from ragtui_core.settings.schema import IndexSettings
from ragtui_core.types import Document

MARKDOWN = "markdown"
"""The kind whose endings the setting `index.extensions` has."""


class Loader(Protocol):
    """Reads files of one kind.

    Loading is deterministic: the same path and bytes give an equal document, in any
    process. Quotations are verified against its text.
    """

    @property
    def endings(self) -> Sequence[str]:
        """Endings of the names of its files, such as `.org`, in lower case."""

    def load(self, path: str, data: bytes) -> Document:
        """A file as a document.

        Args:
            path: The file's path within the vault.
            data: Its content.

        Raises:
            UnreadableFile: It cannot be read; the message is shown in the status.
        """


@dataclass(frozen=True, slots=True)
class Loaders:
    """Chooses the loader of a file by the ending of its name.

    A value, which can be sent to another process. Loaders of other packages are
    imported when a file's name has none of Markdown's endings.

    Attributes:
        kinds: The kinds of files to index: names of loaders.
        extensions: The endings of Markdown files.
    """

    kinds: tuple[str, ...]
    extensions: tuple[str, ...]

    @classmethod
    def of(cls, settings: IndexSettings) -> "Loaders":
        """The loaders that the settings name."""
        lower = tuple(extension.lower() for extension in settings.extensions)
        return cls(settings.kinds, lower)

    def takes(self, path: str) -> bool:
        """Whether a file of this name is of one of the kinds."""
        return self._kind(path.lower()) in self.kinds

    def load(self, path: str, data: bytes) -> Document:
        """Load a file by its kind's loader; as Markdown if it is of none.

        Raises:
            UnreadableFile: It cannot be read.
        """
        kind = self._kind(path.lower()) or MARKDOWN
        plugin = find_plugin(PluginGroup.LOADERS, kind)
        try:
            with plugin.guarded(f"failed with {path}"):
                found: object = _loader(kind).load(path, data)
            if not isinstance(found, Document):
                name = type(found).__name__
                raise plugin.problem(f"gave a {name} instead of a Document")
        except PluginError as error:
            raise UnreadableFile(str(error)) from error
        return found

    def text(self, path: str, data: bytes) -> str:
        """The text of the document that `load` gives.

        Raises:
            The same as `load`.
        """
        if self._kind(path.lower()) in {MARKDOWN, ""}:
            from ragtui_core.documents.decoding import decode

            return decode(data).text
        return self.load(path, data).text

    def problems(self) -> Iterator[str]:
        """Why kinds of the settings cannot be indexed, one sentence each."""
        for kind in self.kinds:
            try:
                _loader(kind)
            except PluginError as error:
                yield str(error)

    def _kind(self, name: str) -> str:
        """The kind of a file by its name in lower case; empty if there is none."""
        if name.endswith(self.extensions):
            return MARKDOWN
        others = (kind for kind in self.kinds if kind != MARKDOWN)
        return next((kind for kind in others if name.endswith(_endings(kind))), "")


DEFAULT_LOADERS = Loaders.of(IndexSettings())
"""Those of the default settings."""


@cache
def _endings(kind: str) -> tuple[str, ...]:
    """The endings of a kind's files; none if its loader cannot be used."""
    try:
        return tuple(_loader(kind).endings)
    except PluginError:
        return ()


@cache
def _loader(kind: str) -> Loader:
    """The loader of a kind.

    Raises:
        PluginError: There is none, or it cannot be used.
    """
    plugin = find_plugin(PluginGroup.LOADERS, kind)
    factory = plugin.load()
    with plugin.guarded("cannot be used"):
        loader = factory()
        _check(loader, plugin)
    made: Loader = loader
    return made


def _check(loader: Any, plugin: Plugin) -> None:
    """Raise if the object of another package is not a loader."""
    endings = loader.endings
    is_list = isinstance(endings, Sequence) and not isinstance(endings, str)
    if not (
        is_list and endings and all(each and isinstance(each, str) for each in endings)
    ):
        raise plugin.problem("has no list of endings of file names")
    if not callable(loader.load):
        raise plugin.problem("has no method `load`")
