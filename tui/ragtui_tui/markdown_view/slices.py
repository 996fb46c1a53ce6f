"""Cuts the lines of a page into slices that can be parsed separately.

A slice ends where the core's parser sees a block begin: outside of all others if there
is one within reach, else at an item of a list or a block within others. A slice that
begins within a block repeats the lines that opened it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtui_core import BlockKind
from ragtui_core.documents import BlockLines, ContainerKind, ParserPanic, block_lines

MIN_LINES, INNER_LINES, MAX_LINES = 12, 24, 36
"""Lines from which a slice ends before a block outside of others or an item, before any
block, and at any line."""
MANY_CHARS = 4_000
"""Characters from which it ends at any line."""
LONGEST_LINE = 2_000
"""Characters of a line; the parts of a longer one are shown as they are written."""
MAX_OPEN = 100
"""Blocks within one another; a slice that begins within more repeats no lines."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Lines of a page.

    `opening` are lines that are read before them but not shown: those of items, of a
    fence or of a table that began in an earlier slice.
    """

    first: int
    """The line of the file that it begins with, counted from 1."""
    lines: Sequence[str]
    opening: tuple[str, ...] = ()
    plain: bool = False
    """Whether it is shown as it is written."""

    @property
    def last(self) -> int:
        """The line of the file that it ends with."""
        return self.first + max(1, len(self.lines)) - 1

    @property
    def size(self) -> int:
        """Characters."""
        return sum(map(len, self.lines))


def markdown_slices(
    lines: Sequence[str], first: int, opening: tuple[str, ...] = ()
) -> Iterator[Slice]:
    """The slices of Markdown; the lines are parsed no further than they are needed.

    Args:
        lines: Safe to show.
        first: The line of the file that they begin with.
        opening: Of the first slice.
    """
    slicer = _Slicer(lines, first, opening)
    try:
        yield from slicer.slices()
    except ParserPanic:
        rest = slicer.start
        yield from cut_plain(lines[rest:], first + rest)


def cut_plain(lines: Sequence[str], first: int) -> list[Slice]:
    """The slices of a text that is shown as it is written."""
    slices: list[Slice] = []
    start = size = 0
    for at, line in enumerate(lines):
        if len(line) > LONGEST_LINE and at > start:
            slices.append(Slice(first + start, lines[start:at], plain=True))
            start, size = at, 0
        size += len(line)
        if at + 1 - start >= MAX_LINES or size >= LONGEST_LINE or at + 1 == len(lines):
            slices += _plain(lines[start : at + 1], first + start)
            start, size = at + 1, 0
    return slices


def _plain(lines: Sequence[str], first: int) -> Iterator[Slice]:
    """One slice; of a line that is too long for one, several."""
    if len(lines) > 1 or not lines or len(lines[0]) <= LONGEST_LINE:
        yield Slice(first, lines, plain=True)
        return
    for start in range(0, len(lines[0]), LONGEST_LINE):
        part = lines[0][start : start + LONGEST_LINE]
        yield Slice(first, [part], plain=True)


class _Slicer:
    """Walks over the lines and the blocks once, in linear time."""

    def __init__(
        self, lines: Sequence[str], first: int, opening: tuple[str, ...]
    ) -> None:
        self.start = 0
        """The first of the lines that no slice contains yet."""
        self._lines = lines
        self._first = first
        self._read = [*opening, *lines]
        self._shift = len(opening)
        self._opening = opening
        self._size = 0
        self._blocks = block_lines("\n".join(self._read))
        self._coming: BlockLines | None = None
        self._open: list[BlockLines] = []
        self._not_lists: list[int] = []
        """Of each open block: how many, up to it, are not lists."""
        self._continued = 0
        """How many of the open blocks began before the line."""
        self._is_begun = False
        """Whether a block begins with the line."""
        self._columns = 0
        """Of the table that is open: a line may leave out cells."""
        self._literals: dict[int, BlockLines] = {}

    def slices(self) -> Iterator[Slice]:
        self._coming = next(self._blocks, None)
        for at, line in enumerate(self._lines):
            self._enter(at + self._shift)
            if at > self.start and self._may_cut(at):
                yield self._cut(at)
            if at == self.start and at:
                self._opening = self._opening_of(at + self._shift)
            if len(line) > LONGEST_LINE and not self._is_code():
                if at > self.start:
                    yield self._cut(at)
                yield from cut_plain([line], self._first + at)
                self.start, self._size = at + 1, 0
                continue
            self._size += max(len(line), self._columns)
        if self.start < len(self._lines):
            yield self._cut(len(self._lines))

    def _enter(self, line: int) -> None:
        """Close the blocks that end before a line, and open those that it begins."""
        while self._open and self._open[-1].end <= line:
            self._open.pop()
            self._not_lists.pop()
            self._columns = 0
        self._continued = len(self._open)
        self._is_begun = False
        while self._coming and self._coming.first <= line:
            self._begin(self._coming, line)
            self._coming = next(self._blocks, None)

    def _begin(self, block: BlockLines, line: int) -> None:
        if block.kind in _LITERALS:
            self._literals[block.first] = block
        self._is_begun = self._is_begun or block.first == line
        if block.end <= line or len(self._open) > MAX_OPEN:
            return
        if block.kind is ContainerKind.TABLE:
            self._columns = self._read[block.first].count("|")
        if self._open and block.end > self._open[-1].end:
            block = block._replace(end=self._open[-1].end)
        before = self._not_lists[-1] if self._not_lists else 0
        self._open.append(block)
        self._not_lists.append(before + (block.kind is not ContainerKind.LIST))
        self._continued += block.first < line

    def _is_code(self) -> bool:
        """Whether the line continues code, which contains no other blocks."""
        return (
            self._continued > 0
            and self._open[self._continued - 1].kind is BlockKind.CODE
        )

    def _may_cut(self, at: int) -> bool:
        length = at - self.start
        if length >= MAX_LINES or self._size >= MANY_CHARS:
            return True
        if length < MIN_LINES or not self._is_begun:
            return False
        if length >= INNER_LINES:
            return True
        if not self._continued:
            return not self._lines[at - 1].strip()
        return not self._not_lists[self._continued - 1]

    def _cut(self, end: int) -> Slice:
        text_slice = Slice(
            self._first + self.start, self._lines[self.start : end], self._opening
        )
        self.start, self._size = end, 0
        return text_slice

    def _opening_of(self, line: int) -> tuple[str, ...]:
        """The lines that opened the blocks which a line continues."""
        if self._continued > MAX_OPEN:
            return ()
        numbers: list[int] = []
        for block in self._open[: self._continued]:
            if block.kind in _OPENED_BY_ONE:
                numbers += [block.first, *self._closing_of(block.first, line)]
            elif block.kind is ContainerKind.TABLE:
                numbers += [block.first, block.first + 1]
        opening = [self._read[number] for number in dict.fromkeys(numbers)]
        if opening and not self._read[line - 1].strip():
            opening.append("")
        return tuple(opening) if sum(map(len, opening)) <= MANY_CHARS else ()

    def _closing_of(self, first: int, line: int) -> Sequence[int]:
        """The lines that close code or HTML that began on line `first` with an item."""
        literal = self._literals.get(first)
        if literal is None or literal.end > line:
            return ()
        after = [literal.end] if literal.kind is BlockKind.HTML else []
        return [literal.end - 1, *(number for number in after if number < line)]


_LITERALS = {BlockKind.CODE, BlockKind.HTML}
_OPENED_BY_ONE = {ContainerKind.ITEM, *_LITERALS}
"""The kinds of blocks that their first line opens."""
