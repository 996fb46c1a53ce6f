"""Tables on a page of a PDF: cells between lines, or words that align in columns.

Prose is never a table: neither that in two columns, nor lists, addresses and contents.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import mean, median
from typing import NamedTuple

from ragtui_core.documents.extraction.pdf.pdf_rules import (
    Rule,
    RuledGrid,
    between,
    ruled_grids,
)
from ragtui_core.documents.extraction.table_grid import Cell, table_rows

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
_GAP = 0.9
"""The least space between columns, by the height of letters."""
_FEW_LINES, _FEW_ROWS = 3, 4
"""Lines of a table without rules, and of one of two columns."""
_REGULAR = 0.6
"""The share of lines that have all columns, and of values in the second of two."""
_SHORT = 6.0
"""Words of a cell on average in a table without rules."""
_VALUE = re.compile(
    r"[^\w\s]{0,3}\d[\d.,:/%€$£\s–-]*\w{0,3}[^\w\s]{0,2}|[-–—]|n/?a", re.I
)
_SAME, _EXACT = 15.0, 1.5
"""How far from each other columns are on two pages, in points."""
_LEADERS = re.compile(r"(?:\.\s?){4,}|_{4,}")
_SECTION = re.compile(r"\d{1,3}(?:\.\d{1,3})*\.?|[IVX]{1,5}\.?|[A-Z]\.?")
_MARKER = re.compile(
    r"[•◦▪●○■□☐☒\-–—*o]|[(\[]?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)\]]{1,2}", re.I
)


class Word(NamedTuple):
    """A word of a page: where it is in the text, and its box in points."""

    text: str
    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float
    last_height: float = 0.0
    """The height of its last letter."""

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
    columns: tuple[float, ...] = ()

    def head(self) -> list[Cell]:
        """The row of its heads."""
        return [Cell(text, is_head=True) for text in table_rows(self.rows)[0]]

    def goes_on(self, above: "PageTable") -> bool:
        """Whether it has columns of the table at the end of the page before, not heads.

        Its first row has a value where the heads above have none; else the columns
        must be in the very cells.
        """
        rows, (heads, *_) = table_rows(self.rows), table_rows(above.rows)
        if len(self.columns) != len(above.columns) or rows[0] == heads:
            return False
        shift = max(
            abs(one - other)
            for one, other in zip(self.columns, above.columns, strict=True)
        )
        values = [[bool(_VALUE.fullmatch(text)) for text in row] for row in rows[:4]]
        columns = list(zip(*values, strict=False))
        if any(all(below) and below and not first for first, *below in columns):
            return False
        is_value = any(
            column[0] and not _VALUE.fullmatch(head)
            for column, head in zip(columns, heads, strict=False)
        )
        return shift < (_SAME if is_value else _EXACT)


_Line = list[list[Word]]
"""The words of a line, cell by cell."""


def page_tables(words: Sequence[Word], rules: Sequence[Rule]) -> list[PageTable]:
    """The tables that words and lines of a page make."""
    tables = []
    left = list(words[:MAX_WORDS])
    for grid in ruled_grids(rules):
        if table := _ruled(grid, left):
            tables.append(table)
            taken = set(table.words)
            left = [word for word in left if word not in taken]
    return [*tables, *_aligned(left)]


def _ruled(grid: RuledGrid, words: Sequence[Word]) -> PageTable | None:
    """The table in a grid; None if that is a frame, a form or a drawing."""
    if len(grid.columns) * len(grid.rows) > MAX_CELLS:
        return None
    inside = [
        word
        for word in words
        if between(grid.columns, word.x) >= 0 and between(grid.rows, word.y) >= 0
    ]
    lined = _with_lines(grid, inside)
    are_lines, grid = lined is not grid, lined
    positions: dict[tuple[int, int], list[Word]] = {}
    for word in inside:
        position = between(grid.rows, word.y), between(grid.columns, word.x)
        positions.setdefault(position, []).append(word)
    rows = [list(row) for row in _cells(grid, positions)]
    rows = _whole_rows(rows) if are_lines else rows
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


def _with_lines(grid: RuledGrid, words: Sequence[Word]) -> RuledGrid:
    """A grid without lines between rows, with rows for the lines of its text."""
    if len(grid.rows) > 3:
        return grid
    low, high = grid.rows[:2]
    lines: list[list[Word]] = []
    for word in sorted((w for w in words if low < w.y < high), key=lambda w: w.y):
        if lines and word.y - lines[-1][0].y < word.height / 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    if any(len({between(grid.columns, word.x) for word in line}) < 2 for line in lines):
        return grid
    middles = [mean(word.y for word in line) for line in lines]
    borders = [mean(pair) for pair in pairwise(middles)]
    start, end = grid.columns[0], grid.columns[-1]
    rules = (Rule(True, border, start, end) for border in borders)
    return RuledGrid(
        grid.columns, (low, *borders, *grid.rows[1:]), (*grid.rules, *rules)
    )


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


def _aligned(words: Sequence[Word]) -> Iterator[PageTable]:
    """Tables without lines: lines one below the other, whose parts align."""
    block: list[_Line] = []
    for line in [*_lines(words), []]:
        if block and line and _follows(block[-1], line):
            block.append(line)
            continue
        if table := _table_of(block):
            yield table
        block = [line] if len(line) > 1 else []


def _lines(words: Sequence[Word]) -> Iterator[_Line]:
    """Lines as the file has them, divided where the space is wide."""
    line: _Line = []
    for word in words:
        last = line[-1][-1] if line else None
        if (
            last is None
            or abs(word.y - last.y) > last.height / 2
            or word.left < last.left
        ):
            if line:
                yield line
            line = [[word]]
        elif word.left - last.right > _GAP * last.height:
            line.append([word])
        else:
            line[-1].append(word)
    if line:
        yield line


def _follows(above: _Line, line: _Line) -> bool:
    """Whether a line is the next one below another, of letters of about its size.

    One of a single part has to be close to it, and not below the first part.
    """
    first, word = above[0][0], line[0][0]
    height, step = first.height, first.y - word.y
    if not 0 < step < 3 * height or not 0.6 < word.height / max(height, 0.1) < 1.7:
        return False
    if len(line) > 1 or len(above) < 2:
        return len(line) > 1
    return step < 1.6 * height and word.left > above[1][0].left - height


def _table_of(block: Sequence[_Line]) -> PageTable | None:
    """The table that lines make; None if they are prose, a list or contents."""
    if len(block) < _FEW_LINES:
        return None
    count, times = Counter(map(len, block)).most_common(1)[0]
    regular = [line for line in block if len(line) == count]
    if times < _REGULAR * len(block) or len(regular) < _FEW_LINES:
        return None
    borders = list(_gaps(regular, count))
    if len(borders) != count - 1 or not _is_table(regular):
        return None
    rows = _whole_rows(list(_row(line, borders)) for line in block)
    words = [word for line in block for part in line for word in part]
    return PageTable(rows, words, (block[0][0][0].left, *borders))


def _whole_rows(lines: Iterable[list[Cell]]) -> list[list[Cell]]:
    """Rows of lines, of which some go on with the cells above."""
    rows: list[list[Cell]] = []
    for row in lines:
        if rows and _continues(row) and len(rows[-1]) >= len(row):
            rows[-1] = _joined(rows[-1], row)
        else:
            rows.append(row)
    return rows


def _continues(row: Sequence[Cell]) -> bool:
    """Whether a line goes on with the cells above: it has words, but no first cell."""
    texts = [cell.text for cell in row if cell.text]
    return not row[0].text and not any(map(_VALUE.fullmatch, texts))


def _joined(row: Sequence[Cell], below: Sequence[Cell]) -> list[Cell]:
    texts = [cell.text for cell in below] + [""] * (len(row) - len(below))
    return [
        replace(cell, text=f"{cell.text} {text}".strip())
        for cell, text in zip(row, texts, strict=True)
    ]


def _gaps(lines: Sequence[_Line], count: int) -> Iterator[float]:
    """The middle of each space between columns that no line crosses."""
    for column in range(count - 1):
        end = max(line[column][-1].right for line in lines)
        start = min(line[column + 1][0].left for line in lines)
        if start > end:
            yield (start + end) / 2


def _is_table(lines: Sequence[_Line]) -> bool:
    """Whether parts of lines are values of columns."""
    columns = [[_text(part) for part in column] for column in zip(*lines, strict=True)]
    whole = [" ".join(texts) for texts in zip(*columns, strict=True)]
    if sum(map(bool, map(_LEADERS.search, whole))) * 2 >= len(whole):
        return False
    if mean(len(text.split()) for column in columns for text in column) > _SHORT:
        return False
    prose = sum(_is_prose([line[at] for line in lines]) for at in range(len(columns)))
    if _is_contents(columns[0], columns[-1]):
        return False
    if prose > 1 or (len(columns) == 2 and _share(columns[0], _MARKER) > 0.5):
        return False
    if len(columns) > 2:
        return True
    return len(lines) >= _FEW_ROWS and _share(columns[1], _VALUE) >= _REGULAR


def _is_contents(first: Sequence[str], last: Sequence[str]) -> bool:
    """Whether lines are numbers of sections and the pages on which they begin."""
    pages = [int(text) for text in last if text.isdecimal()]
    are_sections = _share(first, _SECTION) > _REGULAR
    return len(pages) == len(last) and pages == sorted(pages) and are_sections


def _share(texts: Sequence[str], pattern: re.Pattern[str]) -> float:
    return sum(bool(pattern.fullmatch(text.strip())) for text in texts) / len(texts)


def _is_prose(parts: Sequence[list[Word]]) -> bool:
    """Whether the parts of a column fill its width with several words each."""
    widths = [part[-1].right - part[0].left for part in parts]
    counts = [len(part) for part in parts]
    return median(counts) >= 4 and median(widths) >= 0.8 * max(widths)


def _row(line: _Line, borders: Sequence[float]) -> Iterator[Cell]:
    """The cells of a line; one above several columns spans them."""
    edges = [float("-inf"), *borders, float("inf")]
    cells: list[tuple[int, int, list[Word]]] = []
    for part in line:
        first, last = between(edges, part[0].x), between(edges, part[-1].x)
        if cells and first <= cells[-1][1]:
            before, _, words = cells.pop()
            first, part = before, [*words, *part]
        cells.append((first, last, part))
    done = 0
    for first, last, words in cells:
        yield from [Cell("")] * (first - done)
        yield Cell(_text(words), 1, last - first + 1)
        done = last + 1
