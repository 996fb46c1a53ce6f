"""The parts of an Excel file: sheets, strings, formats, and the cells of a sheet."""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from string import ascii_uppercase, digits
from typing import NamedTuple
from xml.etree import ElementTree as ET

from ragtui_core import UnreadableFile
from ragtui_files.office.number_formats import (
    BUILT_IN,
    is_duration,
    is_time,
    shown_number,
    shown_time,
)

WORKBOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_STYLES = "xl/styles.xml"
_STRINGS = "xl/sharedStrings.xml"
_DAY = 86_400
_LOGICAL = {"0": "FALSE", "1": "TRUE"}


class Sheet(NamedTuple):
    """A sheet: its name, whether it is shown, and its part of the archive."""

    name: str
    is_visible: bool
    part: str


class Row(NamedTuple):
    """The number of a row, from 1, and the texts of its cells by column, from 1."""

    number: int
    texts: dict[int, str]


class Area(NamedTuple):
    """Cells that are merged into one: the first, and how many rows and columns."""

    row: int
    column: int
    rows: int
    columns: int


@dataclass(slots=True)
class Cells:
    """The rows of a sheet with values, as far as they were read."""

    rows: list[Row] = field(default_factory=list)
    merged: list[Area] = field(default_factory=list)
    uncomputed: int = 0
    """How many formulas have no value, since nothing computed them."""
    count: int = 0
    is_whole: bool = True


class Workbook:
    """An Excel file. To be used within `readable_xml`."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        """Read the list of the sheets.

        Raises:
            UnreadableFile: It is missing.
        """
        self._archive = archive
        self._names = frozenset(archive.namelist())
        targets = {
            relation.get("Id"): relation.get("Target", "")
            for relation in ET.fromstring(self.part(_RELATIONS, is_needed=True))
        }
        root = ET.fromstring(self.part(WORKBOOK, is_needed=True))
        properties = root.find("{*}workbookPr")
        is_1904 = properties is not None and _is_on(properties.get("date1904", ""))
        self._epoch = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
        self.sheets = [
            Sheet(
                sheet.get("name", ""),
                sheet.get("state", "visible") == "visible",
                posixpath.join("/xl", targets.get(_relation(sheet), "")).lstrip("/"),
            )
            for sheet in root.iterfind(".//{*}sheet")
        ]

    def cells(self, sheet: Sheet, most: int) -> Cells:
        """The cells of a sheet with values: those of the first rows, at most `most`.

        Raises:
            UnreadableFile: The part is missing or damaged.
        """
        if sheet.part not in self._names:
            raise UnreadableFile(f"a damaged XLSX file: no part {sheet.part}")
        found, number = Cells(), 0
        with self._archive.open(sheet.part) as part:
            for _, element in ET.iterparse(part):
                name = element.tag.rpartition("}")[2]
                if name == "row":
                    number = int(element.get("r") or number + 1)
                    texts = dict(self._texts(element, found))
                    found.count += len(texts)
                    if found.count > most:
                        found.is_whole = False
                        break
                    if texts:
                        found.rows.append(Row(number, texts))
                    element.clear()
                elif name == "mergeCell":
                    found.merged.append(_area(element.get("ref", "")))
        return found

    def part(self, name: str, *, is_needed: bool = False) -> bytes:
        """A part of the archive; empty if it is not there.

        Raises:
            UnreadableFile: It is damaged, or it is needed and not there.
        """
        if name not in self._names and not is_needed:
            return b""
        try:
            return self._archive.read(name)
        except (KeyError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
            raise UnreadableFile(f"a damaged XLSX file: no part {name}") from error

    def _texts(self, row: ET.Element, found: Cells) -> Iterator[tuple[int, str]]:
        """The columns of a row with values, and their texts as shown."""
        namespace, column = row.tag[: -len("row")], 0
        for cell in row:
            position = cell.get("r", "").rstrip(digits)
            column = _column(position) if position else column + 1
            value = cell.findtext(f"{namespace}v") or ""
            if not value and cell.find(f"{namespace}f") is not None:
                found.uncomputed += 1
            if text := " ".join(self._text(cell, value).split()):
                yield column, text

    def _text(self, cell: ET.Element, value: str) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return "".join(map(_words, cell.iterfind("{*}is")))
        if not value:
            return ""
        if kind == "s":
            return self._strings[int(value)]
        if kind == "b":
            return _LOGICAL.get(value, value)
        if kind == "n":
            style = int(cell.get("s", "0"))
            code = self._formats[style] if style < len(self._formats) else ""
            return self._number(float(value), code)
        return value  # of a formula, an error, or a date in ISO 8601

    def _number(self, value: float, code: str) -> str:
        if not is_time(code):
            return shown_number(value, code)
        try:
            span = timedelta(seconds=round(value * _DAY))
            if is_duration(code):
                return shown_time(span, code)
            moment = self._epoch + span
        except OverflowError:
            return shown_number(value, "")
        if 0 <= value < 1:
            return shown_time(moment.time(), code)
        return shown_time(moment if value % 1 else moment.date(), code)

    @cached_property
    def _strings(self) -> list[str]:
        return [_words(item) for item in self._root(_STRINGS).iterfind("{*}si")]

    @cached_property
    def _formats(self) -> list[str]:
        """The number format of each style of cells; empty for the general one."""
        root = self._root(_STYLES)
        formats = {
            format_.get("numFmtId", ""): format_.get("formatCode", "")
            for format_ in root.iterfind("{*}numFmts/{*}numFmt")
        }
        numbers = (
            style.get("numFmtId", "0") for style in root.iterfind("{*}cellXfs/{*}xf")
        )
        return [
            formats.get(number, BUILT_IN.get(int(number), "")) for number in numbers
        ]

    def _root(self, name: str) -> ET.Element:
        return ET.fromstring(self.part(name) or b"<none/>")


def _words(item: ET.Element) -> str:
    """A text, or the texts of its runs; not how it is pronounced."""
    texts = item.findall("{*}t") or item.iterfind("{*}r/{*}t")
    return "".join(text.text or "" for text in texts)


def _relation(sheet: ET.Element) -> str:
    """The value of `r:id`, whose namespace has two forms."""
    return next((v for name, v in sheet.attrib.items() if name.endswith("}id")), "")


def _area(reference: str) -> Area:
    """The area `B2:C5`."""
    (left, top), (right, bottom) = (
        (_column(corner.rstrip(digits)), int(corner.lstrip(ascii_uppercase)))
        for corner in (reference.partition(":")[0], reference.rpartition(":")[2])
    )
    return Area(top, left, bottom - top + 1, right - left + 1)


def _column(letters: str) -> int:
    """1 for `A`, 27 for `AA`."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _is_on(text: str) -> bool:
    return text in {"1", "true"}
