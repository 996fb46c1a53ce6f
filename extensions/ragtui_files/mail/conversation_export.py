"""Exports of ChatGPT and Claude: where in the file each conversation is.

An export is one JSON list of hundreds of megabytes. Its brackets are counted block by
block, so that only the conversation that is read is ever in memory.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from ragtui_core.documents import Entry
from ragtui_files.mail.mbox import BLOCK, read_ends

_NAME = re.compile(r"(?:conversations?|chatgpt|claude)[^/]*\.json$", re.IGNORECASE)
_CONTENT = re.compile(
    rb'[\s\xef\xbb\xbf]*\[\s*\{.*?"(?:mapping|chat_messages)"\s*:', re.S
)
_BYTES_OF_START = 64_000
_TOKENS = rb'(?>(?:[^"{}\[\]]++|"(?>(?:[^"\\]++|\\.)*)")*)'
_UP_TO_BRACKET = re.compile(_TOKENS + rb"([{}\[\]])", re.DOTALL)
_UP_TO_OPEN_STRING = re.compile(_TOKENS, re.DOTALL)
_STRING = re.compile(rb'(?>(?:[^"\\]++|\\.)*)(")?', re.DOTALL)
_ID = re.compile(rb'"(?:conversation_id|uuid)"\s*:\s*"([^"\\]{1,200})"')
_NEAR = 4_000
"""Bytes at either end of a conversation in which its id is."""


def may_be_export(path: str) -> bool:
    """Whether a file of this name may be an export: `conversations.json`."""
    return bool(_NAME.search(path))


def is_export_content(file: BinaryIO) -> bool:
    """Whether a file, opened for reading, begins as an export does."""
    file.seek(0)
    return bool(_CONTENT.match(file.read(_BYTES_OF_START)))


def conversations(file: BinaryIO) -> Iterator[Entry]:
    """The conversations in an export, in order; one that is cut off is left out."""
    depth, begin = 0, 0
    for position, bracket in _brackets(file):
        depth += 1 if bracket in b"[{" else -1
        if bracket == b"{" and depth == 2:
            begin = position
        elif bracket == b"}" and depth == 1:
            yield _entry(file, begin, position + 1)
        elif depth < 1:
            return


def _brackets(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The brackets outside of strings: where, and which."""
    base, rest, is_inside = 0, b"", False
    while True:
        file.seek(base + len(rest))
        block = file.read(BLOCK)
        if not block:
            return
        buffer, at = rest + block, 0
        while at < len(buffer):
            if is_inside:
                found = _STRING.match(buffer, at)
                at, is_inside = _end(found, at), not (found and found[1])
                if is_inside:  # a last backslash belongs to the next block
                    break
            elif found := _UP_TO_BRACKET.match(buffer, at):
                at = found.end()
                yield base + at - 1, found[1]
            else:
                at = _end(_UP_TO_OPEN_STRING.match(buffer, at), at)
                is_inside = at < len(buffer)
                at += is_inside
        base, rest = base + at, buffer[at:]


def _end(found: re.Match[bytes] | None, start: int) -> int:
    return found.end() if found else start


def _entry(file: BinaryIO, start: int, end: int) -> Entry:
    digest, head, tail = read_ends(file, start, end, _NEAR)
    named = _ID.search(head) if b'"uuid"' in head else None
    named = named or _ID.search(tail) or _ID.search(head)
    name = named[1].decode("utf-8", "replace") if named else ""
    return Entry(start, end - start, digest, name, is_deleted=False)
