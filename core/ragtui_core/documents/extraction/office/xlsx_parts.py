"""What the XML of a workbook says about cells and calamine does not tell.

How far apart the cells of a sheet are, which are struck through, and which are hidden:
by their number format, or with their row or column. Rows that a filter hides and groups
that are collapsed count as shown, since a click shows them.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, time, timedelta
from functools import cached_property
from xml.etree import ElementTree as ET

from ragtui_core.documents.extraction.canonical_writer import struck
from ragtui_core.documents.extraction.office.drawings import Block
from ragtui_core.documents.extraction.office.number_formats import (
    BUILT_IN,
    shown_number,
    shown_time,
)
from ragtui_core.documents.extraction.office.sheet_drawings import lying_blocks
from ragtui_core.documents.extraction.raised_text import lowered, raised
from ragtui_core.errors import UnreadableFile

WORKBOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_STYLES = "xl/styles.xml"
_STRINGS = "xl/sharedStrings.xml"
_TABLE = re.compile(r"xl/tables/[^/]+\.xml")

_VALUE = re.compile(
    rb"""<(?:\w+:)?c\b[^>]*?\br=["']([A-Z]{1,3})([0-9]{1,7})["'][^>]*(?<!/)>"""
    rb"""\s*<(?:\w+:)?(?:v|f|is)\b"""
)
_NO_RESULT = re.compile(rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\b[^>]*/>)\s*</(?:\w+:)?c>")
_CELL_AT = re.compile(r"([A-Z]{0,3})([0-9]{1,7})")
_ROW = re.compile(rb"""<(?:\w+:)?row\b[^>]*?\br=["'](\d{1,7})["']""")
_OF_RUNS = re.compile(rb"[<:](?:strike|vertAlign)\b")
_MARKS = re.compile(rb"\bhidden\s*=|[<:](?:strike|vertAlign)\b")
_FILTER = b"filterColumn"

Runs = tuple[tuple[str, bool | None], ...]
"""The parts of a text, and whether each is struck; None is as its cell."""

CellPosition = tuple[int, int]
"""A row and a column, both from 0."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell is shown: the format of its number, and a line through its text.

    `runs` is empty but if parts of the text are struck by themselves.
    """

    is_struck: bool = False
    number_format: str = ""
    runs: Runs = ()

    def shown(self, text: str, value: object) -> str:
        """What is shown of a cell's text, for `CanonicalWriter`."""
        if _is_hidden(self.number_format, value):
            return ""
        if isinstance(value, date | time | timedelta):
            text = shown_time(value, self.number_format)
        elif isinstance(value, float | int) and not isinstance(value, bool):
            text = shown_number(value, self.number_format)
        return "".join(
            struck(part) if (self.is_struck if mark is None else mark) else part
            for part, mark in self.runs or ((text, None),)
        )


_PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Looks:
    """How a sheet looks: hidden rows and columns, and cells that do not look plain."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    cells: dict[CellPosition, Look] = field(default_factory=dict)

    def hides_lines_of(self, height: int, width: int) -> bool:
        """Whether any of the first rows and columns are hidden."""
        return min(self.rows, default=height) < height or (
            min(self.columns, default=width) < width
        )

    def shown(self, row: int, column: int, text: str, value: object) -> str:
        """What is shown of a cell's text, for `CanonicalWriter`."""
        if column in self.columns:
            return ""
        look = self.cells.get((row, column))
        return look.shown(text, value) if look and text else text


