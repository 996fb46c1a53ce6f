"""The passages of a document with what is displayed of them, and what they are in."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from ragtui_core.citations.passages import Passage
from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind, State
from ragtui_core.citations.shown.markdown_blocks import MAX_LABEL
from ragtui_core.citations.shown.quotable_file import Place, quotable
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.language.question_words import distinctive_terms
from ragtui_core.search.query_times import time_in
from ragtui_core.text.single_line import one_line
from ragtui_core.types import BlockKind, Document, Span

MAX_TOGETHER = 300
"""Characters up to which a sentence is quoted with the rest of its paragraph, or a line
with what it leads in."""

_QUESTION = re.compile(r"[?\uff1f\u061f]\W*\Z")
_LEAD = re.compile(r"[:\uff1a]\W*\Z")
_NOTED = re.compile(r"\[\^([\w-]+)\]")
_NOTE = "footnote "
_UNTITLED = {ShownKind.HEADING, ShownKind.HEAD, ShownKind.TITLE}
_NAMING = re.compile(r"(?:\s*(?:\{\{.*?\}\}|#[^\s#]+|\S+://\S+))+\s*", re.S)
"""Directives, tags and addresses, which only name something."""
_LINKS = {MarkKind.LINK, MarkKind.WIKI_LINK, MarkKind.IMAGE}
_SHORT = 40
"""A longer text is neither a date nor the beginning of a letter."""


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

    def text(self, number: int) -> str:
        """The displayed words of a passage."""
        return self._file.text_of(self.placed[number].places)

    def is_statement(self, number: int) -> bool:
        """Whether a passage may be quoted: not a heading, not the head of a table."""
        return self._first(number).kind not in _UNTITLED

    def is_beside_text(self, number: int) -> bool:
        """Whether a passage is only a link, a date, a lone cell, or begins a letter."""
        block, text = self._first(number), self.text(number).strip()
        linked = sum(m.end - m.start for m in block.marks if m.kind in _LINKS)
        if linked >= len(block.text) or _NAMING.fullmatch(text):
            return True
        if block.kind is ShownKind.ROW:
            return sum(bool(cell.strip()) for cell in text.split("|")) < 2
        if len(text) > _SHORT:
            return False
        time = time_in(text, date.min)
        is_date = time and not distinctive_terms(time.without_words(text))
        return bool(is_date) or (
            block.kind is ShownKind.PARAGRAPH and block.text.endswith(",")
        )

    def above(self, number: int) -> tuple[str, ...]:
        """What is displayed above a passage and says what it is, outermost first.

        That is headings, labels, containers, leads and items, the question it answers,
        what a quoted text is quoted under, the group and heads of its row, and notes.
        """
        at = self._block(number)
        block, parents = self._file.blocks[at], self._parents(number)
        parts = [*block.headings, *parents, *self._before(at), block.group]
        if block.kind is ShownKind.ROW:
            parts.append(" | ".join(filter(None, block.columns)))
        if block.state is not State.NONE:
            parts.append(str(block.state))
        written = self.together(number).of(self.document.text)
        parts += (note for name in _NOTED.findall(written) for note in self._note(name))
        shown = (one_line(part)[:MAX_LABEL] for part in parts if part != "quoted")
        return tuple(dict.fromkeys(filter(None, shown)))

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
        return self._span(last).end - self._span(first).start <= MAX_TOGETHER

    def _leads(self, number: int) -> bool:
        """Whether a passage asks or announces the one after it, and ends its block."""
        following = number + 1
        if following >= len(self.placed) or not self.is_statement(following):
            return False
        block = self._first(number)
        is_end = self.placed[number].places[-1].end == len(block.text)
        is_question = bool(_QUESTION.search(block.text))
        return is_end and (is_question or self._is_led(following, self._block(number)))

    def _is_led(self, number: int, block: int) -> bool:
        """Whether a passage belongs to what a block announces."""
        if number >= len(self.placed):
            return False
        lead = self._file.blocks[block]
        is_own = lead.kind is ShownKind.ITEM and not _LEAD.search(lead.text)
        return not is_own and one_line(lead.text) in self._first(number).parents

    def _before(self, at: int) -> Iterator[str]:
        """The question that a block answers, and what it is quoted under."""
        blocks = self._file.blocks
        quote = blocks[at].quote
        while quote and at and blocks[at - 1].quote == quote:
            at -= 1
        before = blocks[at - 1] if at else None
        if before is None or before.kind in _UNTITLED:
            return
        is_near = before.headings == blocks[at].headings
        if is_near and (quote or _QUESTION.search(before.text)):
            yield before.text

    def _note(self, name: str) -> Iterator[str]:
        """The text of a footnote, after its name."""
        name = f"{_NOTE}{name}"
        notes = (block for block in self._file.blocks if name in block.parents)
        return (f"{name}: {block.text}" for block in notes)

    def _parents(self, number: int) -> Sequence[str]:
        """What a passage belongs to; of a label, without the label before."""
        parents = self._first(number).parents
        if not self._leads(number):
            return parents
        led = self._first(number + 1).parents
        return [parent for parent in parents if parent in led]

    def _first(self, number: int) -> ShownBlock:
        return self._file.blocks[self._block(number)]

    def _block(self, number: int) -> int:
        """The first block of a passage that is not a title."""
        blocks = [place.block for place in self.placed[number].places]
        stated = (at for at in blocks if self._file.blocks[at].kind not in _UNTITLED)
        return next(stated, blocks[0])

    def _span(self, number: int) -> Span:
        return self.placed[number].passage.span
