"""The units that chunks consist of, their size, and how text is split into them.

Sizes are in tokens. Counting must be additive: the tokens of a text are those of its
parts, if these are separated by white space or an ideographic full stop. This is so for
BERT tokenizers, and avoids counting the same text again at each level.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ragtui_core.language.sentences import sentence_spans
from ragtui_core.text.encoded_data import MIN_LINE
from ragtui_core.types import Block, BlockKind, Span

CHARS_PER_TOKEN = 16
"""Characters that count as at least one token.

BERT makes a single token of any word above 100 characters, so that a chunk of a few
tokens could contain megabytes. Prose has 4 to 5 characters a token, wide tables 12.
"""


class Border(IntEnum):
    """The border before a unit; lower values are better places to cut."""

    SECTION = 0
    BLOCK = 1
    ITEM = 2
    """Between the items of a list or the rows of a table."""
    SENTENCE = 3
    LINE = 4
    WORD = 5
    INSIDE = 6
    """Within a word; the parts are not joined again, since counts do not add up."""


class Unit(NamedTuple):
    """Characters `start` to `end` of the text, with no white space at the ends."""

    start: int
    end: int
    tokens: int
    size: int
    """`tokens`, or more if the text is long for its tokens; at least 1."""
    border: Border
    leads: bool = False
    """Whether it should not be separated from what follows, such as a heading."""

    def joined(self, other: "Unit") -> "Unit":
        """This unit and the next as one."""
        start, _, tokens, size, border, _ = self
        _, end, more_tokens, more_size, _, leads = other
        sums = (start, end, tokens + more_tokens, size + more_size, border, leads)
        return _new_unit(Unit, sums)


_new_unit = tuple.__new__
"""Makes a unit of a tuple, in half the time of its constructor."""

_DATA = re.compile(f" {{{MIN_LINE},}}")
_SERIES = (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW)


@dataclass(frozen=True, slots=True)
class Measure:
    """Counts the tokens of one text's spans."""

    text: str
    count_tokens: Callable[[str], int]
    has_data: bool = False
    """Whether long runs of spaces are encoded data, which has no size."""

    def unit(
        self, start: int, end: int, border: Border, *, leads: bool = False
    ) -> Unit:
        """A unit of characters `start` to `end`, which must not be empty."""
        tokens = self.count_tokens(self.text[start:end])
        minimum = -(-(end - start) // CHARS_PER_TOKEN)
        if self.has_data and minimum > tokens:
            characters = len(_DATA.sub("", self.text[start:end]))
            minimum = -(-characters // CHARS_PER_TOKEN)
        size = tokens if tokens > minimum else minimum
        return _new_unit(Unit, (start, end, tokens, size, border, leads))

    def blocks(self, blocks: Iterable[Block]) -> Iterator[tuple[BlockKind, Unit]]:
        """A unit of each of `blocks`, which follow each other in a section."""
        text, before = self.text, None
        for block in blocks:
            kind, span = block.kind, block.span
            start, end = span.start, span.end
            border, leads = Border.BLOCK, False
            if kind is BlockKind.PARAGRAPH:
                leads = text[end - 1] in ":\uff1a"
            elif kind is BlockKind.HEADING:
                border, leads = Border.SECTION, True
            elif kind is before and kind in _SERIES:
                border = Border.ITEM
            if kind is BlockKind.TABLE_ROW:
                # Only the header has a second line, the delimiter row.
                leads = text.find("\n", start, end) >= 0
                leads = leads or text.find("\r", start, end) >= 0
            yield kind, self.unit(start, end, border, leads=leads)
            before = kind


def spaced(units: Iterable[Unit], after: int | None = None) -> Iterator[Unit]:
    """Count wide white space towards the size of the unit that it precedes.

    `after` is the end of the preceding unit, if there is one.
    """
    for unit in units:
        if after is None or unit.start < after + CHARS_PER_TOKEN:
            yield unit
        else:
            gap = (unit.start - after) // CHARS_PER_TOKEN
            yield unit._replace(size=unit.size + gap)
        after = unit.end


def whole(units: Sequence[Unit]) -> Unit:
    """All of `units`, which follow each other, as one; its size is their sum."""
    if len(units) == 1:
        first = units[0]
        return first._replace(leads=False) if first.leads else first
    tokens = size = 0
    for unit in units:
        tokens += unit.tokens
        size += unit.size
    return Unit(units[0].start, units[-1].end, tokens, size, units[0].border)


Step = tuple[Border, Callable[[str, Span], Iterator[Span]]]

_LINE = re.compile(r"[^\s](?:[^\r\n]*[^\s])?")
_WORD_RUN = re.compile(r"(?>(?:\S++\s++){0,15})\S++")
_WORD = re.compile(r"\S++")


def _matches(pattern: re.Pattern[str]) -> Callable[[str, Span], Iterator[Span]]:
    def spans(text: str, span: Span) -> Iterator[Span]:
        for match in pattern.finditer(text, span.start, span.end):
            yield Span(*match.span())

    return spans


_LINES: tuple[Step, ...] = (
    (Border.LINE, _matches(_LINE)),
    (Border.WORD, _matches(_WORD_RUN)),  # 16 words at once, as there can be millions
    (Border.WORD, _matches(_WORD)),
)
WORDS: tuple[Step, ...] = _LINES[-1:]
"""Into words; like all steps, into parts of words that are too large."""
SENTENCES: tuple[Step, ...] = ((Border.SENTENCE, sentence_spans), *_LINES)
"""Into sentences; too large ones into lines, then words."""


def steps_for(kind: BlockKind) -> tuple[Step, ...]:
    """How to split a block of this kind: code at lines, other text at sentences."""
    lined = (BlockKind.CODE, BlockKind.HTML, BlockKind.TABLE_ROW)
    return _LINES if kind in lined else SENTENCES


def split(
    measure: Measure, unit: Unit, steps: tuple[Step, ...], limit: int
) -> Iterator[Unit]:
    """Split `unit` into parts of at most `limit`, in as few steps as needed."""
    if unit.size <= limit:
        yield unit
    elif steps:
        yield from divide(measure, unit, steps, limit)
    else:
        yield from _characters(measure, unit, limit)


def divide(
    measure: Measure, unit: Unit, steps: tuple[Step, ...], limit: int
) -> Iterator[Unit]:
    """Apply the first of `steps` in any case, and the others as needed."""
    between, spans = steps[0]
    border = unit.border
    for span in spans(measure.text, Span(unit.start, unit.end)):
        part = measure.unit(span.start, span.end, border)
        yield from split(measure, part, steps[1:], limit)
        border = between


def _characters(measure: Measure, unit: Unit, limit: int) -> Iterator[Unit]:
    """Split one long word."""
    border, width = unit.border, limit * CHARS_PER_TOKEN
    for start in range(unit.start, unit.end, width):
        part = measure.unit(start, min(start + width, unit.end), border)
        yield from _halves(measure, part, limit)
        border = Border.INSIDE


def _halves(measure: Measure, unit: Unit, limit: int) -> Iterator[Unit]:
    """Halve until it fits; a few times at most, as no character has 16 tokens."""
    middle = (unit.start + unit.end) // 2
    if unit.size <= limit or middle == unit.start:
        yield unit
        return
    left = measure.unit(unit.start, middle, unit.border)
    right = measure.unit(middle, unit.end, Border.INSIDE)
    yield from _halves(measure, left, limit)
    yield from _halves(measure, right, limit)
