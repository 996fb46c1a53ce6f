"""The units that chunks consist of, and their size.

Sizes are in tokens. Counting must be additive: the tokens of a text are those of its
parts, if these are separated by white space or an ideographic full stop. That holds for
BERT tokenizers, and avoids counting the same text again at each level.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ragtui_core.types import Block, BlockKind

CHARS_PER_TOKEN = 16
"""Characters that count as at least one token.

BERT makes a single token of any word above 100 characters, so that a chunk of a few
tokens could hold megabytes. Prose has 4 to 5 characters a token, wide tables 12.
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
        return Unit(
            self.start,
            other.end,
            self.tokens + other.tokens,
            self.size + other.size,
            self.border,
            other.leads,
        )


@dataclass(frozen=True, slots=True)
class Measure:
    """Counts the tokens of one text's spans."""

    text: str
    count_tokens: Callable[[str], int]

    def unit(
        self, start: int, end: int, border: Border, *, leads: bool = False
    ) -> Unit:
        """A unit of characters `start` to `end`, which must not be empty."""
        tokens = self.count_tokens(self.text[start:end])
        size = max(tokens, -(-(end - start) // CHARS_PER_TOKEN))
        return Unit(start, end, tokens, size, border, leads)

    def block(self, block: Block, before: Block | None) -> Unit:
        """A unit of a whole block that follows the block `before`."""
        span = block.span
        border = _border(block.kind, before.kind if before else None)
        return self.unit(span.start, span.end, border, leads=self._leads(block))

    def _leads(self, block: Block) -> bool:
        span = block.span
        if block.kind is BlockKind.TABLE_ROW:
            # Only the header has a second line, the delimiter row.
            return "\n" in span.of(self.text) or "\r" in span.of(self.text)
        if block.kind is BlockKind.PARAGRAPH:
            return self.text[span.end - 1] in ":\uff1a"
        return block.kind is BlockKind.HEADING


def _border(kind: BlockKind, before: BlockKind | None) -> Border:
    if kind is BlockKind.HEADING:
        return Border.SECTION
    if kind is before and kind in (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW):
        return Border.ITEM
    return Border.BLOCK


def spaced(units: Iterable[Unit], after: int | None = None) -> Iterator[Unit]:
    """Count wide white space towards the size of the unit that it precedes.

    Args:
        units: Units in order.
        after: The end of the preceding unit, if there is one.
    """
    for unit in units:
        gap = 0 if after is None else (unit.start - after) // CHARS_PER_TOKEN
        yield unit._replace(size=unit.size + gap) if gap else unit
        after = unit.end


def whole(units: Sequence[Unit]) -> Unit:
    """All of `units`, which follow each other, as one; its size is their sum."""
    return Unit(
        units[0].start,
        units[-1].end,
        sum(unit.tokens for unit in units),
        sum(unit.size for unit in units),
        units[0].border,
    )
