"""Worksheets of Excel files, read by calamine: the values that formulas last had.

Nothing is computed, no macro runs, and no link to another file is followed. Hidden
sheets are left out; hidden rows and columns are not, since filters and groups hide them
for a while.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, time
from typing import Any
from xml.etree import ElementTree as ET

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.office_archive import (
    check_archive,
    readable_xml,
)
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import LocationKind

WORKBOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"

MAX_CELLS = 2_000_000
"""Cells of a file, with empty ones between others: 213,000 are read in a second."""

_REFERENCE = re.compile(rb"""\br=["']([A-Z]{0,3})([0-9]{1,7})["']""")

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

        with readable_xml("XLSX"):
            sizes = _sizes(data)
        try:
            with CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
                return _extracted(workbook, sizes)
        except CalamineError as error:
            detail = str(error)  # may be the name of a part alone
            more = f": {detail}" if " " in detail else ""
            raise UnreadableFile(f"a damaged XLSX file{more}") from error


def _extracted(workbook: Any, sizes: list[int]) -> Extracted:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    writer, problems = CanonicalWriter(), list[str]()
    left = MAX_CELLS
    for index, sheet in enumerate(workbook.sheets_metadata):
        if (sheet.visible, sheet.typ) != (
            SheetVisibleEnum.Visible,
            SheetTypeEnum.WorkSheet,
        ):
            continue
        size = sizes[index] if index < len(sizes) else 0
        if size > left:
            problems.append(
                f"sheet {sheet.name!r} was left out: it spans {size:,} cells, and only "
                f"{MAX_CELLS:,} of a file are read"
            )
            continue
        left -= size
        rows = workbook.get_sheet_by_index(index).iter_rows()
        _write_sheet(writer, sheet.name, index + 1, _blocks(rows))
    found = writer.extracted(problems=problems)
    if not found.anchors:
        raise UnreadableFile("; ".join(problems) or "no visible sheets with values")
    return found


def _sizes(data: bytes) -> list[int]:
    """How many cells each sheet spans, in the order of the workbook."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        targets = {
            each.get("Id"): each.get("Target", "")
            for each in ET.fromstring(_part(archive, _RELATIONS))
        }
        sheets = ET.fromstring(_part(archive, WORKBOOK)).iterfind(".//{*}sheet")
        names = (targets.get(_relation(sheet), "") for sheet in sheets)
        paths = [posixpath.join("/xl", name).lstrip("/") for name in names]
        known = set(archive.namelist())
        return [_span(_part(archive, path)) if path in known else 0 for path in paths]


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        return archive.read(name)
    except (KeyError, RuntimeError, zipfile.BadZipFile) as error:
        raise UnreadableFile(f"a damaged XLSX file: no part {name}") from error


def _relation(sheet: ET.Element) -> str:
    """The value of `r:id`, whose namespace has two forms."""
    return next((v for name, v in sheet.attrib.items() if name.endswith("}id")), "")


def _span(xml: bytes) -> int:
    """The cells between the first and the last row and column that have a value."""
    found = set(_REFERENCE.findall(xml))
    rows = [int(row) for _, row in found]
    columns = [_column(letters) for letters, _ in found]
    return (max(rows) - min(rows) + 1) * max(columns) if rows else 0


def _column(letters: bytes) -> int:
    """1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number


def _blocks(rows: Iterable[list[Any]]) -> Iterator[list[Row]]:
    """The rows between empty ones, as texts, without empty columns."""
    block: list[Row] = []
    for row in rows:
        texts = [_text(value) for value in row]
        if any(texts):
            block.append(texts)
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
