"""Headers of a mail as text: RFC 2047 words, 8-bit text, addresses, dates.

What other programs write into headers is often wrong, so nothing here raises.
"""

import email.errors
import email.utils
import re
from datetime import datetime
from email.header import decode_header
from email.message import Message

from ragtui_core import UnreadableFile
from ragtui_core.documents import decode, is_clock_default
from ragtui_core.text import shown_date as day_shown, shown_line

MAX_HEADER_CHARS = 20_000
"""Characters of a header; parsing addresses takes quadratic time."""

MAX_ADDRESSES = 200
"""Recipients of a mail; more are left out."""

_ADDRESS = re.compile(r"[^\s<>()\"',;:]+@[^\s<>()\"',;:]+")
_MESSAGE_ID = re.compile(r"<([^<>]{1,400})>")
_UNICODE = re.compile(r"^utf-?(8|16|32|7)", re.IGNORECASE)


def decoded(data: bytes, charset: str = "") -> str:
    """Bytes as text: as declared if that is possible, else by a guess.

    Text that is valid UTF-8 and not ASCII is UTF-8, whatever is declared, except in
    other encodings of Unicode and those whose bytes are ASCII.
    """
    if not data:
        return ""
    if data.isascii() and charset.lower() in {"", "us-ascii", "utf-8", "ascii"}:
        return data.decode("ascii")
    if not data.isascii() and not _UNICODE.match(charset):
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            pass
    try:
        return data.decode(charset)
    except (LookupError, ValueError):
        pass
    try:
        return decode(data).text
    except UnreadableFile:
        return data.decode("latin-1")


def header(message: Message, name: str) -> str:
    """A header as text on one line; empty if there is none."""
    return words_of(_raw(message, name))


def words_of(raw: str) -> str:
    """The text of a header as it is written in a mail."""
    text = _without_surrogates(raw[:MAX_HEADER_CHARS])
    if "=?" in text:
        text = _encoded_words(text)
    return shown_line(text)


def _encoded_words(text: str) -> str:
    try:
        pieces = decode_header(text)
    except (email.errors.HeaderParseError, ValueError):
        return text
    return "".join(
        piece
        if isinstance(piece, str)
        else decoded(piece, charset)
        if charset
        else piece.decode("raw-unicode-escape", "replace")
        for piece, charset in pieces
    )


def _raw(message: Message, name: str) -> str:
    """The first header of this name; 8-bit bytes are surrogates."""
    for header, value in message.raw_items():
        if header.lower() == name:
            return str(value)
    return ""


def _without_surrogates(text: str) -> str:
    """The text with its 8-bit bytes decoded."""
    if text.isascii():
        return text
    return decoded(text.encode("utf-8", "surrogateescape"))


def addresses(message: Message, *names: str) -> tuple[str, ...]:
    """The addresses in headers, such as `Ann Lee <ann@example.org>`."""
    found: dict[str, None] = {}
    for name in names:
        raw = _without_surrogates(_raw(message, name)[:MAX_HEADER_CHARS])
        for text in _addresses(raw):
            found.setdefault(text)
    return tuple(found)[:MAX_ADDRESSES]


def _addresses(raw: str) -> list[str]:
    if not raw.strip():
        return []
    try:
        pairs = [pair for pair in email.utils.getaddresses([raw]) if any(pair)]
    except (ValueError, IndexError, AttributeError, TypeError):
        pairs = []
    if not any("@" in address for _, address in pairs):
        # Not as it should be written: the addresses in it, else its words.
        plain = _ADDRESS.findall(raw)
        name = (
            words_of(_ADDRESS.sub("", raw)).strip("<> \"'") if len(plain) == 1 else ""
        )
        pairs = [(name, address) for address in plain] or [(raw, "")]
    return [text for name, address in pairs if (text := _written(name, address))]


def _written(name: str, address: str) -> str:
    name, address = words_of(name), words_of(address).lower()
    if not name or name.lower() == address:
        return address
    return f"{name} <{address}>" if address else name


def name_of(address: str) -> str:
    """The name in `Ann Lee <ann@example.org>`, else the address."""
    return address.partition(" <")[0]


def message_ids(message: Message, name: str) -> tuple[str, ...]:
    """The ids in a header, without angle brackets."""
    raw = _raw(message, name)[:MAX_HEADER_CHARS]
    found = _MESSAGE_ID.findall(raw) or raw.split()[:1]
    cleaned = ("".join(words_of(header).split()) for header in found)
    return tuple(
        dict.fromkeys(message_id.strip("<>") for message_id in cleaned if message_id)
    )


_SLASHED = re.compile(r"\A(\d{4})/(\d\d)/(\d\d)")


def date_of(message: Message, envelope: str) -> str:
    """When a mail was sent, ISO 8601 with the sender's offset; empty if unknown.

    Args:
        message: The mail.
        envelope: The line that begins it in an mbox file, or nothing.
    """
    received = _raw(message, "received").rpartition(";")[2]
    sent = envelope.partition(" ")[2].lstrip().partition(" ")[2]
    for text in (_raw(message, "date"), received, sent):
        if found := _date(_without_surrogates(text[:MAX_HEADER_CHARS])):
            return found
    return ""


def _date(text: str) -> str:
    for parse in (email.utils.parsedate_to_datetime, datetime.fromisoformat):
        try:
            found = parse(_SLASHED.sub(r"\1-\2-\3", text.strip())).isoformat()
        except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
            continue
        return "" if is_clock_default(found) else found
    return ""


def shown_date(date: str) -> str:
    """`3 Mar 2026` of an ISO date; empty if there is none."""
    return day_shown(date[: len("2026-03-03")]) if date else ""
