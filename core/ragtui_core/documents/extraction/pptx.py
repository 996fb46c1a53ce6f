"""Slides of PowerPoint files, read by python-pptx: title, body, tables, notes."""

import io
from collections.abc import Iterator
from typing import Any

from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.extraction.office_archive import (
    check_archive,
    readable_xml,
)
from ragtui_core.documents.kinds import OWN_ENDINGS, own_version
from ragtui_core.errors import UnreadableFile
from ragtui_core.types import LocationKind

MAX_SLIDES = 5_000
_MAX_GROUPS = 20
"""Groups within groups."""
_GROUP = 6
"""`MSO_SHAPE_TYPE.GROUP`."""


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
            return _extracted(Presentation(io.BytesIO(data)))


def _extracted(deck: Any) -> Extracted:
    writer = CanonicalWriter()
    problems = []
    for number, slide in enumerate(deck.slides, 1):
        if number > MAX_SLIDES:
            problems.append(f"only the first {MAX_SLIDES:,} slides were read")
            break
        _write_slide(writer, number, slide)
    found = writer.extracted(deck.core_properties.title or "", problems)
    if not found.anchors:
        raise UnreadableFile("no slides with text")
    return found


def _write_slide(writer: CanonicalWriter, number: int, slide: Any) -> None:
    writer.anchor(LocationKind.SLIDE, str(number), number)
    title = slide.shapes.title
    name = title.text_frame.text if title is not None else ""
    writer.heading(1, name if name.strip() else f"Slide {number}")
    shapes = [shape for shape in _shapes(slide.shapes) if not _is_same(shape, title)]
    for shape in sorted(shapes, key=lambda each: (each.top or 0, each.left or 0)):
        _write_shape(writer, shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = _lines(slide.notes_slide.notes_text_frame.text)
        if notes.strip():
            writer.heading(2, "Notes")
            writer.paragraph(notes)


def _write_shape(writer: CanonicalWriter, shape: Any) -> None:
    if shape.has_text_frame:
        writer.paragraph(_lines(shape.text_frame.text))
    elif getattr(shape, "has_table", False) and shape.has_table:
        rows = [[cell.text for cell in row.cells] for row in shape.table.rows]
        writer.table(rows)


def _shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """The shapes of a slide, those of groups in their place."""
    for shape in shapes:
        if shape.shape_type != _GROUP:
            yield shape
        elif depth < _MAX_GROUPS:
            yield from _shapes(shape.shapes, depth + 1)


def _is_same(shape: Any, title: Any) -> bool:
    return title is not None and bool(shape.shape_id == title.shape_id)


def _lines(text: str) -> str:
    """Text with each paragraph and line break as a line."""
    return text.replace("\v", "\n")
