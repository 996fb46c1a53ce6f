"""The parts of a mail: its text, and its attachments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from html import unescape

from ragtui_core.text import sanitize
from ragtui_files.mail.headers import decoded, words_of

MAX_DEPTH = 50
"""Parts within parts; what is nested more deeply is left out."""

MAX_ATTACHMENTS = 200
"""Attachments of a mail; more are left out."""

_HTML = "text/html"
_SHOWS = re.compile(
    r"<(?:del|s|strike|th)\b[^<>]*>(?:\s*<[^<>/][^<>]*>){0,9}\s*[^<\s]|<[^<>]*line-through",
    re.IGNORECASE,
)
"""Words of a page that are struck through, or a head of a table."""
_TAGS = re.compile(r"<(style|script|head)\b.*?</\1\s*>|<[^>]*>", re.I | re.DOTALL)
_ADDRESS = re.compile(r"https?://\S+|<[^>\s]*>")
_WORD = re.compile(r"\w+")
_FEW = 4
"""Words of a text that has none of its own."""
_TEXTS = frozenset({"text/plain", _HTML})
_DATA = frozenset(
    f"text/{kind}" for kind in ("css", "csv", "directory", "vcard", "x-vcard", "xml")
)
"""Texts for programs, which are attachments, named or not: cards, tables."""
_CALENDAR = frozenset({"text/calendar", "application/ics"})
_OPAQUE = {
    "application/pkcs7-mime": "is encrypted",
    "application/x-pkcs7-mime": "is encrypted",
    "multipart/encrypted": "is encrypted",
    "application/ms-tnef": "may be in winmail.dat, which is not read",
    "application/vnd.ms-tnef": "may be in winmail.dat, which is not read",
}
"""Parts that may have the whole text, and are not read."""
_SOFT_LINE_END = re.compile(r"(?<!^--) \r?\n(?=[^>\s])", re.MULTILINE)
_RESERVED = re.compile(r"[\x00-\x1f/\\\x7f]")


@dataclass(frozen=True, slots=True)
class TextPart:
    """Plain text, or HTML."""

    text: str
    is_html: bool = False


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a mail.

    `content` is empty if it cannot be decoded, and of pictures that its page shows.
    """

    name: str
    media_type: str
    content: bytes


@dataclass(slots=True)
class Body:
    """The text of a mail in order, and its attachments."""

    texts: list[TextPart] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    calendars: list[str] = field(default_factory=list)
    """Invitations, which belong to the text."""
    problems: list[str] = field(default_factory=list)


def read_body(message: Message) -> Body:
    """The text and the attachments of a mail."""
    body = Body()
    body.texts = list(_texts(message, body, 0))
    return body


def _texts(part: Message, body: Body, depth: int) -> Iterator[TextPart]:
    if depth > MAX_DEPTH:
        note = f"parts nested more than {MAX_DEPTH} deep were left out"
        if note not in body.problems:
            body.problems.append(note)
        return
    kind = part.get_content_type()
    _note_opaque(part, kind, body)
    if kind == "message/rfc822" or (depth and _is_attachment(part, kind)):
        _attach(part, kind, body)
    elif kind == "multipart/alternative":
        yield from _best([list(_texts(p, body, depth + 1)) for p in _children(part)])
    elif part.is_multipart():
        for child in _children(part):
            yield from _texts(child, body, depth + 1)
    elif _is_attachment(part, kind) and not kind.startswith("text/"):
        _attach(part, kind, body)
    else:
        text = _text(part)
        if kind in _CALENDAR:
            body.calendars.append(text)
        elif text.strip():
            yield TextPart(text, kind == _HTML)


def _note_opaque(part: Message, kind: str, body: Body) -> None:
    """Name a part that may have the whole text and is not read."""
    if kind in _OPAQUE:
        is_signed = "signed" in str(part.get("content-type")).lower()
        what = "is within a signature, which is not read"
        body.problems.append(f"its text {what if is_signed else _OPAQUE[kind]}")


def _text(part: Message) -> str:
    text = decoded(_payload(part), _charset(part))
    if str(part.get_param("delsp", "")).lower() == "yes":  # RFC 3676
        text = _SOFT_LINE_END.sub("", text)
    return text