class WorkbookParts:
    """The parts of a workbook. To be used within `readable_xml`."""

    def __init__(self, data: bytes) -> None:
        """Open the archive.

        Raises:
            UnreadableFile: The list of its sheets is missing.
        """
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self._names = frozenset(self._archive.namelist())
        self._sheets = list(self._sheet_paths())

    def __enter__(self) -> "WorkbookParts":
        """Return the parts, which are open already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the archive."""
        self._archive.close()

    def beside(self, index: int) -> Iterator[Block]:
        """The charts of a sheet, and the comments on its cells."""
        if index < len(self._sheets):
            yield from lying_blocks(self._sheets[index], self._part)

    def span(self, index: int) -> tuple[int, int, int]:
        """The first row, the last row and the last column with a value, from 1.

        Args:
            index: Of the sheet, from 0, in the order of the workbook.
        """
        found = set(_VALUE.findall(self._sheet(index)))
        rows = [int(row) for _, row in found] or [1]
        columns = {_column(letters.decode()) for letters in {name for name, _ in found}}
        return min(rows), max(rows), max(columns, default=0)

    def without_results(self, index: int) -> int:
        """How many formulas of a sheet have no value, since nothing computed them."""
        return len(_NO_RESULT.findall(self._sheet(index)))

    def first_rows(self, index: int, last: int) -> bytes:
        """The workbook with the rows of a sheet up to `last`, from 1."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name in self._names:
                xml = self._part(name)
                if name == self._sheets[index]:
                    xml = b"".join(_cut(xml, last))
                archive.writestr(name, xml)
        return out.getvalue()

    def looks(self, index: int, last: int) -> Looks:
        """How the cells of a sheet look, up to the row `last`, from 1."""
        xml = self._sheet(index)
        if not (self._styles or self._strings or _MARKS.search(xml)):
            return Looks()
        is_filtered = _FILTER in xml or (b"tablePart" in xml and self._has_filters)
        looks, number = Looks(), -1
        for _, element in ET.iterparse(io.BytesIO(xml)):
            match element.tag.rpartition("}")[2]:
                case "col" if _is_hidden_line(element):
                    last = _int(element, "max")
                    looks.columns.update(range(_int(element, "min") - 1, last))
                case "row":
                    number = _number(element, number + 1)
                    if number >= last:
                        break
                    if _is_hidden_line(element) and not is_filtered:
                        looks.rows.add(number)
                    looks.cells.update(self._cells(element, number))
                    element.clear()
        return looks

    def _cells(
        self, row: ET.Element, number: int
    ) -> Iterator[tuple[CellPosition, Look]]:
        """The cells of a row that do not look plain."""
        column = -1
        for cell in row.iterfind("{*}c"):
            column = _number(cell, column + 1)
            look = self._styles.get(_int(cell, "s"), _PLAIN)
            runs = self._runs(cell)
            if runs or look is not _PLAIN:
                yield (number, column), replace(look, runs=runs) if runs else look

    def _runs(self, cell: ET.Element) -> Runs:
        match cell.get("t"):
            case "inlineStr":
                return _text_runs(cell.find("{*}is"))
            case "s":
                return self._strings.get(int(cell.findtext("{*}v") or -1), ())
        return ()

    @cached_property
    def _styles(self) -> dict[int, Look]:
        """The styles of cells that do not look plain, by number."""
        root = self._root(_STYLES)
        fonts = [_is_struck(font) for font in root.iterfind("{*}fonts/{*}font")]
        formats = {
            _int(format_, "numFmtId"): format_.get("formatCode", "")
            for format_ in root.iterfind("{*}numFmts/{*}numFmt")
        }
        looks = (
            Look(
                any(fonts[_int(style, "fontId") :][:1]),
                formats.get(
                    number := _int(style, "numFmtId"), BUILT_IN.get(number, "")
                ),
            )
            for style in root.iterfind("{*}cellXfs/{*}xf")
        )
        return {
            number: look
            for number, look in enumerate(looks)
            if look.is_struck or look.number_format.lower() not in {"", "general"}
        }

    @cached_property
    def _strings(self) -> dict[int, Runs]:
        """The shared strings of which parts look special, by number."""
        if not _OF_RUNS.search(self._part(_STRINGS)):
            return {}
        items = enumerate(self._root(_STRINGS).iterfind("{*}si"))
        return {number: runs for number, item in items if (runs := _text_runs(item))}

    @cached_property
    def _has_filters(self) -> bool:
        """Whether a table of the workbook is filtered."""
        tables = filter(_TABLE.fullmatch, self._names)
        return any(_FILTER in self._part(name) for name in tables)

    def _sheet_paths(self) -> Iterator[str]:
        """The name of the part of each sheet, in the order of the workbook."""
        targets = {
            relation.get("Id"): relation.get("Target", "")
            for relation in ET.fromstring(self._part(_RELATIONS, is_needed=True))
        }
        workbook = ET.fromstring(self._part(WORKBOOK, is_needed=True))
        for sheet in workbook.iterfind(".//{*}sheet"):
            target = targets.get(_relation(sheet), "")
            yield posixpath.join("/xl", target).lstrip("/")

    def _sheet(self, index: int) -> bytes:
        return self._part(self._sheets[index]) if index < len(self._sheets) else b""

    def _root(self, name: str) -> ET.Element:
        return ET.fromstring(self._part(name) or b"<none/>")

    def _part(self, name: str, *, is_needed: bool = False) -> bytes:
        if name not in self._names and not is_needed:
            return b""
        try:
            return self._archive.read(name)
        except (KeyError, RuntimeError, zipfile.BadZipFile) as error:
            raise UnreadableFile(f"a damaged XLSX file: no part {name}") from error


def _relation(sheet: ET.Element) -> str:
    """The value of `r:id`, whose namespace has two forms."""
    return next((v for name, v in sheet.attrib.items() if name.endswith("}id")), "")


def _number(line: ET.Element, following: int) -> int:
    """The number of a row, or of a cell's column, from 0; by default `following`."""
    cell_at = _CELL_AT.fullmatch(line.get("r", ""))
    if cell_at is None:
        return following
    return (_column(cell_at[1]) if cell_at[1] else int(cell_at[2])) - 1


