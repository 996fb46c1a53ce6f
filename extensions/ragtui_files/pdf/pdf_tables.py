"""Tables on a page of a PDF: cells between the lines that are drawn around them."""

import re
from collections.abc import Iterator, Sequence
from statistics import mean
from typing import NamedTuple

from ragtui_core.documents import Cell, table_rows
from ragtui_files.pdf.pdf_rules import RuledGrid, between

MAX_CELLS = 10_000
"""Cells of a grid; a drawing has more."""
MAX_WORDS = 20_000
"""Words of a page in which columns are looked for."""

_FULL = 0.4
"""The share of a grid's cells that have words; a frame or a chart has fewer."""
_SPANNING = 0.4
"""The share of cells with words that may span columns."""
_LONG = 60
"""Words of a cell on average; the parts of a form or a page have more."""
_SAME = 3.0
"""How far from each other columns of one table are on two pages, in points."""


class Word(NamedTuple):
    """A word of a page: where it is in the text, and its box in points."""

    text: str
    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float

    @property
    def x(self) -> float:
        """The middle between left and right."""
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        """The middle between bottom and top."""
        return (self.bottom + self.top) / 2

    @property
    def height(self) -> float:
        """The height of its letters."""
        return self.top - self.bottom


class PageTable(NamedTuple):
    """A table, its words in the order of the page's text, and where its columns are."""

    rows: list[list[Cell]]
    words: list[Word]
    columns: tuple[float, ...]

    def head(self) -> list[Cell]:
        """The row of its heads."""
        return [Cell(text, is_head=True) for text in table_rows(self.rows)[0]]

    def goes_on(self, above: "PageTable") -> bool:
        """Whether it has the columns of the table at the end of the page before.

        One whose first row has no number has heads of its own.
        """
        rows, heads = table_rows(self.rows), table_rows(above.rows)[0]
        return (
            len(self.columns) == len(above.columns)
            and all(
                abs(one - other) <= _SAME
                for one, other in zip(self.columns, above.columns, strict=True)
            )
            and rows[0] != heads
            and any(character.isdecimal() for text in rows[0] for character in text)
        )


def page_tables(words: Sequence[Word], grids: Sequence[RuledGrid]) -> list[PageTable]:
    """The tables that words of a page make in grids of its lines."""
    tables = []
    left = list(words[:MAX_WORDS])
    for grid in grids:
        if table := _ruled(grid, left):
            tables.append(table)
            taken = set(table.words)
            left = [word for word in left if word not in taken]
    return tables


def _ruled(grid: RuledGrid, words: Sequence[Word]) -> PageTable | None:
    """The table in a grid; None if that is a frame, a form or a drawing."""
    if len(grid.columns) * len(grid.rows) > MAX_CELLS:
        return None
    inside = [
        word
        for word in words
        if between(grid.columns, word.x) >= 0 and between(grid.rows, word.y) >= 0
    ]
    positions: dict[tuple[int, int], list[Word]] = {}
    for word in inside:
        position = between(grid.rows, word.y), between(grid.columns, word.x)
        positions.setdefault(position, []).append(word)
    rows = [list(row) for row in _cells(grid, positions)]
    if _is_drawing(rows):
        return None
    filled = [sum(bool(cell.text) for cell in row) for row in rows]
    full = [count for count in filled if count > 1]
    if len(full) < 2 or len(full) * 2 < sum(map(bool, filled)):
        return None
    if sum(filled) < _FULL * sum(map(len, rows)) or len(inside) > _LONG * sum(filled):
        return None
    return PageTable(rows, inside, grid.columns)


def _is_drawing(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether so many cells span others, or one so many, that it is not a table."""
    filled = [cell for row in rows for cell in row if cell.text]
    spanning = [cell for cell in filled if cell.columns > 1]
    areas = [cell.rows * cell.columns for row in rows for cell in row]
    is_large = max(areas) > 12 and max(areas) * 2 > sum(areas)
    return is_large or len(spanning) > _SPANNING * len(filled)


def _cells(
    grid: RuledGrid, positions: dict[tuple[int, int], list[Word]]
) -> Iterator[Iterator[Cell]]:
    """The rows of a grid from the top: cells reach as far as no line ends them."""
    xs, ys = grid.columns, grid.rows
    taken: set[tuple[int, int]] = set()

    def is_open(row: int, column: int, across: bool) -> bool:
        """Whether a cell goes on below, or to the right."""
        if across:
            return row > 0 and not grid.divides(
                True, ys[row], mean(xs[column : column + 2])
            )
        return column < len(xs) - 2 and not grid.divides(
            False, xs[column + 1], mean(ys[row : row + 2])
        )

    def row_cells(row: int) -> Iterator[Cell]:
        for column in range(len(xs) - 1):
            if (row, column) in taken:
                continue
            right, low = column, row
            while is_open(row, right, False) and (row, right + 1) not in taken:
                right += 1
            while all(is_open(low, at, True) for at in range(column, right + 1)):
                low -= 1
            covered = [
                (y, x) for y in range(low, row + 1) for x in range(column, right + 1)
            ]
            taken.update(covered)
            words = sorted(
                (w for at in covered for w in positions.get(at, ())), key=_start
            )
            yield Cell(_text(words), row - low + 1, right - column + 1)

    for row in range(len(ys) - 2, -1, -1):
        yield row_cells(row)


def _start(word: Word) -> int:
    return word.start


def _text(words: Sequence[Word]) -> str:
    """Words on one line; a broken one ends with the mark of pdfium and a line end."""
    return re.sub(
        "(?<=[\ufffe\x02\u00ad]) ", "\n", " ".join(word.text for word in words)
    )
