"""Files of LibreOffice, `.odt`, `.ods` and `.odp`: headings, lists, tables, slides."""

import io
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from ragtui_core import LocationKind, UnreadableFile
from ragtui_core.documents import (
    CanonicalWriter,
    Cell,
    Extracted,
    OwnExtractor,
    caption,
    struck,
)
from ragtui_files.office.list_numbers import ListNumbers, value_of
from ragtui_files.office.office_archive import (
    check_archive,
    readable_xml,
)
from ragtui_files.raised_text import raised

MAX_REPEATED = 100
"""Repetitions of a cell or row with values; more are of empty ones."""
MAX_CELLS = 1_000_000
"""Cells of a file with those that are repeated."""
MAX_ELEMENTS = 800_000
"""Elements of a file: a table of 70,000 rows with five values; about 500 MB."""
MAX_DEPTH = 200

_CONTENT = "content.xml"
_STYLES = "styles.xml"
_UNSEEN = {"tracked-changes", "sequence-decls", "forms", "settings"}
_ASIDE = {"note", "annotation", "object"}
_DRAWN = {"frame", "g", "custom-shape", "rect", "path"}
_ROW_GROUPS = {"table-header-rows", "table-rows", "table-row-group"}
_SPACES = {"s": " ", "tab": " ", "line-break": "\n"}


