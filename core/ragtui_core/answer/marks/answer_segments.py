"""Where a streamed answer must be held back, and where its segments end.

A segment is a paragraph, item, quote or block of code at the top level, with what
belongs to it. Its text can be shown until something may open that is presented as
quoted; what follows depends on how the segment ends. The borders do not depend on how
the stream is split.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ragtui_core.answer.marks.provider_marks import ProviderMark
from ragtui_core.answer_events import Text
from ragtui_core.citations.quoting.presented_quotations import (
    MAX_REPORTED,
    REPORTED,
    PresentedQuotation,
)
from ragtui_core.citations.quoting.quotation_marks import OPENERS
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.text.line_marks import LIST_MARK
from ragtui_core.types import Span

_POSSIBLE = re.compile(
    r"(?P<apostrophe>['\u2019])"
    r"|(?P<line>[>~])"
    r"|(?P<emphasis>[*_])"
    r"|(?P<indent>(?:\A|\n[ \t]*\n)(?: {4}|\t))"
    rf"|,,|[&<{OPENERS}]"
)
_SENTENCE_END = re.compile(
    r"[.!?\u2026][\"'\u201d\u2019\u00bb)\]*_]*+[ \t]++(?=(?P<next>\S++)\s)"
)
_LINE_LEAD = re.compile(rf"(?:[ \t]|{LIST_MARK}[ \t])*")
_ITEM = re.compile(rf"{LIST_MARK}[ \t]")
_PART_OF_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]?)?\Z")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>.*)", re.DOTALL)


def _possible_quotation(text: str, start: int) -> int | None:
    """Where, from `start` on, something may open that is presented as quoted."""
    for match in _POSSIBLE.finditer(text, len(text[:start].rstrip())):
        position = match.end() if match["indent"] else match.start()
        if position >= start and _is_possible(text, match):
            return position
    return None


def _sentence_ends(text: str, start: int) -> Iterator[int]:
    """Where, from `start` on, further sentences begin in a line.

    Only where the first word of the next one is complete: more text changes nothing.
    """
    for match in _SENTENCE_END.finditer(text, start):
        line = Span(text.rfind("\n", 0, match.start()) + 1, match.end("next"))
        if any(s.start == match.end() for s in sentence_spans(text, line)):
            yield match.end()


def _is_possible(text: str, match: re.Match[str]) -> bool:
    before = text[: match.start()]
    if match["apostrophe"]:
        return not (before[-1:].isalnum() and before[-1:].isascii())
    if match["emphasis"]:
        return REPORTED.search(before, max(0, len(before) - MAX_REPORTED)) is not None
    if match["line"]:
        line = before[before.rfind("\n") + 1 :]
        return _LINE_LEAD.fullmatch(line) is not None
    return True


class _Borders:
    """Finds the ends of segments in a text that arrives in pieces."""

    def __init__(self) -> None:
        """Start at the beginning of a segment."""
        self._line = 0
        self._begun = 0
        self._fence = ""
        self._follows_blank = False

    def next_end(self, text: str) -> int | None:
        """Where the next segment begins; None if that has not arrived."""
        while True:
            end = text.find("\n", self._line)
            line = text[self._line : end if end >= 0 else None]
            is_complete = end >= 0
            begins = self._begins_segment(line, is_complete=is_complete)
            if begins is None or not (is_complete or begins):
                return None
            if begins:
                self._follows_blank = False
                self._begun = self._line
                return self._line
            self._read(line)
            self._line = end + 1

    def _begins_segment(self, line: str, *, is_complete: bool) -> bool | None:
        """Whether a segment begins with a line; None if that is not known yet."""
        if self._line == self._begun or self._fence:
            return False
        if not line.strip():
            return False if is_complete else None
        if self._follows_blank:
            return not line[0].isspace()
        if not is_complete and _PART_OF_ITEM.match(line):
            return None
        return _ITEM.match(line) is not None

    def _read(self, line: str) -> None:
        self._follows_blank = not line.strip()
        fence = _FENCE.match(line)
        if fence is None:
            return
        if not self._fence:
            is_opening = fence["fence"][0] == "~" or "`" not in fence["info"]
            self._fence = fence["fence"] if is_opening else ""
        elif fence["fence"].startswith(self._fence) and not fence["info"].strip():
            self._fence = ""


MAX_BEFORE = 8
"""Number of marks to remember of the text before a segment."""


@dataclass(slots=True)
class Segment:
    """What was written since the last paragraph, item or block that is complete."""

    text: str = ""
    marks: list[ProviderMark] = field(default_factory=list)
    """Marks that are not shown yet; their positions are characters of `text`."""
    passed_marks: list[ProviderMark] = field(default_factory=list)
    """Marks that are shown, and the last ones of the segments before."""
    passed: int = 0
    """The number of its characters that are shown, or left out."""
    held_from: int | None = None
    """The character from which on something may be quoted; None if nothing is."""
    undecided: int = 0
    """Up to there, no sentence's end decides what is held back."""
    _borders: _Borders = field(default_factory=_Borders)

    def next_end(self) -> int | None:
        """Where the next segment begins; None if that has not arrived."""
        return self._borders.next_end(self.text)

    def unquoted_until(self, end: int) -> int:
        """Where, at `end` or before, something may open that is presented as quoted."""
        if self.held_from is None:
            self.held_from = _possible_quotation(self.text, self.passed)
        return end if self.held_from is None else min(end, self.held_from)

    def holds_before(self, end: int) -> bool:
        """Whether some of the text before a character is held back."""
        return self.held_from is not None and self.held_from < end

    def sentence_ends(self, end: int) -> Iterator[int]:
        """The ends of sentences before `end` that may decide what is held back."""
        yield from _sentence_ends(self.text[:end], max(self.passed, self.undecided))

    def has_shown(self, quotation: PresentedQuotation) -> bool:
        """Whether a quotation is in the text that is shown."""
        return quotation.position < self.passed

    def shown_until(self, end: int, *, space: bool = True) -> Iterator[Text]:
        """The next text up to a character, without spaces at its end unless `space`."""
        text = self.text[self.passed : end]
        self.passed = max(self.passed, end)
        if shown := text if space else text.rstrip(" \t"):
            yield Text(shown)

    def pass_marks(self, count: int) -> None:
        """Continue after the first marks."""
        self.passed_marks += self.marks[:count]
        del self.marks[:count]

    def after(self, end: int) -> "Segment":
        """The segment after a character, before which all is shown."""
        marks, before = (
            [replace(mark, position=mark.position - end) for mark in marks]
            for marks in (self.marks, self.passed_marks[-MAX_BEFORE:])
        )
        return Segment(self.text[end:], marks, before, max(0, self.passed - end))
