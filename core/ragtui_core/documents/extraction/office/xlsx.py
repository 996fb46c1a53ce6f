"""Worksheets of Excel files, read by calamine: the values that formulas last had.

Nothing is computed, no macro runs, and no link to another file is followed. What is
hidden is left out, see `xlsx_parts`.
"""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, time, timedelta
from itertools import product
from typing import Any

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted, OwnExtractor
from ragtui_core.documents.extraction.office.number_formats import shown_time
from ragtui_core.documents.extraction.office.office_archive import (
    check_archive,
    readable_xml,
    with_creation,
)
from ragtui_core.documents.extraction.office.xlsx_parts import (
    WORKBOOK,
    Looks,
    WorkbookParts,
)
from ragtui_core.documents.extraction.table_grid import Cell
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import LocationKind

MAX_CELLS = 750_000
"""Cells of a file, with empty ones between others: 60,000 are read in a second."""

MAX_MERGED = 10_000
"""Cells that are merged into one; what spans more is read as its first cell."""

Row = list[Cell | None]
_CELL = Cell("")
_NUMBER = re.compile(r"[-+(]?\s*(?:[$€£¥]|[A-Z]{3}\s)?\s*[.,]?\d")
_YEAR = re.compile(r"(?:19|20)\d\d(?:\s*[-/–]\s*\d{2,4})?")


class XlsxExtractor(OwnExtractor, kind="xlsx"):
    """Extracts workbooks; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The visible sheets with values: each one's tables, cells as shown."""
        check_archive(data, WORKBOOK, "XLSX")
        from python_calamine import CalamineError, CalamineWorkbook

        try:
            with (
                readable_xml("XLSX"),
                WorkbookParts(data) as parts,
                CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook,
            ):
                return with_creation(_extracted(workbook, parts), data)
        except CalamineError as error:
            detail = str(error)  # may be the name of a part alone
            more = f": {detail}" if " " in detail else ""
            raise UnreadableFile(f"a damaged XLSX file{more}") from error


def _extracted(workbook: Any, parts: WorkbookParts) -> Extracted:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    writer, left = CanonicalWriter(), MAX_CELLS
    for index, sheet in enumerate(workbook.sheets_metadata):
        if sheet.visible != SheetVisibleEnum.Visible:
            continue
        before = writer.position
        if sheet.typ == SheetTypeEnum.WorkSheet:
            with writer.part(f"sheet {sheet.name!r}"):
                left -= _write_sheet(writer, workbook, parts, index, left)
        with writer.part(f"a chart or a comment of sheet {sheet.name!r}"):
            for block in parts.beside(index):
                if writer.position == before:
                    _begin(writer, sheet.name, index)
                if isinstance(block, str):
                    writer.paragraph(block)
                else:
                    writer.grid(block)
    found = writer.extracted()
    if not found.anchors:
        problems = "; ".join(found.problems)
        raise UnreadableFile(problems or "no visible sheets with values")
    return found


