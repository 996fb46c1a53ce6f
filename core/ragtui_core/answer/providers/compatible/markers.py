"""Finds marks such as `[1]` or `[2, 3]` in streamed text.

Only an open bracket is buffered, so that the text streams. Marks in code, in links
(`[1](...)`) and in definitions (`[1]: ...` where a line begins) are text. The result
does not depend on how the text is split.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragtui_core.answer.code_state import CodeState

_OPENING, _CLOSING = "[\u3010", "]\u3011"
_INSIDE = re.compile(r"[\[\u3010]\^?(?:notes? )?[\d, ]*\Z", re.I)
_BEGINNING = re.compile(r"[\[\u3010]\^?(?:n|no|not|note|notes)\Z", re.I)
_MARK = re.compile(r"[\[\u3010]\^?(?:notes? )?(\d{1,3}(?:, ?\d{1,3})*)[\]\u3011]", re.I)
_MAX_MARK_CHARS = 40
"""Maximum length of a mark; longer brackets are text."""


@dataclass(frozen=True, slots=True)
class NamedNotes:
    """A mark and the numbers that it names."""

    text: str
    numbers: tuple[int, ...]


class MarkParser:
    """Separates text from marks: call `feed` for each part, then `finish`."""

    def __init__(self) -> None:
        """Start at the beginning of a line, outside code."""
        self._buffer = ""
        self._buffer_at_start = False
        self._code = CodeState()

    def feed(self, piece: str) -> Iterator[str | NamedNotes]:
        """Text and marks that are final by now."""
        out = ""
        for character in piece:
            for part in self._step(character):
                if isinstance(part, str):
                    out += part
                else:
                    if out:
                        yield out
                    out = ""
                    yield part
        if out:
            yield out

    def finish(self) -> Iterator[str | NamedNotes]:
        """The buffered text."""
        buffered, self._buffer = self._buffer, ""
        if buffered:
            yield _mark(buffered) or buffered

    def _step(self, character: str) -> Iterator[str | NamedNotes]:
        if self._buffer:
            mark = _mark(self._buffer)
            if mark is None and self._may_become_mark(character):
                self._buffer += character
                return
            is_link = character == "(" or (character == ":" and self._buffer_at_start)
            buffered, self._buffer = self._buffer, ""
            yield mark if mark and not is_link else buffered
        if character in _OPENING and not self._code.is_inside:
            self._buffer, self._buffer_at_start = character, self._code.at_line_start
            self._code.take(character)
            return
        self._code.take(character)
        yield character

    def _may_become_mark(self, character: str) -> bool:
        """Whether the buffered text may still become a mark."""
        longer = self._buffer + character
        if len(longer) > _MAX_MARK_CHARS:
            return False
        if character in _CLOSING:
            return _mark(longer) is not None
        return bool(_INSIDE.match(longer) or _BEGINNING.match(longer))


def _mark(text: str) -> NamedNotes | None:
    found = _MARK.fullmatch(text)
    if not found:
        return None
    numbers = (int(number) for number in found[1].split(","))
    return NamedNotes(text, tuple(dict.fromkeys(numbers)))
