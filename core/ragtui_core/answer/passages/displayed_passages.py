"""The passages of a document with what is displayed of them, and what they are in."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from ragtui_core.citations.passages import Passage
from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind, names_alone
from ragtui_core.citations.shown.context import context_of, shown_context
from ragtui_core.citations.shown.quotable_file import Place, quotable
from ragtui_core.language.times.dates import dates_in
from ragtui_core.text.runs import blanked
from ragtui_core.text.single_line import one_line
from ragtui_core.types import BlockKind, Document, Span

MAX_TOGETHER = 300
"""Characters up to which a sentence is quoted with the rest of its paragraph, or a line
with what it leads in."""


class Placed(NamedTuple):
    """A passage, and the places of its words in what is displayed of its document."""

    passage: Passage
    places: Sequence[Place]


class DisplayedPassages:
    """The passages of one document that are displayed, in order."""

    def __init__(self, document: Document, passages: Sequence[Passage]) -> None:
        """Find what is displayed of each passage."""
        self.document = document
        self._file = quotable(document)
        found = (Placed(p, self._file.places_in(p.span)) for p in passages)
        self.placed = [placed for placed in found if placed.places]
        self.passages = [placed.passage for placed in self.placed]

    def within(self, span: Span) -> range:
        """The numbers of the passages that begin in a span."""
        ends = (span.start, span.end)
        first, end = (
            bisect_left(self.placed, at, key=lambda it: it.passage.span.start)
            for at in ends
        )
        return range(first, end)

    def text(self, number: int) -> str:
        """The displayed words of a passage."""
        return self._file.text_of(self.placed[number].places)

    def is_statement(self, number: int) -> bool:
        """Whether a passage may be quoted: no title, and not only links or names.

        A heading may be if it is an item without text.
        """
        if names_alone(self.text(number)):
            return False
        if self._first(number).kind is not ShownKind.HEADING:
            return self._first(number).is_statement
        (passage, _), *following = self.placed[number : number + 2]
        is_empty = all(p.heading_path != passage.heading_path for p, _ in following)
        return bool(passage.entry.state) and is_empty

    def is_beside_text(self, number: int) -> bool:
        """Whether a passage states nothing: a lone name, date or cell, a salutation."""
        block, text = self._first(number), self.text(number).strip()
        if not block.says_more_than_names():
            return True
        if block.kind is ShownKind.ROW:
            return sum(bool(cell.strip()) for cell in text.split("|")) < 2
        if block.kind is ShownKind.PARAGRAPH and block.text.endswith(","):
            return True
        dates = (found.span for found in dates_in(text, any_year=True))
        return not any(map(str.isalnum, blanked(text, dates)))

    def above(self, number: int) -> tuple[str, ...]:
        """What is displayed above a passage and says what it is, outermost first."""
        places, headings = self.placed[number].places, self._first(number).headings
        return shown_context([*context_of(self._file, places, headings)])

    def together(self, number: int) -> Span:
        """A passage with the rest of its paragraph, or with what it leads in."""
        first, last = number, number
        block = self._block(number)
        if self.placed[number].passage.kind is BlockKind.PARAGRAPH:
            while self._fits(first, last + 1) and self._block(last + 1) == block:
                last += 1
            while self._fits(first - 1, last) and self._block(first - 1) == block:
                first -= 1
        if self._leads(last):
            last += 1
            while self._is_led(last + 1, block) and self._fits(first, last + 1):
                last += 1
        return Span(self._span(first).start, self._span(last).end)

    def _fits(self, first: int, last: int) -> bool:
        """Whether passages from one to another are few enough to be quoted together."""
        if first < 0 or last >= len(self.placed):
            return False
        if self.placed[first].passage.entry != self.placed[last].passage.entry:
            return False
        return self._span(last).end - self._span(first).start <= MAX_TOGETHER

    def _leads(self, number: int) -> bool:
        """Whether a passage asks or announces the one after it, and ends its block."""
        following = number + 1
        if following >= len(self.placed) or not self.is_statement(following):
            return False
        block = self._first(number)
        is_end = self.placed[number].places[-1].end == len(block.text)
        return is_end and self._is_led(following, self._block(number))

    def _is_led(self, number: int, block: int) -> bool:
        """Whether a passage belongs to what a block announces."""
        if number >= len(self.placed):
            return False
        lead = one_line(self._file.blocks[block].text)
        return lead in self._first(number).parents

    def _first(self, number: int) -> ShownBlock:
        return self._file.blocks[self._block(number)]

    def _block(self, number: int) -> int:
        """The first block of a passage that states something."""
        blocks = [place.block for place in self.placed[number].places]
        stated = (at for at in blocks if self._file.blocks[at].is_statement)
        return next(stated, blocks[0])

    def _span(self, number: int) -> Span:
        return self.placed[number].passage.span
