"""`sanitize` for a text in chunks; the result does not depend on the chunk borders.

Half an escape sequence is harmless by itself, and so is one invisible joiner. A text
that is split between the halves must not be treated as two harmless ones.
"""

import re

from ragtui_core.text.sanitizing import sanitize

_INTRODUCER = re.compile("[\x1b\x90\x98\x9b\x9d-\x9f]")
_COMPLETE = re.compile(
    # A sequence that the next piece may continue matches only if terminated.
    r"(?:\x1b\]|\x9d)[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b[^\x1b]|[\x9c\n]|(?=[\x90\x98\x9d-\x9f]))"
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x90\x98\x9c-\x9f\n]*(?:\x1b[^\x1b]|[\x9c\n]|(?=[\x90\x98\x9d-\x9f]))"
    r"|(?:\x1b(?![\]PX^_])|\x9b)\[?+[0-?]*+[ -/]*+[^ -?\x1b\x90\x98\x9b\x9d-\x9f]"
)
_SETTLED = re.compile(
    "[^\r\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U0001f3f4\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""A character that `sanitize` keeps, whatever follows it."""


class SanitizedStream:
    """Makes chunks of one text safe to display: `feed` each chunk, then `finish`.

    The concatenated output equals `sanitize` of the whole text.
    """

    def __init__(self) -> None:
        """Begin at the start of a text."""
        self._buffer = ""
        self._before = ""

    def feed(self, piece: str) -> str:
        """The output that is final; the rest is buffered."""
        self._buffer += piece
        return self._emit(_certain_until(self._buffer))

    def finish(self) -> str:
        """The buffered output."""
        return self._emit(len(self._buffer))

    def _emit(self, end: int) -> str:
        piece, self._buffer = self._buffer[:end], self._buffer[end:]
        if not piece:
            return ""
        # Variation selectors depend on the character before them.
        shown = sanitize(self._before + piece).removeprefix(self._before)
        self._before = piece[-1] if _SETTLED.match(piece[-1]) else self._before
        return shown


def _certain_until(text: str) -> int:
    """The offset up to which further input cannot change the output for `text`."""
    sequences, end = _sequences(text)
    while end:
        if sequences and end <= sequences[-1][1]:
            end = min(end, sequences.pop()[0])
        elif _SETTLED.match(text, end - 1):
            break
        else:
            end -= 1
    return end


def _sequences(text: str) -> tuple[list[tuple[int, int]], int]:
    """The complete escape sequences, and the start of one that may continue."""
    found: list[tuple[int, int]] = []
    position = 0
    while introducer := _INTRODUCER.search(text, position):
        start = introducer.start()
        complete = _COMPLETE.match(text, start)
        if not complete:
            return found, start
        position = complete.end()
        if (
            text[position - 2] == "\x1b"
            and position - 2 > start
            and text[position - 1] != "\\"
        ):
            position -= 2  # it was interrupted, and the next begins there
        elif text[position - 1] == "\n":
            position -= 1
        found.append((start, position))
    return found, len(text)
