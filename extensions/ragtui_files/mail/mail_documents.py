"""An extracted mail -> documents: the mail, and its attachments by their own kinds."""

from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from ragtui_core import (
    Anchor,
    Document,
    Fields,
    Location,
    LocationKind,
    Skipped,
    Span,
    UnreadableFile,
)
from ragtui_core.documents import (
    Extracted,
    Mail,
    MailPart,
    markdown_document,
    part_path,
)
from ragtui_core.files import content_hash
from ragtui_core.text import clip
from ragtui_files.mail.categories import category_of
from ragtui_files.mail.extractor import NO_SUBJECT
from ragtui_files.mail.headers import name_of, shown_date
from ragtui_files.mail.mail_paths import MAILBOX_ENDINGS, folder_names

MAX_NESTING = 3
"""Mails in mails whose text is read; deeper ones are only named."""

MAX_PARTS = 200
"""Documents of a mail, with the attachments of the mails in it."""

_SYSTEM_LABELS = frozenset(
    {
        *("inbox", "unread", "opened", "important", "starred", "sent", "archived"),
        *("seen", "nonjunk", "$notjunk", "notjunk", "$forwarded", "chat", "trash"),
        *("category personal", "category updates", "category promotions"),
        *("category social", "category forums", "spam", "junk", "$junk"),
    }
)
"""Labels of programs; the others are the owner's, and become tags."""


class AttachmentLoaders(Protocol):
    """Extracts mails, and loads attachments by their kinds."""

    def mail_encoding(self, path: str) -> str:
        """The encoding of a mail: its kind and the extractor's version."""

    def is_mail(self, name: str) -> bool:
        """Whether an attachment of this name is a mail or a mailbox."""

    def takes(self, path: str) -> bool:
        """Whether a file of this name is of one of the kinds."""

    def is_picture(self, path: str) -> bool:
        """Whether a file of this name is a picture."""

    def load(self, path: str, data: bytes) -> Document:
        """An attachment as a document; raises UnreadableFile."""

    def extracted_mail(self, path: str, data: bytes) -> Extracted:
        """What is extracted from a mail; raises UnreadableFile."""


def mail_documents(
    loaders: AttachmentLoaders, path: str, number: int, data: bytes, found: Extracted
) -> Mail:
    """The documents of a mail.

    Args:
        loaders: Those for the kinds of attachments.
        path: The mail's.
        number: Which mail of its file it is, from 1.
        data: Its bytes.
        found: What was extracted from them.

    Raises:
        UnreadableFile: It has too many lines.
    """
    document = _mail_document(loaders, path, number, found)
    parts = [MailPart(document, content_hash(data))]
    skipped: list[Skipped] = []
    for part in _attached(loaders, document, found, 1):
        if isinstance(part, Skipped):
            skipped.append(part)
        elif len(parts) < MAX_PARTS:
            parts.append(part)
    return Mail(_key(found, parts), tuple(parts), tuple(skipped))


def _mail_document(
    loaders: AttachmentLoaders, path: str, number: int, found: Extracted
) -> Document:
    details = found.details
    labels = [str(label) for label in details["labels"]]
    category = category_of(folder_names(path), labels, details["signals"])
    references, own = details["references"], str(details["id"])
    document = markdown_document(path, found.text)
    date = str(details["date"])
    return replace(
        document,
        encoding=loaders.mail_encoding(path),
        fields=Fields(
            title=clip(found.title) or NO_SUBJECT,
            category=category,
            tags=tuple(label for label in labels if _is_own(label)),
            created=str(details.get("created", date)),
            updated=date,
        ),
        metadata={
            "from": details["from"],
            "to": list(details["to"]),
            "cc": list(details["cc"]),
            "message_id": own,
            "thread": references[0] if references else own,
            "in_reply_to": references[-1] if references else "",
            "attachments": [name for name, _, _ in details["attachments"]],
        },
        problems=found.problems,
        anchors=(Anchor(0, _location(details, number)),),
        quoted=tuple(Span(start, end) for start, end in details["quoted"]),
    )


