"""Complete paragraphs of an answer, read once as they are displayed.

All that is cited, compared or remarked on is taken from here: the blocks, sentences and
quotations, and which marks of the provider are about them.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ragtui_core.answer.marks.paragraph_stream import Paragraphs, ProviderMark
from ragtui_core.answer_events import DocumentMark
from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind
from ragtui_core.citations.shown.quotations_shown import (
    ShownQuotation,
    ShownText,
    after,
    shown_text,
)
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import Span

_BESIDE = re.compile(r"[\s.,;:!?)\]*_~|>。，；：\"'”’»]*")  # noqa: RUF001
_BETWEEN = re.compile(r"[\s,;.*_]*")
_ENDED = re.compile(r"[.!?…。！？][\"'”’»)\]*_]*\s*\Z")  # noqa: RUF001
_LAST_MARKS = re.compile(r"(?:\s*\[\d{1,3}\])+\s*\Z")
_PROSE = {ShownKind.PARAGRAPH, ShownKind.ITEM}
MAX_CLAIM = 500
"""Characters before a mark, and after it, in which its claim is."""
_UNDIVIDED = {MarkKind.CODE, MarkKind.LINK, MarkKind.WIKI_LINK}


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A sentence of prose, or a whole row, heading, line of code or other block.

    Attributes:
        block: The block.
        text: Its displayed words; of a row, with `;` between cells.
        span: Its characters in the text of the paragraphs.
        after: The character before which something about it belongs.
    """

    block: ShownBlock
    text: str
    span: Span
    after: int

    @property
    def is_prose(self) -> bool:
        """Whether it is prose outside of block quotes."""
        return self.block.kind in _PROSE and not self.block.quote

    @property
    def is_code(self) -> bool:
        """Whether it is a line of code, where a remark would not be noticed."""
        return self.block.kind is ShownKind.CODE


