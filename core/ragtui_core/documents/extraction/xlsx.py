"""Worksheets of Excel files, read by calamine: the values that formulas last had.

Nothing is computed, no macro runs, and no link to another file is followed. What is
hidden is left out, see `xlsx_parts`.
"""

import io
from collections.abc import Iterable, Iterator
from datetime import date, time
from typing import Any

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.office_archive import (
    check_archive,
    readable_xml,
    with_creation,
)
from ragtui_core.documents.extraction.xlsx_parts import WORKBOOK, Looks, WorkbookParts
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import LocationKind

MAX_CELLS = 2_000_000
"""Cells of a file, with empty ones between others: 213,000 are read in a second."""

Row = list[str]


class XlsxExtractor:
    """Extracts workbooks; see `Extractor`."""

    endings = OWN_ENDINGS["xlsx"]

    @property
    def version(self) -> str:
        """Our version and those of the libraries."""
        return own_version("xlsx")

    def extract(self, data: bytes) -> Extracted:
        """The visible sheets with values: each one's tables, cells without format."""
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

    writer, problems = CanonicalWriter(), list[str]()
    left = MAX_CELLS
    for index, sheet in enumerate(workbook.sheets_metadata):
        if (sheet.visible, sheet.typ) != (
            SheetVisibleEnum.Visible,
            SheetTypeEnum.WorkSheet,
        ):
            continue
        size = parts.span(index)
        if size > left:
            problems.append(
                f"sheet {sheet.name!r} was left out: it spans {size:,} cells, and only "
                f"{MAX_CELLS:,} of a file are read"
            )
            continue
        left -= size
        cells, looks = workbook.get_sheet_by_index(index), parts.looks(index)
        if looks.hides_lines_of(cells.total_height, cells.total_width):
            problems.append(f"hidden rows and columns of {sheet.name!r} were left out")
        _write_sheet(writer, sheet.name, index + 1, _blocks(_shown(cells, looks)))
    found = writer.extracted(problems=problems)
    if not found.anchors:
        raise UnreadableFile("; ".join(problems) or "no visible sheets with values")
    return found


def _shown(sheet: Any, looks: Looks) -> Iterator[Row]:
    """The texts of the rows that are shown."""
    first = sheet.start[1] if sheet.start else 0
    for number, row in enumerate(sheet.iter_rows()):
        if number not in looks.rows:
            yield [
                looks.shown(number, column, _text(value), value)
                for column, value in enumerate(row, first)
            ]


def _blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows between empty ones, without empty columns."""
    block: list[Row] = []
    for row in rows:
        if any(row):
            block.append(row)
        elif block:
            yield _narrowed(block)
            block = []
    if block:
        yield _narrowed(block)


def _narrowed(block: list[Row]) -> list[Row]:
    used = sorted({at for row in block for at, text in enumerate(row) if text})
    return [[row[at] for at in used] for row in block]


def _write_sheet(
    writer: CanonicalWriter, name: str, number: int, blocks: Iterator[list[Row]]
) -> None:
    """Write the sheet, if it has values: a table, or words without columns."""
    first = next(blocks, None)
    if first is None:
        return
    writer.anchor(LocationKind.SHEET, name, number)
    writer.heading(1, name)
    for block in (first, *blocks):
        if len(block[0]) > 1:
            writer.table(block)
        else:
            writer.paragraph("\n".join(row[0] for row in block))


def _text(value: object) -> str:
    """A value as people read it; `3.0` is 3, and numbers have 15 digits as in Excel."""
    match value:
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"
        case date() | time():
            return value.isoformat().replace("T", " ")
    return " ".join(str(value).split())
