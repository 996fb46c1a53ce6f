"""Slides of PowerPoint files, read by python-pptx: title, body, tables, notes."""

import io
from collections.abc import Iterator, Mapping
from typing import Any
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
from ragtui_files.numerals import numeral
from ragtui_files.office.drawings import drawn_blocks
from ragtui_files.office.office_archive import (
    check_archive,
    readable_xml,
    with_creation,
)
from ragtui_files.raised_text import raised

MAX_SLIDES = 5_000
_MAX_GROUPS = 20
"""Groups within groups."""
_CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_ON, _OFF = {"1", "true"}, {"0", "false"}
_NO_STRIKE = "noStrike"
_KINDS = {"alphaLc": "a", "alphaUc": "A", "romanLc": "i", "romanUc": "I"}


class PptxExtractor(OwnExtractor, kind="pptx"):
    """Extracts presentations; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The text of each slide, from top to bottom, with its notes."""
        check_archive(data, "ppt/presentation.xml", "PPTX")
        from pptx import Presentation

        with readable_xml("PPTX"):
            found = _extracted(Presentation(io.BytesIO(data)))
        return with_creation(found, data)


def _extracted(deck: Any) -> Extracted:
    writer = CanonicalWriter()
    problems, hidden = list[str](), list[str]()
    for number, slide in enumerate(deck.slides, 1):
        if number > MAX_SLIDES:
            problems.append(f"only the first {MAX_SLIDES:,} slides were read")
            break
        if slide.element.get("show") in _OFF:
            hidden.append(str(number))
            continue
        with writer.part(f"slide {number}"):
            _write_slide(writer, number, slide)
    if hidden:
        problems.append(f"hidden slides were left out: {', '.join(hidden)}")
    found = writer.extracted(deck.core_properties.title or "", problems)
    if not found.anchors:
        raise UnreadableFile("; ".join(problems) or "no slides with text")
    return found


def _write_slide(writer: CanonicalWriter, number: int, slide: Any) -> None:
    writer.anchor(LocationKind.SLIDE, str(number), number)
    _choose(slide.element)
    title = slide.shapes.title
    name = "" if title is None or _is_hidden(title) else _text(title.text_frame)
    writer.heading(1, name if name.strip() else f"Slide {number}")
    shapes = [shape for shape in _shapes(slide.shapes) if not _is_same(shape, title)]
    for shape in sorted(shapes, key=_position):
        with writer.part(f"a shape of slide {number}"):
            _write_shape(writer, shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        _write_below(writer, "Notes", _text(slide.notes_slide.notes_text_frame))
    _write_below(writer, "Comments", "\n\n".join(_comments(slide.part)))


def _write_below(writer: CanonicalWriter, name: str, text: str) -> None:
    if text.strip():
        writer.heading(2, name)
        writer.paragraph(text)


def _comments(part: Any) -> Iterator[str]:
    """What people wrote beside a slide."""
    for relation in part.rels.values():
        if relation.reltype.endswith("/comments") and not relation.is_external:
            root = ET.fromstring(relation.target_part.blob)
            for comment in root.iterfind(".//{*}cm"):
                texts = comment.findall("{*}text") or comment.findall(".//{*}t")
                yield " ".join("".join(text.itertext()) for text in texts)


def _choose(slide: Any) -> None:
    """Put the newer form of a shape, such as one with an equation, in its place."""
    for choices in list(slide.iter(f"{_CHOICE}AlternateContent")):
        choice = choices.find(f"{_CHOICE}Choice")
        for element in list(() if choice is None else choice):
            choices.addprevious(element)
        choices.getparent().remove(choices)


def _position(shape: Any) -> tuple[int, int]:
    """From top to bottom, and from left to right; a shape without a place is first."""
    try:
        return shape.top or 0, shape.left or 0
    except Exception:  # the library has many for shapes that it does not expect
        return 0, 0


def _write_shape(writer: CanonicalWriter, shape: Any) -> None:
    if shape.has_text_frame:
        writer.paragraph(_text(shape.text_frame))
    elif shape.element.tag.endswith("}pic"):
        writer.paragraph(caption(_properties(shape).get("descr", "")))
    elif getattr(shape, "has_table", False) and shape.has_table:
        writer.grid(_cells(shape.table))
    else:
        part = shape.part
        blocks = drawn_blocks(shape.element, lambda name: part.related_part(name).blob)
        for block in blocks:
            writer.paragraph(block) if isinstance(block, str) else writer.grid(block)


def _cells(table: Any) -> Iterator[list[Cell]]:
    for row in table.rows:
        yield [
            Cell(_text(cell.text_frame), cell.span_height, cell.span_width)
            for cell in row.cells
            if not cell.is_spanned
        ]


def _shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """The shapes of a slide, those of groups in their place."""
    for shape in shapes:
        if _is_hidden(shape):
            continue
        if not shape.element.tag.endswith("}grpSp"):
            yield shape
        elif depth < _MAX_GROUPS:
            yield from _shapes(shape.shapes, depth + 1)


def _is_same(shape: Any, title: Any) -> bool:
    return title is not None and bool(shape.shape_id == title.shape_id)


def _is_hidden(shape: Any) -> bool:
    """Whether the selection pane hides it."""
    return _properties(shape).get("hidden") in _ON


def _properties(shape: Any) -> Mapping[str, str]:
    """Whether a shape is hidden, and what it says that it shows."""
    found = shape.element.find("*/{*}cNvPr")
    return {} if found is None else dict(found.attrib)


def _text(frame: Any) -> str:
    """Text with each paragraph and line break as a line, and struck runs as such."""
    numbers = _Numbers()
    return "\n".join(
        numbers.before(paragraph._p) + "".join(_pieces(paragraph._p))
        for paragraph in frame.paragraphs
    )


class _Numbers:
    """The automatic numbers of paragraphs: `2. `, `b) `."""

    def __init__(self) -> None:
        self._counts = dict[int, tuple[str, int]]()  # by level: the form, and the last

    def before(self, paragraph: Any) -> str:
        """The number before a paragraph; empty if it has none of its own."""
        properties = paragraph.find("{*}pPr")
        mark = None if properties is None else properties.find("{*}buAutoNum")
        level = 0 if properties is None else int(properties.get("lvl") or 0)
        self._counts = {at: last for at, last in self._counts.items() if at <= level}
        if mark is None:
            self._counts.pop(level, None)
            return ""
        form, start = mark.get("type", ""), int(mark.get("startAt") or 1)
        before, last = self._counts.get(level, (form, start - 1))
        number = last + 1 if before == form else start
        self._counts[level] = form, number
        kind = next((one for name, one in _KINDS.items() if form.startswith(name)), "1")
        end = ")" if "Paren" in form else "." if form.endswith("Period") else ""
        begin = "(" if form.endswith("ParenBoth") else ""
        return f"{begin}{numeral(number, kind)}{end} "


def _pieces(paragraph: Any) -> Iterator[str]:
    """The texts of a paragraph: runs, breaks, and equations as plain text."""
    for part in paragraph.iterchildren("{*}*"):
        if part.tag.endswith("}br"):
            yield "\n"
        elif part.tag.endswith("}m"):
            yield "".join(part.itertext())
        else:
            yield _words(part).replace("\v", "\n")


def _words(run: Any) -> str:
    text = run.findtext("{*}t") or ""
    properties = run.find("{*}rPr")
    if properties is None:
        return text
    if properties.get("baseline", "0")[:1] not in "0-":
        text = raised(text)
    return text if properties.get("strike", _NO_STRIKE) == _NO_STRIKE else struck(text)