def _column(letters: str) -> int:
    """1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _int(element: ET.Element, name: str) -> int:
    text = element.get(name, "0")
    return int(text) if text.isdecimal() else 0


def _is_on(text: str) -> bool:
    return text in {"1", "true"}


def _is_hidden_line(line: ET.Element) -> bool:
    """Whether a row or column is hidden, but not because its group is collapsed."""
    return _is_on(line.get("hidden", "")) and not _int(line, "outlineLevel")


def _is_struck(font: ET.Element | None) -> bool:
    mark = None if font is None else font.find("{*}strike")
    return mark is not None and _is_on(mark.get("val", "1"))


def _text_runs(text: ET.Element | None) -> Runs:
    """The runs of a text; none if no run is struck, raised or lowered by itself."""
    found: list[tuple[str, bool | None]] = []
    is_plain, before = True, ""
    for run in () if text is None else text.iterfind("{*}r"):
        font, words = run.find("{*}rPr"), run.findtext("{*}t") or ""
        mark = None if font is None else _is_struck(font)
        align = None if font is None else font.find("{*}vertAlign")
        match "" if align is None else align.get("val"):
            case "superscript":
                words, is_plain = raised(words, before), False
            case "subscript":
                words, is_plain = lowered(words), False
        is_plain &= not mark
        found.append((words, mark))
        before += words
    return () if is_plain else tuple(found)


def _cut(xml: bytes, last: int) -> Iterator[bytes]:
    """The XML of a sheet without the rows after `last`."""
    for row in _ROW.finditer(xml):
        if int(row[1]) > last:
            yield xml[: row.start()]
            yield xml[xml.rindex(b"</", row.start(), xml.rindex(b"sheetData>")) :]
            return
    yield xml


def _is_hidden(number_format: str, value: object) -> bool:
    """Whether a format shows nothing of a value.

    Its sections are for positive numbers, negative ones, zero and texts; the second and
    the third may be missing. All are empty in `;;;`.
    """
    sections = [part.replace('""', "").strip() for part in number_format.split(";")]
    section = 3 if isinstance(value, str) else 0
    if isinstance(value, int | float) and value <= 0:
        section = 2 if value == 0 and len(sections) > 2 else int(value < 0)
    return 1 < len(sections) > section and not sections[section]
