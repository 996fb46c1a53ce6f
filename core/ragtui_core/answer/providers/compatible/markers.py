"""Finds marks such as `[1]` or `[2, 3]` in streamed text.

Only an open bracket is buffered, so that the text streams. Marks in code, in links
(`[1](...)`) and in definitions (`[1]: ...` where a line begins) are text. The result
does not depend on how the text is split.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

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


class CodeState:
    """Tracks whether the next character is in code.

    Inline code ends at the end of its line at the latest: a single grave accent in a
    text must not hide every mark after it.
    """

    def __init__(self) -> None:
        """Start at the beginning of a line, outside code."""
        self.at_line_start = True
        self._indent_only = True
        self._run = 0
        self._run_at_start = False
        self._inline = 0
        self._fence = 0

    @property
    def is_inside(self) -> bool:
        """Whether the characters read so far end within code, or open it."""
        if self._run:
            return not (self._inline == self._run or self._closes_fence)
        return bool(self._inline or self._fence)

    @property
    def _closes_fence(self) -> bool:
        return bool(self._fence) and self._run_at_start and self._run >= self._fence

    def take(self, character: str) -> None:
        """Read one character."""
        if character == "`":
            if not self._run:
                self._run_at_start = self._indent_only
            self._run += 1
            self.at_line_start = self._indent_only = False
            return
        if self._run:
            self._end_run()
        if character == "\n":
            self._inline = 0
        self.at_line_start = character == "\n"
        blank = character in " \t" and self._indent_only
        self._indent_only = self.at_line_start or blank

    def _end_run(self) -> None:
        run, self._run = self._run, 0
        if self._fence:
            if self._run_at_start and run >= self._fence:
                self._fence = 0
        elif self._inline:
            if run == self._inline:
                self._inline = 0
        elif self._run_at_start and run >= 3:
            self._fence = run
        else:
            self._inline = run


def _mark(text: str) -> NamedNotes | None:
    found = _MARK.fullmatch(text)
    if not found:
        return None
    numbers = (int(number) for number in found[1].split(","))
    return NamedNotes(text, tuple(dict.fromkeys(numbers)))