def _write_sheet(
    writer: CanonicalWriter, workbook: Any, parts: WorkbookParts, index: int, left: int
) -> int:
    """Write a sheet if it has values; the cells that it spans of those `left`."""
    name = workbook.sheet_names[index]
    first, last, width = parts.span(index)
    end = min(last, first - 1 + left // max(width, 1))
    if end < last:
        workbook = _first_rows(parts, index, end)
        size = f"{(last - first + 1) * width:,} cells, and only {MAX_CELLS:,} of a file"
        writer.add_problems(
            [f"only the rows to {end} of sheet {name!r} were read: it spans {size} are"]
        )
    cells, looks = workbook.get_sheet_by_index(index), parts.looks(index, end)
    if looks.hides_lines_of(cells.total_height, cells.total_width):
        writer.add_problems([f"hidden rows and columns of {name!r} were left out"])
    if count := parts.without_results(index):
        writer.add_problems([f"{count} formulas of {name!r} were never computed"])
    for number, block in enumerate(_blocks(_shown(cells, looks))):
        if number == 0:
            _begin(writer, name, index)
        _write_block(writer, block)
    return max(0, end - first + 1) * width


def _begin(writer: CanonicalWriter, name: str, index: int) -> None:
    writer.anchor(LocationKind.SHEET, name, index + 1)
    writer.heading(1, name)


def _first_rows(parts: WorkbookParts, index: int, end: int) -> Any:
    from python_calamine import CalamineWorkbook

    return CalamineWorkbook.from_filelike(io.BytesIO(parts.first_rows(index, end)))


def _shown(sheet: Any, looks: Looks) -> Iterator[Row]:
    """The cells of the rows that are shown; those within merged ones are None."""
    _, left = sheet.start or (0, 0)
    merged = dict[tuple[int, int], Cell | None]()
    for begin, (bottom, right) in sheet.merged_cell_ranges or ():
        if (bottom - begin[0] + 1) * (right - begin[1] + 1) <= MAX_MERGED:
            covered = product(range(begin[0], bottom + 1), range(begin[1], right + 1))
            merged |= dict.fromkeys(covered)
            merged[begin] = Cell("", bottom - begin[0] + 1, right - begin[1] + 1)
    for number, row in enumerate(sheet.iter_rows()):
        if number not in looks.rows:
            shown: Row = []
            for column, value in enumerate(row, left):
                text = looks.shown(number, column, _text(value), value)
                cell = merged.get((number, column), _CELL)
                if text and cell is not None:
                    cell = Cell(text) if cell is _CELL else replace(cell, text=text)
                shown.append(cell)
            yield shown


def _blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows between empty ones, without empty columns.

    Rows without heads of their own belong to those above, whatever is between.
    """
    done: list[Row] = []
    for block in _parts(rows):
        if done and _continues(block, done):
            done += block
            continue
        if done:
            yield _narrowed(done)
        done = block
    if done:
        yield _narrowed(done)


def _parts(rows: Iterable[Row]) -> Iterator[list[Row]]:
    block: list[Row] = []
    for row in rows:
        if any(cell is not None and (cell.text or cell.rows > 1) for cell in row):
            block.append(row)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _continues(block: list[Row], above: list[Row]) -> bool:
    """Whether the first row with several values has a number, and columns as above."""
    texts = [_texts(row) for row in block]
    first = next((row for row in texts if len(row) > 1), {})
    columns = {column for row in above for column in _texts(row)}
    has_number = any(
        _NUMBER.match(text) and not _YEAR.fullmatch(text) for text in first.values()
    )
    return has_number and len(columns) > 1 and all(map(columns.issuperset, texts))


def _texts(row: Row) -> dict[int, str]:
    """The texts of a row by column."""
    return {column: cell.text for column, cell in enumerate(row) if cell and cell.text}


def _narrowed(block: list[Row]) -> list[Row]:
    used = sorted({column for row in block for column in _texts(row)})
    return [[row[column] for column in used] for row in block]


def _write_block(writer: CanonicalWriter, block: list[Row]) -> None:
    """Write a table, or words without columns."""
    if len(block[0]) > 1:
        writer.grid(_spread(row) for row in block)
    else:
        writer.paragraph("\n".join(cell.text for row in block for cell in row if cell))


def _spread(row: Row) -> list[Cell]:
    """A row whose only value is the first, such as a title, spans its columns."""
    cells = [cell for cell in row if cell is not None]
    if list(_texts(row)) == [0] and len(cells) > 1 and cells[0].rows == 1:
        return [Cell(cells[0].text, 1, len(row))]
    return cells


def _text(value: object) -> str:
    """A value as people read it; `3.0` is 3, and numbers have 15 digits as in Excel."""
    match value:
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"
        case date() | time() | timedelta():
            return shown_time(value, "")
    return " ".join(str(value).split())
