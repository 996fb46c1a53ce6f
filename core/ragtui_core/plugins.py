"""Loaders, providers, commands and others by name: ours, and those of packages.

Each is an entry point: a name in a group, and where it is defined (docs/extending.md).
Those of the core are declared here, since reading the metadata of all packages takes 20
to 80 ms: only when another name is used, or when all names are listed. What is in
`extensions` is found in the same way as what others install.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, reduce
from importlib import import_module
from typing import Any, NamedTuple

from ragtui_core.errors import PluginError, RagtuiError
from ragtui_core.text.single_line import clip, one_line


class PluginGroup(StrEnum):
    """The groups of entry points."""

    LOADERS = "ragtui.loaders"
    PROVIDERS = "ragtui.providers"
    EMBEDDERS = "ragtui.embedders"
    RERANKERS = "ragtui.rerankers"
    COMMANDS = "ragtui.commands"
    STORES = "ragtui.stores"
    READERS = "ragtui.readers"
    STATISTICS = "ragtui.statistics"

    @property
    def member(self) -> str:
        """The noun for one of the group: such as loader."""
        return self.value.removeprefix("ragtui.").removesuffix("s")


OWN: dict[PluginGroup, dict[str, str]] = {
    PluginGroup.LOADERS: {
        "markdown": "ragtui_core.documents.parser:MarkdownLoader",
        "text": "ragtui_core.documents.extraction.plain_text:TextExtractor",
    },
    PluginGroup.PROVIDERS: {
        "extractive": (
            "ragtui_core.answer.providers.extractive.provider:ExtractiveProvider"
        ),
    },
    PluginGroup.EMBEDDERS: {
        "bundled": "ragtui_core.embedding.onnx_embedder:open_embedder",
        "sentence-transformers": (
            "ragtui_core.embedding.transformers_embedder:SentenceTransformersEmbedder"
        ),
    },
    PluginGroup.RERANKERS: {},
    PluginGroup.COMMANDS: {},
    PluginGroup.STORES: {},
    PluginGroup.READERS: {},
    PluginGroup.STATISTICS: {},
}
"""Our own entry points, but those of `extensions`."""


class Command(NamedTuple):
    """What an entry point of a command names; its `module` is imported to run it.

    The module has `add`, which adds arguments to a parser, and `run`, which is called
    with the parsed ones and returns the exit code.
    """

    summary: str
    examples: tuple[str, ...]
    """Command lines without the program's name."""
    module: str


@dataclass(frozen=True, slots=True)
class Plugin:
    """An entry point: `target` is `module:attribute`.

    `package` is the name and version of the package that declares it; empty for ours.
    """

    group: PluginGroup
    name: str
    target: str
    package: str = ""

    def __str__(self) -> str:
        """`the loader 'org' of acme-org 1.2`, for messages."""
        return f"the {self.group.member} {self.name!r} of {self.package or 'ragtui'}"

    def load(self) -> Any:
        """Import what the entry point names.

        Raises:
            PluginError: It cannot be imported.
        """
        module, _, attribute = self.target.partition(":")
        try:
            found: Any = import_module(module)
            return reduce(getattr, filter(None, attribute.split(".")), found)
        except RagtuiError:
            raise
        except (Exception, SystemExit) as error:
            raise self._failure("cannot be loaded", error) from error

    @contextmanager
    def guarded(self, what: str = "failed") -> Iterator[None]:
        """Turn whatever code of another package raises into a sentence that names it.

        Errors of ragtui pass, and so does everything that our own code raises.

        Raises:
            PluginError: The code raised something else.
        """
        try:
            yield
        except RagtuiError:
            raise
        except (Exception, SystemExit) as error:
            if not self.package:
                raise
            raise self._failure(what, error) from error

    def _failure(self, what: str, error: BaseException) -> PluginError:
        return self.problem(f"{what}: {type(error).__name__}: {error}")

    def problem(self, sentence: str) -> PluginError:
        """An error about this plug-in."""
        return PluginError(clip(one_line(f"{self} {sentence}")))


def find_plugin(group: PluginGroup, name: str) -> Plugin:
    """The plug-in of that name, which is ours if one of ours has it.

    Raises:
        PluginError: No installed package has one.
    """
    if target := OWN[group].get(name):
        return Plugin(group, name, target)
    for plugin in _declared(group):
        if plugin.name == name:
            return plugin
    names = ", ".join(plugin_names(group))
    raise PluginError(f"no {group.member} {name!r} is installed; there are: {names}")


def plugin_names(group: PluginGroup) -> tuple[str, ...]:
    """All names in a group, ours first; reads the metadata of installed packages."""
    others = sorted(plugin.name for plugin in _declared(group))
    return tuple(dict.fromkeys((*OWN[group], *others)))


def unused_plugins(group: PluginGroup) -> Iterator[str]:
    """A sentence for each plug-in whose name another one has."""
    for plugin in _declared(group):
        used = find_plugin(group, plugin.name)
        if plugin != used:
            yield str(plugin.problem(f"is not used: {used} is"))


@cache
def _declared(group: PluginGroup) -> tuple[Plugin, ...]:
    """The plug-ins of extensions and other packages, by package.

    Of equal names, the first counts; that of an extension of ours has no package.
    """
    # Imported here: 30 ms, and few processes need it.
    from importlib.metadata import entry_points

    found = list[Plugin]()
    for entry in entry_points(group=group.value):
        if entry.dist and entry.dist.name != "ragtui":
            package = f"{entry.dist.name} {entry.dist.version}"
            found.append(Plugin(group, entry.name, entry.value, package))
        elif entry.name not in OWN[group]:
            found.append(Plugin(group, entry.name, entry.value))
    return tuple(sorted(found, key=lambda plugin: plugin.package))
