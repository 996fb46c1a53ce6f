"""Tables whose cells span rows and columns, as rows of cells under their heads.

A cell that spans rows is repeated in each of them. One that spans columns is repeated
unless it fills a row by itself, as the title of a part of a table does. Markdown has
one row of heads: several are joined, each column's words from top to bottom.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

MAX_COLUMNS = 1_000
"""Columns that a cell may span, as in browsers."""
MAX_REPEATED = 200_000
"""Repetitions of the cells of a table; what spans more is empty there."""
MAX_REPEATED_CHARS = 500
"""Characters of a cell that is repeated; a longer one is empty in the other places."""
MAX_HEADS = 5

Row = list[str]


@dataclass(frozen=True, slots=True)
class Cell:
    """Text in a table, and how many rows and columns it spans.

    `rows` is 0 for all that follow. `is_head` if the file says so.
    """

    text: str
    rows: int = 1
    columns: int = 1
    is_head: bool = False

    @property
    def repeated(self) -> str:
        """The text in the places that it spans."""
        return self.text if len(self.text) <= MAX_REPEATED_CHARS else ""


def table_rows(table: Iterable[Sequence[Cell]]) -> list[Row]:
    """The rows of a table without empty ones; the first has the heads."""
    source = [row for row in table if row]
    rows = list(_grid(source))
    heads = _heads(source)
    kept = [row for row in rows[heads:] if any(text.strip() for text in row)]
    return [_joined(rows[:heads]), *kept] if heads > 1 else [*rows[:heads], *kept]


def _grid(source: Sequence[Sequence[Cell]]) -> Iterator[Row]:
    """Each row with the cells of those above that reach into it."""
    open_cells: dict[int, tuple[str, int]] = {}  # by column: text, and rows that follow
    budget = MAX_REPEATED
    for number, row in enumerate(source):
        if not open_cells and all(cell.rows == cell.columns == 1 for cell in row):
            yield [cell.text for cell in row]
            continue
        left, filled = len(source) - number, dict[int, str]()
        below = {
            column: (text, rows - 1)
            for column, (text, rows) in open_cells.items()
            if rows > 1
        }
        filled.update((column, text) for column, (text, _) in open_cells.items())
        column = 0
        for cell in row:
            while column in open_cells:
                column += 1
            columns = max(1, min(cell.columns, MAX_COLUMNS, budget + 1))
            rows = min(cell.rows or left, left)
            spread = len(row) > 1 or rows > 1
            for at in range(column, column + columns):
                is_first = at == column
                filled[at] = cell.text if is_first else cell.repeated if spread else ""
                if rows > 1 and budget > 0:
                    below[at] = (cell.repeated if is_first or spread else "", rows - 1)
            budget -= columns - 1 + (columns if rows > 1 else 0)
            column += columns
        budget -= len(open_cells)
        open_cells = below if budget > 0 else {}
        yield [filled.get(at, "") for at in range(max(filled, default=-1) + 1)]


def _heads(source: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the top are heads: those that the file calls so.

    Without any, rows above the first one in which no cell is spanned, if a cell of the
    first spans columns beside others.
    """
    heads = takewhile(lambda row: all(cell.is_head for cell in row), source)
    count = sum(1 for _ in heads)
    if count or not source or len(source[0]) < 2:
        return min(count or 1, len(source), MAX_HEADS)
    reach = max(cell.rows for cell in source[0])
    is_split = any(cell.columns > 1 and cell.rows == 1 for cell in source[0])
    return min(max(reach, 2), len(source) - 1, MAX_HEADS) if is_split else 1


def _joined(rows: Sequence[Row]) -> Row:
    width = max(map(len, rows), default=0)
    columns = ([row[at] for row in rows if at < len(row)] for at in range(width))
    return [" ".join(dict.fromkeys(filter(None, texts))) for texts in columns]
