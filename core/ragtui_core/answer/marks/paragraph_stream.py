"""The paragraphs of a streamed answer that are complete, with the marks in them.

A paragraph stays with the next one if it ends in a colon, if that is a block quote, or
if a mark is between them: they decide about each other's quotations. The borders do not
depend on how the stream is split.
"""

import re
from dataclasses import dataclass, field, replace

from ragtui_core.answer.model_text import unchanged_until
from ragtui_core.answer_events import Mark
from ragtui_core.citations.shown.quotations_shown import unquoted_until
from ragtui_core.types import Span

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_STOP = re.compile(r"[.!?\u2026\u3002\uff01\uff1f\uff61\n]")
"""What may end a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class ProviderMark:
    """A mark before character `position` of some paragraphs of an answer.

    Attributes:
        event: As the provider wrote it.
        numbers: Those of its citations.
        paths: The documents that it names instead of citations.
    """

    event: Mark
    position: int
    numbers: tuple[int, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(slots=True)
class Paragraphs:
    """What was written since the last complete paragraphs.

    Attributes:
        text: Without marks.
        marks: In order of their positions in the text.
        passed: The number of characters of the text that are shown already.
    """

    text: str = ""
    marks: list[ProviderMark] = field(default_factory=list)
    passed: int = 0
    _line: int = 0
    """Where the first line starts that was not read."""
    _fence: str = ""
    _follows_blank: bool = False

    def add(
        self, mark: Mark, numbers: tuple[int, ...] = (), paths: tuple[str, ...] = ()
    ) -> None:
        """Add a mark after the text."""
        self.marks.append(ProviderMark(mark, len(self.text), numbers, paths))

    def split(self) -> "Paragraphs | None":
        """The first paragraphs, if they are complete; they are no longer in here."""
        while (end := self._next_line()) is not None:
            if self._is_border(end):
                own = [mark for mark in self.marks if mark.position < end]
                first = Paragraphs(self.text[:end], own, self.passed)
                self.passed = max(0, self.passed - end)
                rest = [m for m in self.marks if m.position >= end]
                self.marks = [replace(m, position=m.position - end) for m in rest]
                self.text, self._line = self.text[end:], 0
                self._follows_blank = False
                return first
            self._read_line()
        return None

    def unquoted(self, *, within_sentence: bool) -> Span:
        """The next text before a mark or anything that may be quoted or rewritten.

        With `within_sentence` it is also before anything that may end a sentence.
        """
        text, passed = self.text, self.passed
        limit = self.marks[0].position if self.marks else len(text)
        if within_sentence and (stop := _STOP.search(text, passed, limit)):
            limit = stop.start()
        limit = unchanged_until(text, passed, unquoted_until(text, passed, limit))
        # The space before a mark may go with it.
        limit = passed + len(text[passed:limit].rstrip())
        span = Span(self.passed, limit)
        self.passed = limit
        return span

    def _next_line(self) -> int | None:
        """The start of the next possible paragraph; None until more text comes."""
        while True:
            line = self._line
            if line >= len(self.text):
                return None
            is_complete = "\n" in self.text[line:]
            character = self.text[line]
            if self._follows_blank and not self._fence and not character.isspace():
                return line
            if not is_complete:
                return None
            self._read_line()

    def _read_line(self) -> None:
        end = self.text.find("\n", self._line)
        end = len(self.text) if end < 0 else end
        line = self.text[self._line : end]
        self._line = end + 1
        self._follows_blank = not line.strip()
        if fence := _FENCE.match(line):
            if not self._fence:
                self._fence = fence[1]
            elif fence[1].startswith(self._fence):
                self._fence = ""

    def _is_border(self, start: int) -> bool:
        """Whether the text can be divided before the line at `start`."""
        before = self.text[:start].rstrip()
        is_marked = any(mark.position == start for mark in self.marks)
        is_led = before.rstrip("*_").endswith((":", "\uff1a"))
        return not (is_marked or is_led or self.text[start] == ">")