class ReadParagraphs:
    """Some paragraphs as they are displayed, with the marks of the provider.

    Attributes:
        text: The text, without the marks.
        marks: In order; those in code are text.
        blocks: What is displayed of the text.
        quotations: What is presented as quoted, in order.
        code: The characters of the text that are displayed as code.
    """

    def __init__(self, paragraphs: Paragraphs) -> None:
        """Parse paragraphs: without their marks, and as they are written."""
        self.text, self.marks = paragraphs.text, paragraphs.marks
        self._written = ShownText((), ())
        if self.marks:
            self._read_marks()
        shown = shown_text(self.text)
        self.blocks, self.quotations, self.code = *shown, shown.code
        self._starts = [block.starts[0] for block in self.blocks]
        self._quoted = [quotation.span.start for quotation in self.quotations]
        self._by_block = [[*_sentences(self.text, block)] for block in self.blocks]
        self._sentence_starts = [
            [sentence.span.start for sentence in sentences]
            for sentences in self._by_block
        ]
        self._of_block: dict[int, list[ProviderMark]] = {}
        self._leading: dict[int, list[ProviderMark]] = {}
        for mark in self.marks:
            number, is_leading = self._block_of(mark.position)
            self._of_block.setdefault(number, []).append(mark)
            if is_leading:
                self._leading.setdefault(number, []).append(mark)

    def _read_marks(self) -> None:
        """Read the text with its marks, and make those in code a part of it."""
        written, places, done = "", list[int](), 0
        for mark in self.marks:
            words = mark.event.text
            written += self.text[done : mark.position]
            places.append(len(written) + len(words) - len(words.lstrip()))
            written, done = written + words, mark.position
        self._written = shown_text(written + self.text[done:])
        code = self._written.code
        text, marks, done = "", list[ProviderMark](), 0
        for mark, place in zip(self.marks, places, strict=True):
            text, done = text + self.text[done : mark.position], mark.position
            if isinstance(mark.event, DocumentMark) and place in code:
                text += mark.event.text
            else:
                marks.append(replace(mark, position=len(text)))
        self.text, self.marks = text + self.text[done:], marks

    def _block_of(self, position: int) -> tuple[int, bool]:
        """The block with a mark, and whether the mark precedes its words."""
        number = bisect_right(self._starts, position) - 1
        if number < 0:
            return 0, True
        if position == self._starts[number]:
            return number, True
        is_below = "\n" in self.text[self.blocks[number].ends[-1] : position]
        if is_below and number + 1 < len(self.blocks):
            return number + 1, True
        return number, False

    # --- sentences ---

    def sentence_at(self, position: int, block: int | None = None) -> Sentence | None:
        """The sentence that a mark before a character is about, if there is any.

        The number of the `block` may be known.
        """
        is_leading = False
        if block is None:
            block, is_leading = self._block_of(position)
        if is_leading and block and self.text[position : position + 1] == "\n":
            block, is_leading = block - 1, False  # It is alone in its line.
        if not (self.blocks and self._by_block[block]):
            return None
        before = bisect_left(self._sentence_starts[block], position)
        return self._by_block[block][0 if is_leading else max(0, before - 1)]

    def unmarked(self) -> Iterator[Sentence]:
        """The sentences in words of the answer's own that have no mark."""
        marked = {self.sentence_at(mark.position) for mark in self.marks}
        for sentence in (s for sentences in self._by_block for s in sentences):
            if sentence.is_prose and not self._quoted_in(sentence.span):
                yield from {sentence} - marked

    def _quoted_in(self, span: Span) -> Sequence[ShownQuotation]:
        """The quotations that overlap with some characters."""
        first = max(0, bisect_right(self._quoted, span.start) - 1)
        near = self.quotations[first : bisect_left(self._quoted, span.end)]
        return [quotation for quotation in near if quotation.span.overlaps(span)]

    def claim_of(self, mark: ProviderMark, quoted: Collection[int]) -> str:
        """The claim of a mark: the words of its sentence before it, or else after it.

        Without the quotations that start at the characters `quoted`.
        """
        sentence = self.sentence_at(mark.position)
        if sentence is None:
            return ""
        spans = [q.span for q in self._quoted_in(sentence.span)]
        spans = [span for span in spans if span.start in quoted]
        block, parts = sentence.block, ["", ""]
        start, end = map(block.at_source, (sentence.span.start, sentence.span.end))
        middle = block.at_source(mark.position)
        first = max(start, middle - MAX_CLAIM)
        for at in range(first, min(end, max(start, middle) + MAX_CLAIM)):
            place = block.starts[at]
            if not any(span.start <= place < span.end for span in spans):
                parts[place >= mark.position] += block.text[at]
        return parts[0].strip() or parts[1].strip()

    # --- quotations ---

    def within(self, quotation: ShownQuotation) -> list[ProviderMark]:
        """The marks between the words of a quotation."""
        if not quotation.blocks:
            return []
        first, last = quotation.blocks[0].starts[0], quotation.blocks[-1].ends[-1]
        return [mark for mark in self.marks if first < mark.position < last]

    def marks_of(self, quotation: ShownQuotation) -> list[ProviderMark]:
        """The marks that are about a quotation.

        Those in it or directly after it, or else the next ones of its block, the first
        of the next block, or the last before it.
        """
        if quotation.is_block:
            numbers = range(quotation.block, quotation.end_block)
            own = [mark for n in numbers for mark in self._of_block.get(n, ())]
            return own or self._around(quotation)
        own = self._of_block.get(quotation.block, [])
        span = quotation.span
        at = bisect_left(self._quoted, span.start)
        is_first = not at or self.quotations[at - 1].end_block <= quotation.block
        limit = [*self._quoted[at + 1 : at + 2], len(self.text)][0]
        inside = [m for m in own if span.start < m.position < span.end]
        following = [m for m in own if span.end <= m.position <= limit]
        # Marks before several quotations are about the first one.
        before = [m for m in own if is_first and m.position <= span.start]
        return (
            inside + self._group(following)
            or self._group(before[::-1])[::-1]
            or self._around(quotation)
        )

    def _around(self, quotation: ShownQuotation) -> list[ProviderMark]:
        """The marks that begin the block after a quotation, or end the one before."""
        following = self._group(self._leading.get(quotation.end_block, []))
        if following or not quotation.is_block:
            return following
        before = self._of_block.get(quotation.block - 1, [])
        return self._group(before[::-1])[::-1]

    def _group(self, marks: Sequence[ProviderMark]) -> list[ProviderMark]:
        """The first marks, as far as only punctuation is between them."""
        group = list(marks[:1])
        for mark in marks[1:]:
            start, end = sorted((group[-1].position, mark.position))
            if not _BETWEEN.fullmatch(self.text[start:end]):
                break
            group.append(mark)
        return group

    def blocks_of(self, quotation: ShownQuotation) -> Iterator[ShownQuotation]:
        """One quotation for each block of a block quote, if each of them has a mark."""
        numbers = range(quotation.block, quotation.end_block)
        if not all(self._of_block.get(number) for number in numbers):
            return
        for number in numbers:
            block = self.blocks[number]
            end = block.ends[-1]
            position = quotation.position if number + 1 == quotation.end_block else end
            yield replace(
                quotation,
                blocks=(block,),
                source_blocks=(),
                span=Span(block.starts[0], end),
                position=position,
                block=number,
                end_block=number + 1,
                source="",
            )

    def as_written(self, quotation: ShownQuotation) -> tuple[ShownBlock, ...]:
        """The blocks of a quotation with its marks left in as text, except the last."""
        written = self._written.quotations
        if len(written) != len(self.quotations) or quotation not in self.quotations:
            return ()
        return tuple(
            block.part(0, found.start())
            if (found := _LAST_MARKS.search(block.text))
            else block
            for block in written[self.quotations.index(quotation)].blocks
        )

    def is_before(self, mark: ProviderMark, quotation: ShownQuotation) -> bool:
        """Whether a mark is in the sentence, or introduction, before a quotation."""
        before = self.text[: mark.position].rpartition("\n")[2]
        return mark.position <= quotation.span.start and not _ENDED.search(before)

    def is_beside(self, mark: ProviderMark, quotation: ShownQuotation) -> bool:
        """Whether only punctuation is between a mark and a quotation before it."""
        if mark.position <= quotation.span.start:
            return False
        start = min(quotation.position, mark.position)
        return mark.position < quotation.position or bool(
            _BESIDE.fullmatch(self.text[start : mark.position])
        )


def _sentences(text: str, block: ShownBlock) -> Iterator[Sentence]:
    """The sentences of a block; none begins within code or a link."""
    starts = [0]
    if block.kind in _PROSE:
        spans = [*sentence_spans(block.text, Span(0, len(block.text)))]
        kept = [mark for mark in block.marks if mark.kind in _UNDIVIDED]
        starts += (
            span.start
            for span in spans[1:]
            if not any(mark.start < span.start < mark.end for mark in kept)
        )
    for start, following in zip(starts, [*starts[1:], len(block.text)], strict=True):
        words = block.text[start:following].rstrip()
        if not words:
            continue
        end = start + len(words)
        shown = " ; ".join(block.cell_texts) if block.cells else words
        yield Sentence(block, shown, block.span(start, end), after(text, block, end))