class OpenDocumentExtractor(OwnExtractor, kind="odf"):
    """Extracts files of LibreOffice; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The text of a document, of each sheet, or of each slide."""
        check_archive(data, _CONTENT, "OpenDocument")
        with (
            readable_xml("OpenDocument"),
            zipfile.ZipFile(io.BytesIO(data)) as archive,
        ):
            root, is_whole = _elements(archive)
            writer = _Writer(root, archive)
            writer.write_all()
        if not is_whole:
            what = f"only what is in its first {MAX_ELEMENTS:,} elements was read"
            writer.writer.add_problems([what])
        return writer.writer.extracted().required()


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

    def __init__(self, root: ET.Element, archive: zipfile.ZipFile) -> None:
        self.writer = CanonicalWriter()
        self._root, self._archive = root, archive
        self._names = set(archive.namelist())
        self._styles = self._part(_STYLES)
        self._number = 0
        self._cells_left = MAX_CELLS
        self._aside = list[str | ET.Element]()
        self._struck, self._hidden = set[str](), set[str]()
        self._raised = set[str]()
        for style in (s for top in self._tops for s in top.iterfind(".//{*}style")):
            for properties in style.iterfind("{*}text-properties"):
                self._add_style(value_of(style, "name"), properties)
        self._lists = ListNumbers(self._tops)

    @property
    def _tops(self) -> tuple[ET.Element, ET.Element]:
        return self._styles, self._root

    def _add_style(self, name: str, properties: ET.Element) -> None:
        if value_of(properties, "text-line-through-style") not in {"", "none"}:
            self._struck.add(name)
        if value_of(properties, "display") == "none":
            self._hidden.add(name)
        if value_of(properties, "text-position").startswith("super"):
            self._raised.add(name)

    def _part(self, name: str) -> ET.Element:
        """A part of the file, once; without content if it is missing or damaged."""
        found = ET.Element("none")
        with self.writer.part(name):
            if name in self._names:
                self._names.discard(name)
                found = ET.fromstring(self._archive.read(name))
        return found

    def write_all(self) -> None:
        """Write the body of the file, and once its headers and footers."""
        for body in self._root.iterfind("{*}body"):
            self.write(body, 0)
        written = set[str]()
        for name in ("header", "footer"):
            for part in self._styles.iterfind(f".//{{*}}master-page/{{*}}{name}"):
                text = self.text(part).strip()
                self.writer.paragraph("" if text in written else text)
                written.add(text)

    def write(self, parent: ET.Element, depth: int, marker: str = "") -> None:
        """Write what is in an element; `marker` if it is an item of a list."""
        if depth > MAX_DEPTH:
            raise UnreadableFile(f"elements nested more than {MAX_DEPTH} deep")
        for element in parent:
            name = _name(element)
            if name == "h":
                level = _count(element, "outline-level", 6)
                number = self._lists.heading(level)
                self.writer.heading(level, f"{number} {self.text(element)}")
            elif name == "p":
                text = self.text(element)
                if marker:
                    self.writer.item(text, marker)
                else:
                    self.writer.paragraph(text)
                marker = ""
            elif name in _ASIDE:
                self._put_aside(name, element)
            elif name not in _UNSEEN:
                self._write_group(name, element, parent, depth)
            self._write_aside(depth)

    def _write_group(
        self, name: str, element: ET.Element, parent: ET.Element, depth: int
    ) -> None:
        """Write an element that has others in it."""
        match name:
            case "list":
                with self._lists.within(element):
                    self.write(element, depth + 1)
            case "list-item":
                self.write(element, depth + 1, self._lists.next(element))
            case "table":
                self._table(element, is_sheet=_name(parent) == "spreadsheet")
            case "page":
                self._slide(element, depth)
            case _:
                if name == "notes" and self.text(element).strip():
                    self.writer.heading(2, "Notes")
                self.write(element, depth + 1)

    def _write_aside(self, depth: int) -> None:
        """Write the notes, comments and charts of what was written."""
        aside, self._aside = self._aside, []
        for block in aside:
            if isinstance(block, str):
                self.writer.paragraph(block)
            else:
                self.write(block, depth + 1)

    def _slide(self, page: ET.Element, depth: int) -> None:
        frames = page.iterfind("{*}frame")
        title = next((f for f in frames if value_of(f, "class") == "title"), None)
        name = "" if title is None else self.text(title).strip()
        self._anchor(LocationKind.SLIDE, name or f"Slide {self._number + 1}")
        if title is not None and name:
            page.remove(title)
        self.write(page, depth + 1)

    def _anchor(self, kind: LocationKind, title: str, label: str = "") -> None:
        self._number += 1
        self.writer.anchor(kind, label, self._number)
        self.writer.heading(1, title)

    def _table(self, table: ET.Element, *, is_sheet: bool) -> None:
        with self.writer.part(f"table {value_of(table, 'name')!r}"):
            if is_sheet:
                name = value_of(table, "name")
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
        """The text in an element, paragraphs in it as lines; notes are kept apart."""
        if value_of(element, "style-name") in self._hidden:
            self.writer.add_problems(["hidden text was left out"])
            return ""
        pieces = [element.text or ""]
        for part in element:
            name = _name(part)
            if name in _SPACES:
                pieces.append(_SPACES[name] * _count(part, "c"))
            elif name in _ASIDE:
                pieces.append(self._put_aside(name, part))
            elif name in {"title", "desc"} and _name(element) in _DRAWN:
                pieces.append(f" {caption(self.text(part))} ")
            elif value_of(part, "style-name") in self._raised:
                pieces.append(raised(self.text(part)))
            elif name not in _UNSEEN:
                end = "\n" if name in {"p", "h"} else ""
                pieces.append(self.text(part) + end)
            pieces.append(part.tail or "")
        shown = "".join(pieces)
        is_struck = value_of(element, "style-name") in self._struck
        return struck(shown) if is_struck else shown

    def _put_aside(self, name: str, part: ET.Element) -> str:
        """What is shown of a note, a comment or an object in the text."""
        if name == "note":
            mark = f"[{self.text(_child(part, 'note-citation')).strip()}]"
            body = " ".join(self.text(_child(part, "note-body")).split())
            self._aside.append(f"{mark} {body}")
            return f" {mark}"
        if name == "annotation":
            author = self.text(_child(part, "creator")).strip()
            words = " ".join(" ".join(map(self.text, part.iterfind("{*}p"))).split())
            self._aside.append(f"Comment{f' by {author}' if author else ''}: {words}")
            return ""
        content = self._part(f"{value_of(part, 'href').strip('./')}/{_CONTENT}")
        if content.tag.endswith("}math"):
            return f" {_equation(content)} "
        self._aside += content.findall("{*}body")
        return ""


def _equation(math: ET.Element) -> str:
    """The signs of an equation, without its source."""
    for parent in list(math.iter()):
        for source in parent.findall("{*}annotation"):
            parent.remove(source)
    return " ".join("".join(math.itertext()).split())


def _child(element: ET.Element, name: str) -> ET.Element:
    found = element.find(f"{{*}}{name}")
    return ET.Element(name) if found is None else found


def _table_rows(parent: ET.Element) -> Iterator[ET.Element]:
    """The rows of a table, without those of tables in it."""
    for part in parent:
        if _name(part) == "table-row":
            yield part
        elif _name(part) in _ROW_GROUPS:
            yield from _table_rows(part)


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _count(element: ET.Element, name: str, most: int = MAX_REPEATED) -> int:
    text = value_of(element, name)
    return min(int(text), most) if text.isdecimal() and int(text) else 1
