"""Slides of PowerPoint files, read by python-pptx: title, body, tables, notes."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter, struck
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.office_archive import (
    check_archive,
    readable_xml,
    with_creation,
)
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import LocationKind

MAX_SLIDES = 5_000
_MAX_GROUPS = 20
"""Groups within groups."""
_GROUP = 6
"""`MSO_SHAPE_TYPE.GROUP`."""
_ON, _OFF = {"1", "true"}, {"0", "false"}
_NO_STRIKE = "noStrike"


class PptxExtractor:
    """Extracts presentations; see `Extractor`."""

    endings = OWN_ENDINGS["pptx"]

    @property
    def version(self) -> str:
        """Our version and those of the libraries."""
        return own_version("pptx")

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
        _write_slide(writer, number, slide)
    if hidden:
        problems.append(f"hidden slides were left out: {', '.join(hidden)}")
    found = writer.extracted(deck.core_properties.title or "", problems)
    if not found.anchors:
        raise UnreadableFile("; ".join(problems) or "no slides with text")
    return found


def _write_slide(writer: CanonicalWriter, number: int, slide: Any) -> None:
    writer.anchor(LocationKind.SLIDE, str(number), number)
    title = slide.shapes.title
    name = "" if title is None or _is_hidden(title) else _text(title.text_frame, title)
    writer.heading(1, name if name.strip() else f"Slide {number}")
    shapes = [shape for shape in _shapes(slide.shapes) if not _is_same(shape, title)]
    for shape in sorted(shapes, key=lambda each: (each.top or 0, each.left or 0)):
        _write_shape(writer, shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = _text(slide.notes_slide.notes_text_frame)
        if notes.strip():
            writer.heading(2, "Notes")
            writer.paragraph(notes)


def _write_shape(writer: CanonicalWriter, shape: Any) -> None:
    if shape.has_text_frame:
        writer.paragraph(_text(shape.text_frame, shape))
    elif getattr(shape, "has_table", False) and shape.has_table:
        rows = [
            [_text(cell.text_frame) for cell in row.cells] for row in shape.table.rows
        ]
        writer.table(rows)


def _shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """The shapes of a slide, those of groups in their place."""
    for shape in shapes:
        if _is_hidden(shape):
            continue
        if shape.shape_type != _GROUP:
            yield shape
        elif depth < _MAX_GROUPS:
            yield from _shapes(shape.shapes, depth + 1)


def _is_same(shape: Any, title: Any) -> bool:
    return title is not None and bool(shape.shape_id == title.shape_id)


def _is_hidden(shape: Any) -> bool:
    """Whether the selection pane hides it."""
    return any(
        properties.get("hidden") in _ON
        for properties in shape.element.iterfind("*/{*}cNvPr")
    )


def _text(frame: Any, shape: Any = None) -> str:
    """Text with each paragraph and line break as a line, and struck runs as such."""
    styles = [
        style
        for body in _bodies(frame, shape)
        for style in body.iterfind("{*}lstStyle")
    ]
    return "\n".join(_line(paragraph, styles) for paragraph in frame.paragraphs)


def _bodies(frame: Any, shape: Any) -> Iterator[Any]:
    """The text of a shape, and those of the layout and the master that it follows."""
    yield frame._txBody
    while (shape := getattr(shape, "_base_placeholder", None)) is not None:
        yield shape.text_frame._txBody


def _line(paragraph: Any, styles: Sequence[Any]) -> str:
    level = f"{{*}}lvl{paragraph.level + 1}pPr/{{*}}defRPr"
    inherited = [style.find(level) for style in styles]
    return "".join(
        "\n" if part.tag.endswith("}br") else _words(part, inherited)
        for part in paragraph._p.iterchildren("{*}*")
    ).replace("\v", "\n")


def _words(run: Any, inherited: Sequence[Any]) -> str:
    text = run.findtext("{*}t") or ""
    properties = (run.find("{*}rPr"), *inherited)
    marks = (each.get("strike") for each in properties if each is not None)
    return text if next(filter(None, marks), _NO_STRIKE) == _NO_STRIKE else struck(text)
