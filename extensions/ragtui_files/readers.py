"""What the core asks of this package for files that contain mails or pictures.

Module-level functions are what `FileReaders` declares; what reads is imported late.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ragtui_core import UnreadableFile
from ragtui_core.documents import Entry, Extracted, Mail, RecognizedFile
from ragtui_core.files import open_vault_file
from ragtui_files.mail import conversation_export, mbox
from ragtui_files.mail.conversation_export import is_export_content, may_be_export
from ragtui_files.mail.mail_paths import (
    index_of,
    is_apple_mailbox,
    is_mailbox as is_mailbox,
    is_maildir as is_mail_folder,
    is_maildir_file,
    may_be_mailbox,
)

__all__ = ["is_mail_folder", "is_mailbox"]  # with the functions below


def mail_kind(path: str) -> str:
    """The kind of a file of mails whose name has no ending of one, else empty."""
    return "mail" if is_maildir_file(path) or is_apple_mailbox(path) else ""


def possible_kind(path: str) -> str:
    """The kind that a file may have whose name does not tell; empty if none."""
    if may_be_export(path):
        return "conversations"
    return "mail" if may_be_mailbox(path) else ""


def has_mails(root: Path, path: str) -> bool:
    """Whether a file that may be a mailbox or an export of conversations is one."""
    if not may_be_export(path):
        return (root / index_of(path)).is_file()
    try:
        with open_vault_file(root, path) as file:
            return is_export_content(file)
    except (OSError, UnreadableFile):
        return False


def is_mailbox_content(path: str, file: BinaryIO) -> bool:
    """Whether a file begins as a mailbox, or an export, does."""
    if may_be_export(path):
        return is_export_content(file)
    return mbox.is_mailbox_content(file.read(5))


def entries(path: str, file: BinaryIO) -> Iterator[Entry]:
    """The mails, or conversations, of a mailbox in order.

    Raises:
        UnreadableFile: It is neither one nor empty.
    """
    file.seek(0)
    if may_be_export(path):
        if not is_export_content(file):
            raise UnreadableFile("not an export of conversations")
        return conversation_export.conversations(file)
    first = file.read(5)
    if first.strip() and not mbox.is_mailbox_content(first):
        raise UnreadableFile("not a mailbox: it does not begin with a line `From `")
    return mbox.entries(file)


def mail_documents(
    loaders: Any, path: str, number: int, data: bytes, found: Extracted
) -> Mail:
    """The documents of a mail; see `ragtui_files.mail.mail_documents`."""
    from ragtui_files.mail import mail_documents as mails

    return mails.mail_documents(loaders, path, number, data, found)


def attached_files(
    loaders: Any, path: str, found: Extracted
) -> Iterator[tuple[str, bytes]]:
    """The paths and contents of the attachments but mails, of inner mails too."""
    from ragtui_files.mail import mail_documents as mails

    return mails.attached_files(loaders, path, found)


def commented_lines(text: str, language: str, name: str) -> dict[int, str]:
    """`comment` or `string` of lines of code that begin in one, by start."""
    from ragtui_files import code_comments

    return code_comments.commented_lines(text, language, name)


def recognized_file(
    found: Extracted, folder: Path | None, data: bytes
) -> RecognizedFile:
    """The text of a file with what was recognised, from the cache in `folder`."""
    from ragtui_files.pictures import picture_texts

    return picture_texts.recognized_file(found, folder, data)


def recognize(kind: str, found: Extracted, folder: Path, data: bytes) -> Iterator[None]:
    """Recognise the other pictures of a file, one each step."""
    from ragtui_files.pictures.picture_texts import PictureTexts
    from ragtui_files.pictures.recognition import scanned_pages

    return PictureTexts(folder, data).recognize(kind, scanned_pages(found))


def picture_of(kind: str, data: bytes, number: int, boxes: Sequence[Any]) -> bytes:
    """A page or picture of a file as a PNG file, with a frame around each box."""
    from ragtui_files.pictures import picture_texts

    return picture_texts.picture_of(kind, data, number, boxes)


def drawn(picture: Any, boxes: Sequence[Any]) -> Extracted:
    """A picture with frames, within the process that extracts."""
    from ragtui_files.pictures import drawn_picture

    return drawn_picture.drawn(picture, boxes)


def recognized(picture: Any) -> Extracted:
    """The text of a picture, within the process that extracts."""
    from ragtui_files.pictures import recognizer

    return recognizer.recognized(picture)
