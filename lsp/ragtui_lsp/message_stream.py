"""The client's bytes, in which messages are found again after a wrong header.

pygls takes a header for one only where a line begins: after a wrong `Content-Length` it
would find no other one, and answer nothing more.
"""

import re
from typing import BinaryIO

_NAME = b"content-length:"

_HEADER = re.compile(rb"content-length:[ \t]*(\d{1,12})[ \t]*\r?\n$", re.IGNORECASE)
"""At the end of a line. JSON has none: a string in it contains no line end, and nothing
but a string these words."""

_LONGEST = 80
"""Bytes of the longest header of a length, with blanks."""

_UNREADABLE = b"?"
"""The body in place of one whose length is unknown: it is refused."""


class MessageStream:
    """Standard input as pygls reads it: header lines, then bodies."""

    def __init__(self, stdin: BinaryIO) -> None:
        self._stdin = stdin
        self._begun = b""
        """A header that began within a body."""
        self._is_unknown = False
        """Whether the length of the next body cannot be read."""

    def readline(self) -> bytes:
        """A line of a header, without what is before it in its line."""
        line, self._begun = self._begun or self._stdin.readline(), b""
        if header := _header_in(line):
            self._is_unknown = False
            return b"Content-Length: %d\r\n" % int(header[1])
        if line.lower().startswith(_NAME.rstrip(b":")):
            self._is_unknown = True
            return b"Content-Length: %d\r\n" % len(_UNREADABLE)
        return line

    def read(self, size: int) -> bytes:
        """The body of a message: at most `size` bytes, and none of the next header."""
        if self._is_unknown:
            self._is_unknown = False
            return _UNREADABLE
        lines = []
        while size > 0 and (line := self._stdin.readline(size)):
            size -= len(line)
            if header := _header_in(line):
                self._begun, line, size = (
                    line[header.start() :],
                    line[: header.start()],
                    0,
                )
            lines.append(line)
        return self._without_begun(b"".join(lines))

    def _without_begun(self, body: bytes) -> bytes:
        """The body without a header at its end, of which it has only a part."""
        end = max(body.rfind(b"}"), body.rfind(b"]")) + 1
        rest = body[end:].lstrip()
        if not rest or rest[: len(_NAME)].lower() != _NAME[: len(rest)]:
            return body
        self._begun = rest + self._stdin.readline()
        return body[:end]


def _header_in(line: bytes) -> re.Match[bytes] | None:
    """The header of a length at the end of a line."""
    return _HEADER.search(line, max(0, len(line) - _LONGEST))
