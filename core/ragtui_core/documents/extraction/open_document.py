"""Files of LibreOffice, `.odt`, `.ods` and `.odp`: headings, lists, tables, slides."""

import io
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter, struck
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.office_archive import (
    check_archive,
    readable_xml,
)
from ragtui_core.documents.extraction.table_grid import Cell
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import LocationKind

MAX_REPEATED = 100
"""Repetitions of a cell or row with values; more are of empty ones."""
MAX_CELLS = 1_000_000
"""Cells of a file with those that are repeated."""
MAX_ELEMENTS = 800_000
"""Elements of a file: a table of 70,000 rows with five values; about 500 MB."""
MAX_DEPTH = 200

_CONTENT = "content.xml"
_UNSEEN = {"tracked-changes", "sequence-decls", "forms", "note-citation"}
_ROW_GROUPS = {"table-header-rows", "table-rows", "table-row-group"}
_SPACES = {"s": " ", "tab": " ", "line-break": "\n"}


class OpenDocumentExtractor:
    """Extracts files of LibreOffice; see `Extractor`."""

    endings = OWN_ENDINGS["odf"]

    @property
    def version(self) -> str:
        """Our version and those of the libraries."""
        return own_version("odf")

    def extract(self, data: bytes) -> Extracted:
        """The text of a document, of each sheet, or of each slide."""
        check_archive(data, _CONTENT, "OpenDocument")
        with (
            readable_xml("OpenDocument"),
            zipfile.ZipFile(io.BytesIO(data)) as archive,
        ):
            root, is_whole = _elements(archive)
        writer = _Writer(root)
        if not is_whole:
            what = f"only what is in its first {MAX_ELEMENTS:,} elements was read"
            writer.writer.add_problems([what])
        for body in root.iterfind("{*}body"):
            writer.write(body, 0)
        found = writer.writer.extracted()
        if not found.text:
            raise UnreadableFile("no text")
        return found


def _elements(archive: zipfile.ZipFile) -> tuple[ET.Element, bool]:
    """The elements of a file, as many as are read, and whether these are all."""
    with archive.open(_CONTENT) as part:
        events = ET.iterparse(part, events=("start",))
        _, root = next(events)
        for number, _ in enumerate(events):
            if number >= MAX_ELEMENTS:
                return root, False
    return root, True


class _Writer:
    """Writes the elements of one file."""

    def __init__(self, root: ET.Element) -> None:
        self.writer = CanonicalWriter()
        self._number = 0
        self._cells_left = MAX_CELLS
        self._struck, self._hidden = set[str](), set[str]()
        for style in root.iterfind(".//{*}style"):
            for properties in style.iterfind("{*}text-properties"):
                if _value(properties, "text-line-through-style") not in {"", "none"}:
                    self._struck.add(_value(style, "name"))
                if _value(properties, "display") == "none":
                    self._hidden.add(_value(style, "name"))

    def write(self, parent: ET.Element, depth: int, marker: str = "") -> None:
        """Write what is in an element; `marker` if it is an item of a list."""
        if depth > MAX_DEPTH:
            raise UnreadableFile(f"elements nested more than {MAX_DEPTH} deep")
        for element in parent:
            match _name(element):
                case "h":
                    level = _count(element, "outline-level", 6)
                    self.writer.heading(level, self.text(element))
                case "p" if marker:
                    self.writer.item(self.text(element), marker)
                    marker = ""
                case "p":
                    self.writer.paragraph(self.text(element))
                case "list-item":
                    self.write(element, depth + 1, "-")
                case "table":
                    self._table(element, is_sheet=_name(parent) == "spreadsheet")
                case "page":
                    self._anchor(LocationKind.SLIDE, f"Slide {self._number + 1}")
                    self.write(element, depth + 1)
                case name if name not in _UNSEEN:
                    self.write(element, depth + 1)

    def _anchor(self, kind: LocationKind, title: str, label: str = "") -> None:
        self._number += 1
        self.writer.anchor(kind, label, self._number)
        self.writer.heading(1, title)

    def _table(self, table: ET.Element, *, is_sheet: bool) -> None:
        with self.writer.part(f"table {_value(table, 'name')!r}"):
            if is_sheet:
                name = _value(table, "name")
                self._anchor(LocationKind.SHEET, name, name)
            self.writer.grid(self._rows(table))

    def _rows(self, table: ET.Element) -> Iterator[list[Cell]]:
        for row in _table_rows(table):
            cells = [cell for part in row for cell in self._cells(part)]
            while cells and not cells[-1].text:
                cells.pop()
            repeated = _count(row, "number-rows-repeated") if cells else 1
            for _ in range(repeated):
                self._cells_left -= len(cells)
                if self._cells_left < 0:
                    what = f"only the first {MAX_CELLS:,} cells were read"
                    self.writer.add_problems([what])
                    return
                yield cells

    def _cells(self, cell: ET.Element) -> Iterator[Cell]:
        if _name(cell) != "table-cell":
            return
        text = " ".join(self.text(cell).split())
        rows = _count(cell, "number-rows-spanned", 1_000)
        made = Cell(text, rows, _count(cell, "number-columns-spanned", 1_000))
        yield from [made] * _count(cell, "number-columns-repeated")

    def text(self, element: ET.Element) -> str:
        """The text in an element, paragraphs in it as lines."""
        if _value(element, "style-name") in self._hidden:
            self.writer.add_problems(["hidden text was left out"])
            return ""
        pieces = [element.text or ""]
        for part in element:
            name = _name(part)
            if name in _SPACES:
                pieces.append(_SPACES[name] * _count(part, "c"))
            elif name == "annotation":
                pieces.append(f" (Comment: {self.text(part).strip()})")
            elif name not in _UNSEEN:
                end = "\n" if name in {"p", "h"} else ""
                pieces.append(self.text(part) + end)
            pieces.append(part.tail or "")
        shown = "".join(pieces)
        is_struck = _value(element, "style-name") in self._struck
        return struck(shown) if is_struck else shown


def _table_rows(parent: ET.Element) -> Iterator[ET.Element]:
    """The rows of a table, without those of tables in it."""
    for part in parent:
        if _name(part) == "table-row":
            yield part
        elif _name(part) in _ROW_GROUPS:
            yield from _table_rows(part)


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _value(element: ET.Element, name: str) -> str:
    """The value of an attribute, whatever its namespace."""
    values = (v for key, v in element.attrib.items() if key.endswith(f"}}{name}"))
    return next(values, "")


def _count(element: ET.Element, name: str, most: int = MAX_REPEATED) -> int:
    text = _value(element, name)
    return min(int(text), most) if text.isdecimal() and int(text) else 1
