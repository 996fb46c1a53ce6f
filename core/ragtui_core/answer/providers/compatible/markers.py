"""Finds marks such as `[1]` or `[2, 3]` in streamed text.

Only an open bracket is buffered, so that the text streams. Marks in code, in links
(`[1](...)`) and in definitions (`[1]: ...` where a line begins) are text. The result
does not depend on how the text is split.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragtui_core.answer.marks.code_state import CodeState

_MARK = re.compile(
    r"[\[\u3010]\^?(?:notes? )?(\d{1,3}(?:, ?\d{1,3}){0,7})[\]\u3011](?!\()", re.I
)
_UNFINISHED = re.compile(
    r"[\[\u3010](?:\^?(?:n(?:o(?:t(?:es? ?)?)?)?)?"
    r"|\^?(?:notes? )?[\d, ]{1,40}[\]\u3011]?)\Z",
    re.I,
)
"""What may become a mark, or is one unless a bracket or colon follows."""


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
        self._code = CodeState()

    def feed(self, piece: str) -> Iterator[str | NamedNotes]:
        """Text and marks that are final by now."""
        text = self._buffer + piece
        held = _UNFINISHED.search(text)
        end = held.start() if held else len(text)
        self._buffer = text[end:]
        yield from self._parts(text[:end])

    def finish(self) -> Iterator[str | NamedNotes]:
        """The buffered text."""
        yield from self._parts(self._buffer)
        self._buffer = ""

    def _parts(self, text: str) -> Iterator[str | NamedNotes]:
        """The marks of a text, and what is between them."""
        shown = read = 0
        for mark in _MARK.finditer(text):
            self._code.read(text[read : mark.start()])
            read = mark.start()
            defines = self._code.at_line_start and text[mark.end() :][:1] == ":"
            if not (self._code.is_inside or defines):
                yield from filter(None, [text[shown:read]])
                numbers = dict.fromkeys(map(int, mark[1].split(",")))
                yield NamedNotes(mark[0], tuple(numbers))
                shown = mark.end()
        self._code.read(text[read:])
        yield from filter(None, [text[shown:]])
