"""The protocol of loaders, and which loader reads a file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ragtui_core.documents.file_readers import Mail, readers
from ragtui_core.documents.kind_loaders import (
    MARKDOWN,
    encoding_of,
    endings_of,
    is_extracted,
    loader_of,
)
from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.documents.text_recognition import RECOGNIZED, WAITING, is_installed
from ragtui_core.errors import PluginError, UnreadableFile
from ragtui_core.files.kinds import OWN_ENDINGS
from ragtui_core.plugins import PluginGroup, find_plugin
from ragtui_core.settings.schema import IndexSettings
from ragtui_core.types import Document, LocationKind, PicturedLine

if TYPE_CHECKING:
    from ragtui_core.documents.extraction.extracted import Extracted

T = TypeVar("T")

MAIL = "mail"
"""The kind of mails and mailboxes, whose files may contain many documents."""

CONVERSATIONS = "conversations"
"""The kind of exports of ChatGPT and Claude, which are read as mailboxes are."""

IMAGE = "image"
"""The kind whose files are pictures, which are read if OCR is installed."""


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

    A value, which can be sent to another process. Other loaders than Markdown's are
    imported when a file's name has none of Markdown's endings.

    Attributes:
        kinds: The kinds of files to index: names of loaders.
        extensions: The endings of Markdown files.
        cache: The folder of extracted texts; None caches nothing.
    """

    kinds: tuple[str, ...]
    extensions: tuple[str, ...]
    cache: Path | None = None

    @classmethod
    def of(cls, settings: IndexSettings, cache: Path | None = None) -> "Loaders":
        """The loaders that the settings name."""
        lower = tuple(extension.lower() for extension in settings.extensions)
        kinds = settings.kinds
        if not is_installed():
            kinds = tuple(kind for kind in kinds if kind != IMAGE)
        return cls(kinds, lower, cache)

    def takes(self, path: str, has_mails: Callable[[], bool] = lambda: False) -> bool:
        """Whether a file of this name is of one of the kinds.

        Args:
            path: The file's path within the vault.
            has_mails: Whether a file that may be one of many mails is one.
        """
        kind = self._kind(path.lower())
        return (
            kind in self.kinds if kind else self._may_have_mails(path) and has_mails()
        )

    def are_mails(self, path: str) -> bool:
        """Whether a file that is taken contains mails, or conversations."""
        kind = self._kind(path.lower())
        return kind == MAIL or (not kind and self._may_have_mails(path))

    def _may_have_mails(self, path: str) -> bool:
        """Whether a file without a kind's ending may be one of many mails."""
        return readers().possible_kind(path) in self.kinds

    def is_mail(self, name: str) -> bool:
        """Whether an attachment of this name is a mail or a mailbox."""
        return self._kind(name.lower()) == MAIL

    def has_parts(self, path: str) -> bool:
        """Whether a path is that of a mail in a mailbox, or of an attachment."""
        file, separator, _ = path.partition(PART_SEPARATOR)
        return bool(separator) and self.are_mails(file)

    def extracts(self, path: str) -> bool:
        """Whether the text of a file of this name is extracted, which takes longer."""
        if PART_SEPARATOR not in path and path.lower().endswith(self.extensions):
            return False  # As below, but at once: a note may link to thousands.
        is_part = self.are_mails(path) or self.has_parts(path)
        return is_part or is_extracted(self._kind(path.lower()))

    def is_picture(self, path: str) -> bool:
        """Whether a file of this name is a picture."""
        return self._kind(path.lower()) == IMAGE

    def is_markdown(self, path: str) -> bool:
        """Whether a file of this name is read as Markdown."""
        return self._kind(path.lower()) in {MARKDOWN, ""}

    def load(self, path: str, data: bytes) -> Document:
        """Load a file by its kind's loader; as Markdown if it is of none.

        Raises:
            UnreadableFile: It cannot be read.
        """
        kind = self._kind(path.lower()) or MARKDOWN
        try:
            plugin = find_plugin(PluginGroup.LOADERS, kind)
            if is_extracted(kind):
                return self._extracted(path, kind, data)
            loader = loader_of(kind)
            with plugin.guarded(f"failed with {path}"):
                found: object = loader.load(path, data)
            if not isinstance(found, Document):
                name = type(found).__name__
                raise plugin.problem(f"returned a {name} instead of a Document")
        except PluginError as error:
            raise UnreadableFile(str(error)) from error
        return found

    def text(self, path: str, data: bytes) -> str:
        """The text of the document that `load` gives.

        Raises:
            UnreadableFile: It cannot be read.
        """
        if self.is_markdown(path):
            from ragtui_core.documents.decoding import decode

            return decode(data).text
        return self.load(path, data).text

    def notes_first(
        self, items: Iterable[T], path_of: Callable[[T], str]
    ) -> tuple[list[T], list[T]]:
        """Items that are read as text, and items whose text is extracted."""
        parts: tuple[list[T], list[T]] = ([], [])
        for item in items:
            parts[self.extracts(path_of(item))].append(item)
        return parts

    def problems(self) -> Iterator[str]:
        """Why kinds of the settings cannot be indexed, one sentence each."""
        for kind in self.kinds:
            if kind in {MARKDOWN, *OWN_ENDINGS}:
                continue
            try:
                loader_of(kind)
            except PluginError as error:
                yield f"setting `index.kinds`: {error}"

    def is_current(self, encoding: str) -> bool:
        """Whether the present extractors make texts of this encoding."""
        kind = encoding.partition("/")[0]
        own = encoding.removesuffix(RECOGNIZED).removesuffix(WAITING)
        return kind in self.kinds and is_extracted(kind) and own == encoding_of(kind)

    def _kind(self, name: str) -> str:
        """The kind of a file by its name in lower case; empty if there is none."""
        if name.endswith(self.extensions):
            return MARKDOWN
        if PART_SEPARATOR not in name and readers().mail_kind(name) in self.kinds:
            return MAIL
        # A package that reads an ending of ours was installed for that.
        others = sorted(
            (kind for kind in self.kinds if kind != MARKDOWN),
            key=OWN_ENDINGS.__contains__,
        )
        return next((kind for kind in others if name.endswith(endings_of(kind))), "")

    def _extracted(self, path: str, kind: str, data: bytes) -> Document:
        """The document of an extracted text, from the cache if it is there."""
        from ragtui_core.documents.dating import document_date
        from ragtui_core.documents.extraction.extracted import CREATED, SHIFTS
        from ragtui_core.documents.parser import markdown_document, name_of_file

        if kind == MAIL:
            return self.mail(path, data).parts[0].document
        encoding = encoding_of(kind)
        found = self._extracted_text(kind, encoding, data)
        recognition = readers().recognized_file(found, self.cache, data)
        found = recognition.found
        has_pictures = bool(recognition.suffix)
        document = markdown_document(path, found.text, may_be_empty=has_pictures)
        fields = document.fields
        are_sheets = [it.location.kind for it in found.anchors[:1]] == [
            LocationKind.SHEET
        ]
        title = name_of_file(path) if are_sheets else fields.title
        created = fields.created or document_date("", found.title)
        return replace(
            document,
            encoding=encoding + recognition.suffix,
            fields=replace(
                fields,
                title=found.title or title,
                created=created or str(found.details.get(CREATED, "")),
            ),
            problems=found.problems,
            anchors=found.anchors,
            shifts=tuple(map(tuple, found.details.get(SHIFTS, ()))),
            pictured=recognition.lines,
            waits=recognition.waits,
        )

    def recognize(self, path: str, data: bytes) -> Iterator[None]:
        """Recognise the pictures of a file or mail, one each step, and cache the texts.

        Those that were recognised before take no time: a run can end after any.

        Raises:
            UnreadableFile: The file cannot be read.
        """
        kind = self._kind(path.lower())
        if self.are_mails(path) or self.has_parts(path):
            for name, content in self.attachments(path, data):
                yield from self.recognize(name.rpartition(PART_SEPARATOR)[2], content)
        elif self.cache and is_extracted(kind):
            found = self._extracted_text(kind, encoding_of(kind), data)
            yield from readers().recognize(kind, found, self.cache, data)

    def picture(
        self, path: str, data: bytes, number: int, lines: Sequence[PicturedLine] = ()
    ) -> bytes:
        """A page or picture of a file as a PNG file, with a frame around some lines.

        Raises:
            UnreadableFile: The file has no pictures, or this one cannot be drawn.
        """
        kind = self._kind(path.lower())
        if kind not in {IMAGE, "pdf"}:
            raise UnreadableFile(f"{path} has no pictures of pages")
        boxes = [line.box for line in lines if line.page == number]
        return readers().picture_of(kind, data, number, boxes)

    def attachments(self, path: str, data: bytes) -> Iterator[tuple[str, bytes]]:
        """The paths and contents of a mail's attachments, those of inner mails too.

        Raises:
            UnreadableFile: The mail cannot be read.
        """
        return readers().attached_files(self, path, self.extracted_mail(path, data))

    def mail(self, path: str, data: bytes, number: int = 1) -> Mail:
        """A mail and its attachments, as documents; the text comes from the cache.

        Args:
            path: The mail's, `inbox.mbox » 8f2@host` if it is in a mailbox.
            data: Its bytes.
            number: Which mail of its file it is, from 1.

        Raises:
            UnreadableFile: It cannot be read.
        """
        found = self.extracted_mail(path, data)
        return readers().mail_documents(self, path, number, data, found)

    def extracted_mail(self, path: str, data: bytes) -> "Extracted":
        """What is extracted from a mail, from the cache if it is there.

        Raises:
            UnreadableFile: It cannot be read.
        """
        return self._extracted_text(_mail_kind(path), self.mail_encoding(path), data)

    def mails(
        self, mails: Sequence[tuple[str, bytes, int]]
    ) -> list[Mail | UnreadableFile]:
        """Many mails: path, bytes and number of each. Their texts are not cached.

        They are extracted together, which takes less time, and can be again: either
        those of one export of conversations, or of other files.
        """
        from ragtui_core.documents.extraction.cache import ExtractionCache

        encoding = self.mail_encoding(mails[0][0])
        cached = ExtractionCache(self.cache) if self.cache else None
        contents = [data for _, data, _ in mails]
        results: list[Mail | UnreadableFile] = []
        kind = _mail_kind(mails[0][0])
        extracted = _extraction_process().extract_many(kind, contents)
        for (path, data, number), mail in zip(mails, extracted, strict=True):
            if isinstance(mail, UnreadableFile):
                if cached:
                    cached.put(data, encoding, str(mail))
                results.append(mail)
                continue
            try:
                documents = readers().mail_documents(self, path, number, data, mail)
                results.append(documents)
            except UnreadableFile as error:
                results.append(error)
        return results

    def mail_encoding(self, path: str) -> str:
        """The encoding of a mail: its kind and the extractor's version."""
        return encoding_of(_mail_kind(path))

    def _extracted_text(self, kind: str, encoding: str, data: bytes) -> "Extracted":
        from ragtui_core.documents.extraction.cache import ExtractionCache

        if not data.strip():
            raise UnreadableFile("empty file")
        cached = ExtractionCache(self.cache) if self.cache else None
        found = cached.get(data, encoding) if cached else None
        if found is None:
            try:
                found = _extraction_process().extract(kind, data)
            except UnreadableFile as error:
                if cached:
                    cached.put(data, encoding, str(error))
                raise
            if cached:
                cached.put(data, encoding, found)
        return found


DEFAULT_LOADERS = Loaders.of(IndexSettings())
"""The loaders of the default settings."""


def _mail_kind(path: str) -> str:
    """The kind of a mail, an attached one, or a conversation."""
    file, _, rest = path.partition(PART_SEPARATOR)
    is_export = readers().possible_kind(file) == CONVERSATIONS
    return CONVERSATIONS if is_export and PART_SEPARATOR not in rest else MAIL


@cache
def _extraction_process() -> Any:
    """The process that extracts for this one, started at the first file."""
    from ragtui_core.documents.extraction.process import ExtractionProcess

    return ExtractionProcess()
