"""What a package offers that reads mails, mailboxes and pictures of text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol, cast

from ragtui_core.documents.text_recognition import WAITING
from ragtui_core.errors import PluginError
from ragtui_core.plugins import Plugin, PluginGroup, find_plugin, plugin_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from ragtui_core.documents.extraction.extracted import Extracted
    from ragtui_core.types import Document, PicturedLine, Skipped


@dataclass(frozen=True, slots=True)
class MailPart:
    """A document of a mail, and the hash of the bytes that it was made of."""

    document: Document
    hash: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail, which is the first of `parts`, and its attachments.

    `key` is equal for copies of one mail and empty without a Message-ID. `skipped` are
    attachments of known kinds that cannot be read.
    """

    key: str
    parts: tuple[MailPart, ...]
    skipped: tuple[Skipped, ...] = ()


class Entry(NamedTuple):
    """A mail in a mailbox, in bytes."""

    start: int
    length: int
    hash: bytes
    """blake2b-128 of its bytes, with the line that begins it."""
    message_id: str
    """The Message-ID of the header; empty if there is none."""
    is_deleted: bool
    """Whether Thunderbird has deleted it and not compacted the file yet."""


class RecognizedFile(NamedTuple):
    """A file's text, with that of its pictures unless some of them wait.

    `suffix` belongs to the encoding of its document; it is empty without pictures.
    """

    found: Extracted
    lines: tuple[PicturedLine, ...] = ()
    suffix: str = ""

    @property
    def waits(self) -> bool:
        """Whether pictures are not recognised yet."""
        return self.suffix == WAITING


class FileReaders(Protocol):
    """Reads what contains several documents, and what pictures show.

    Loaders and extractors of single kinds are entry points of their own.
    """

    def mail_kind(self, path: str) -> str:
        """The kind of a file of mails whose name has no ending of one, else empty."""

    def possible_kind(self, path: str) -> str:
        """The kind that a file may have whose name does not tell; empty if none."""

    def is_mailbox(self, path: str) -> bool:
        """Whether a file of mails, by its name, contains any number of them."""

    def is_mail_folder(self, names: Iterable[str]) -> bool:
        """Whether a folder with entries of these names is one of mails (Maildir)."""

    def has_mails(self, root: Path, path: str) -> bool:
        """Whether a file of a vault with a `possible_kind` has it."""

    def is_mailbox_content(self, path: str, file: BinaryIO) -> bool:
        """Whether a file begins as a mailbox does."""

    def entries(self, path: str, file: BinaryIO) -> Iterator[Entry]:
        """The mails, or conversations, of a mailbox in order.

        Raises:
            UnreadableFile: It is neither one nor empty.
        """

    def mail_documents(
        self, loaders: Any, path: str, number: int, data: bytes, found: Extracted
    ) -> Mail:
        """The documents of a mail.

        Args:
            loaders: The `Loaders`, for its attachments.
            path: The mail's.
            number: Which mail of its file it is, from 1.
            data: Its bytes.
            found: What was extracted from them.

        Raises:
            UnreadableFile: It has too many lines.
        """

    def attached_files(
        self, loaders: Any, path: str, found: Extracted
    ) -> Iterator[tuple[str, bytes]]:
        """The paths and contents of the attachments but mails, of inner mails too."""

    def commented_lines(self, text: str, language: str, name: str) -> dict[int, str]:
        """`comment` or `string` of lines of code that begin in one, by start.

        The name of a file tells its language if `language` is empty.
        """

    def recognized_file(
        self, found: Extracted, folder: Path | None, data: bytes
    ) -> RecognizedFile:
        """The text of a file with what was recognised, from the cache in `folder`."""

    def recognize(
        self, kind: str, found: Extracted, folder: Path, data: bytes
    ) -> Iterator[None]:
        """Recognise the other pictures of a file, one each step."""

    def picture_of(
        self, kind: str, data: bytes, number: int, boxes: Sequence[Any]
    ) -> bytes:
        """A page or picture of a file as a PNG file, with a frame around each box."""

    def drawn(self, picture: Any, boxes: Sequence[Any]) -> Extracted:
        """A picture with frames, within the process that extracts."""

    def recognized(self, picture: Any) -> Extracted:
        """The text of a picture, within the process that extracts."""


class _NoReaders:
    """Without such a package no file contains mails, and no picture is read."""

    def mail_kind(self, path: str) -> str:
        return ""

    possible_kind = mail_kind

    def is_mailbox(self, path: str) -> bool:
        return False

    def is_mail_folder(self, names: Iterable[str]) -> bool:
        return False

    def commented_lines(self, text: str, language: str, name: str) -> dict[int, str]:
        return {}

    def recognized_file(
        self, found: Extracted, folder: Path | None, data: bytes
    ) -> RecognizedFile:
        return RecognizedFile(found)


def readers() -> FileReaders:
    """Those of the first package whose readers can be used."""
    return _found()[0]


def readers_problems() -> tuple[str, ...]:
    """Why the readers of packages are not used, one sentence each."""
    return _found()[1]


@cache
def _found() -> tuple[FileReaders, tuple[str, ...]]:
    used, problems = list[Plugin](), list[str]()
    methods = {name for name in vars(FileReaders) if not name.startswith("_")}
    found = cast("FileReaders", _NoReaders())
    for name in plugin_names(PluginGroup.READERS):
        plugin = find_plugin(PluginGroup.READERS, name)
        try:
            loaded = plugin.load()
            if missing := sorted(methods - set(dir(loaded))):
                raise plugin.problem(
                    f"is for another version of ragtui: it has no `{missing[0]}`"
                )
            if used:
                raise plugin.problem(f"is not used: {used[0]} is")
        except PluginError as error:
            problems.append(str(error))
            continue
        found = loaded
        used.append(plugin)
    return found, tuple(problems)
