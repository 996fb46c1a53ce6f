"""`sanitize` for a text that comes in pieces: the result does not depend on the cuts.

Half an escape sequence is harmless by itself, and so is one invisible joiner. A text
that is cut between the halves must not be treated as two harmless ones.
"""

import re

from ragtui_core.text.sanitizing import sanitize

_INTRODUCER = re.compile("[\x1b\x90\x98\x9b\x9d-\x9f]")
_COMPLETE = re.compile(
    # What may go on with the next piece does not match, unless it is terminated.
    r"(?:\x1b\]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b[^\x1b]|\x9c|\n)"
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c\n]*(?:\x1b[^\x1b]|\x9c|\n)"
    r"|(?:\x1b(?![\]PX^_])|\x9b)\[?+[0-?]*+[ -/]*+[^ -?\x1b\x90\x98\x9b\x9d-\x9f]"
)
_SETTLED = re.compile(
    "[^\r\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U0001d173-\U0001d17a"
    "\U0001f3f4\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""A character that `sanitize` keeps, and treats alike whatever comes next."""


class SanitizedStream:
    """Makes pieces of one text safe to show. `feed` what comes, then `finish`.

    What is given out adds up to `sanitize` of the whole text.
    """

    def __init__(self) -> None:
        """Begin at the start of a text."""
        self._held = ""
        self._before = ""

    def feed(self, piece: str) -> str:
        """What is certain by now; the rest is held back."""
        self._held += piece
        return self._given(_certain_until(self._held))

    def finish(self) -> str:
        """What was held back."""
        return self._given(len(self._held))

    def _given(self, end: int) -> str:
        piece, self._held = self._held[:end], self._held[end:]
        if not piece:
            return ""
        # The character before decides about variation selectors.
        shown = sanitize(self._before + piece).removeprefix(self._before)
        self._before = piece[-1] if _SETTLED.match(piece[-1]) else self._before
        return shown


def _certain_until(text: str) -> int:
    """Up to where nothing that comes can change what `sanitize` makes of `text`."""
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
    """The complete escape sequences, and where one begins that may still go on."""
    found: list[tuple[int, int]] = []
    place = 0
    while introducer := _INTRODUCER.search(text, place):
        start = introducer.start()
        complete = _COMPLETE.match(text, start)
        if not complete:
            return found, start
        place = complete.end()
        if text[place - 2] == "\x1b" and place - 2 > start and text[place - 1] != "\\":
            place -= 2  # it broke off, and the next begins there
        elif text[place - 1] == "\n":
            place -= 1
        found.append((start, place))
    return found, len(text)
