"""Mailbox files in which each mail begins with a line `From `: where each one is.

Covers mboxo, mboxrd and the variants of Thunderbird and of programs that do not escape
such lines of a text.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import BinaryIO

from ragtui_core.documents import Entry

BLOCK = 1 << 20
"""Bytes that are read at once."""

BYTES_AHEAD = 4_000
"""Bytes after a line `From ` in which the next line must end."""

_START = re.compile(
    rb"^From (?:[^\r\n]*\b\d{1,2}:\d\d\b[^\r\n]*|\S*[ \t]*)\r?\n"
    rb"(?:[!-9;-~]{1,100}[ \t]*:|>?From )",
    re.MULTILINE,
)
"""A line with a time or without further words, before a header."""

_MESSAGE_ID = re.compile(
    rb"^message-id[ \t]*:[ \t]*(?:\r?\n[ \t]+)?<?([^\s<>]{1,400})", re.I | re.MULTILINE
)
_DELETED = re.compile(rb"^x-mozilla-status:[ \t]*([0-9a-f]{4})", re.I | re.MULTILINE)
_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
_HEADER_BYTES = 64_000


def is_mailbox_content(start: bytes) -> bool:
    """Whether a file that begins with these bytes is a mailbox with mails."""
    return start.startswith(b"From ")


def entries(file: BinaryIO) -> Iterator[Entry]:
    """The mails in a file, in order."""
    previous = 0
    for position in _starts(file):
        if position > previous:
            yield _entry(file, previous, position)
        previous = position
    file.seek(0, 2)
    if file.tell() > previous:
        yield _entry(file, previous, file.tell())


def _starts(file: BinaryIO) -> Iterator[int]:
    """Where the lines are that begin a mail."""
    file.seek(0)
    base, buffer, last = 0, b"", -1
    while True:
        block = file.read(BLOCK)
        buffer += block
        # A match must not depend on where a block ends.
        end = len(buffer) if not block else max(0, len(buffer) - BYTES_AHEAD)
        position = last + 1 - base
        while (found := _next(buffer, max(position, 0))) is not None and found < end:
            last = base + found
            yield last
            position = found + 1
        if not block:
            return
        last = max(last, base + end - 1)
        # Keep a byte before, by which a line is known to begin.
        keep = max(end - 1, 0)
        base, buffer = base + keep, buffer[keep:]


def _next(buffer: bytes, position: int) -> int | None:
    found = _START.search(buffer, position)
    return found.start() if found else None


def read_ends(
    file: BinaryIO, start: int, end: int, size: int
) -> tuple[bytes, bytes, bytes]:
    """The hash of some bytes of a file, and the first and last `size` of them."""
    file.seek(start)
    digest, head, tail = hashlib.blake2b(digest_size=16), b"", b""
    while start < end and (block := file.read(min(BLOCK, end - start))):
        head, tail = head or block[:size], (tail + block)[-size:]
        digest.update(block)
        start += len(block)
    return digest.digest(), head, tail


def _entry(file: BinaryIO, start: int, end: int) -> Entry:
    position = file.tell()
    digest, head, _ = read_ends(file, start, end, _HEADER_BYTES)
    file.seek(position)
    blank = _END_OF_HEADERS.search(head)
    headers = head[: blank.start()] if blank else head
    named = _MESSAGE_ID.search(headers)
    status = _DELETED.search(headers)
    return Entry(
        start,
        end - start,
        digest,
        named[1].decode("utf-8", "replace") if named else "",
        bool(status and int(status[1], 16) & 8),
    )