def _is_own(label: str) -> bool:
    return label.lower().replace("_", " ") not in _SYSTEM_LABELS


def _location(details: Mapping[str, Any], number: int) -> Location:
    """`Ann Lee, 3 Mar 2026, "Re: pump"`."""
    name, date = name_of(str(details["from"])), shown_date(str(details["date"]))
    subject = clip(str(details["subject"]) or NO_SUBJECT)
    words = ", ".join(filter(None, (name, date, f'"{subject}"')))
    return Location(LocationKind.MESSAGE, words, number)


def _attached(
    loaders: AttachmentLoaders, mail: Document, found: Extracted, depth: int
) -> Iterator[MailPart | Skipped]:
    """The attachments, and those of mails among them."""
    for name, media_type, content in found.details["attachments"]:
        path = part_path(mail.path, name)
        is_mail = media_type == "message/rfc822" or loaders.is_mail(name)
        is_picture = loaders.is_picture(name) and not content
        if is_picture or not (is_mail or loaders.takes(name)):
            yield Skipped(path, "an attachment of a kind that is not read")
            continue
        if is_mail and name.lower().endswith(MAILBOX_ENDINGS):
            yield Skipped(path, "a mailbox as an attachment is not read")
            continue
        if not content:
            yield Skipped(path, "the attachment is empty or too large")
            continue
        data = b64decode(content)
        try:
            if is_mail:
                yield from _attached_mail(loaders, mail, path, data, depth)
            else:
                document = loaders.load(path, data)
                yield MailPart(_as_attachment(document, mail), content_hash(data))
        except UnreadableFile as error:
            yield Skipped(path, str(error))


def attached_files(
    loaders: AttachmentLoaders, path: str, found: Extracted, depth: int = 1
) -> Iterator[tuple[str, bytes]]:
    """The paths and contents of the attachments but mails, of inner mails too.

    Raises:
        UnreadableFile: An inner mail cannot be read.
    """
    for name, media_type, content in found.details["attachments"]:
        data, part = b64decode(content), part_path(path, name)
        if media_type != "message/rfc822" and not loaders.is_mail(name):
            yield part, data
        elif data and depth <= MAX_NESTING:
            inner = loaders.extracted_mail(part, data)
            yield from attached_files(loaders, part, inner, depth + 1)


def _attached_mail(
    loaders: AttachmentLoaders, mail: Document, path: str, data: bytes, depth: int
) -> Iterator[MailPart | Skipped]:
    if depth > MAX_NESTING:
        yield Skipped(path, f"a mail within more than {MAX_NESTING} others")
        return
    found = loaders.extracted_mail(path, data)
    document = _of_outer(_mail_document(loaders, path, 1, found), mail)
    yield MailPart(document, content_hash(data))
    yield from _attached(loaders, document, found, depth + 1)


def _of_outer(document: Document, mail: Document) -> Document:
    """An attached mail: its own, but found or hidden like the mail that it is in."""
    own, outer = document.fields, mail.fields
    fields = replace(
        own,
        category=outer.category,
        created=own.created or outer.created,
        updated=own.updated or outer.updated,
    )
    return replace(document, fields=fields)


def _as_attachment(document: Document, mail: Document) -> Document:
    """The document with the date, category, sender and thread of its mail."""
    fields = replace(
        document.fields,
        category=mail.fields.category,
        created=mail.fields.created,
        updated=mail.fields.updated,
    )
    return replace(
        document, fields=fields, metadata={**mail.metadata, "attachments": []}
    )


def _key(found: Extracted, parts: list[MailPart]) -> str:
    """Identifies the mail by its Message-ID and what people read in it."""
    own = str(found.details["id"])
    if not own:
        return ""
    texts = (own, found.text, *(part.hash.hex() for part in parts[1:]))
    return content_hash("\0".join(texts).encode("utf-8", "surrogatepass")).hex()