def _best(alternatives: list[list[TextPart]]) -> list[TextPart]:
    """The plain one, which quotes as people do, else the last, which is the richest.

    Plain text cannot say that words are struck through, nor under which head a value
    is: if the last one does, it is it, as it is beside plain text of other words.
    """
    present = [parts for parts in alternatives if parts]
    pages = [part.text for part in present[-1] if part.is_html] if present else []
    texts = [part.text for parts in present for part in parts if not part.is_html]
    if any(map(_SHOWS.search, pages)) or (pages and _is_stub(texts, pages)):
        return present[-1]
    plain = [parts for parts in present if not any(part.is_html for part in parts)]
    return (plain or present or [[]])[0 if plain else -1]


def _is_stub(texts: list[str], pages: list[str]) -> bool:
    """Whether plain text has less than a fifth of the words of the page, or others.

    Others are those of which the page has less than a third of its own, unless it is
    much shorter.
    """
    words = _WORD.findall(_ADDRESS.sub(" ", " ".join(texts)).casefold())
    shown = _WORD.findall(unescape(_TAGS.sub(" ", " ".join(pages))).casefold())
    if len(words) < _FEW:
        return len(words) < len(shown)
    common = len({*words} & {*shown})
    is_other = common * 3 < len({*shown}) and len(words) < 2 * len(shown)
    return len(words) * 5 < len(shown) or is_other


def _children(part: Message) -> list[Message]:
    """The parts of a part, without the pictures that a page shows."""
    payload = part.get_payload()
    is_page = part.get_content_type() == "multipart/related"
    return [
        message
        for message in (payload if isinstance(payload, list) else ())
        if isinstance(message, Message)
        and not (
            is_page
            and "content-id" in message
            and message.get_content_maintype() == "image"
        )
    ]


def _is_attachment(part: Message, kind: str) -> bool:
    if kind in _CALENDAR:
        return False
    disposition = str(part.get("content-disposition", "")).strip().lower()
    if disposition.startswith("attachment"):
        return True
    if part.is_multipart():
        return False
    is_file = bool(_file_name(part)) and kind not in _TEXTS
    return not kind.startswith("text/") or kind in _DATA or is_file


def _attach(part: Message, kind: str, body: Body) -> None:
    """Add an attachment: no signature, and no picture of the page, as logos are."""
    disposition = str(part.get("content-disposition", "")).strip().lower()
    is_shown = "content-id" in part and not disposition.startswith("attachment")
    if kind.endswith("-signature") or (kind.startswith("image/") and is_shown):
        return
    if len(body.attachments) >= MAX_ATTACHMENTS:
        note = f"more than {MAX_ATTACHMENTS} attachments: the others were left out"
        if note not in body.problems:
            body.problems.append(note)
        return
    content = _message(part) if kind == "message/rfc822" else _payload(part)
    name = _file_name(part) or _default_name(part, kind, len(body.attachments) + 1)
    taken = {attachment.name.casefold() for attachment in body.attachments}
    body.attachments.append(Attachment(_distinct(name, taken), kind, content))


def _message(part: Message) -> bytes:
    """A mail in a mail, as bytes."""
    children = _children(part)
    if not children:
        return _payload(part)
    try:
        return children[0].as_bytes()
    except Exception:  # the generator fails in many ways on wrong headers
        return b""


def _payload(part: Message) -> bytes:
    try:
        found = part.get_payload(decode=True)
    except Exception:  # a decoder of the library; the part is left out
        return b""
    return found if isinstance(found, bytes) else b""


def _charset(part: Message) -> str:
    try:
        found = part.get_content_charset("")
    except (LookupError, ValueError, AttributeError):
        return ""
    return str(found)


def _file_name(part: Message) -> str:
    """A safe name: no folders, controls or direction marks; empty if there is none."""
    try:
        raw = part.get_filename("")
    except (LookupError, ValueError, AttributeError, TypeError):
        return ""
    name = re.split(r"[/\\]", words_of(str(raw)))[-1]
    name = _RESERVED.sub("", sanitize(name, one_line=True)).replace("»", "_")
    name = " ".join(name.split()).strip(". ")
    if len(name) <= 120:
        return name
    stem, dot, suffix = name.rpartition(".")
    return f"{stem[:100]}{dot}{suffix[:19]}" if dot else name[:120]


def _default_name(part: Message, kind: str, number: int) -> str:
    if kind == "message/rfc822":
        return f"mail {number}.eml"
    import mimetypes

    return f"part {number}{mimetypes.guess_extension(kind) or ''}"


def _distinct(name: str, taken: set[str]) -> str:
    if name.casefold() not in taken:
        return name
    stem, dot, suffix = name.rpartition(".")
    if not dot:
        stem, suffix = name, ""
    number = 2
    while f"{stem} ({number}){dot}{suffix}".casefold() in taken:
        number += 1
    return f"{stem} ({number}){dot}{suffix}"
