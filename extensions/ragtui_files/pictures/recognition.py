"""Texts that were recognised in pictures (OCR), in the texts of their files.

An extractor names the pages that are pictures. Each is recognised for itself, which
takes seconds, and cached; when none is left, their texts are put where the pages are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from ragtui_core import Anchor, Location, LocationKind, PicturedLine, Span
from ragtui_core.documents import Extracted

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SCANNED = 1_000
"""Pages or pictures of a file that are recognised: about an hour."""

MAX_SIDE = 4_000
"""Pixels of the longer side of a picture that is made of a page."""

SCANNED, LINES, SIZE, PNG = "scanned", "lines", "size", "png"
"""A key of `details`: the pages that are pictures; of a recognised page, the span and
the box of each line, and the size of the picture; of one to show, a PNG file in
base64."""

ScannedPage = tuple[int, Location]
"""Where in the text of its file the text of a page belongs, and the page."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to recognise. `size` is in the unit of its boxes."""

    image: "Image"
    size: tuple[float, float]


def scanned_details(pages: Sequence[ScannedPage]) -> dict[str, object]:
    """The value of `details` that names the pages that are pictures."""
    rows = [[start, *asdict(location).values()] for start, location in pages]
    return {SCANNED: rows} if rows else {}


def scanned_pages(found: Extracted) -> list[ScannedPage]:
    """The pages that are pictures, in order, as far as they are recognised."""
    rows = found.details.get(SCANNED, ())
    return [
        (start, Location(LocationKind(kind), label, number))
        for start, kind, label, number in rows[:MAX_SCANNED]
    ]


def with_recognized(
    found: Extracted, pages: Mapping[int, Extracted | str]
) -> tuple[Extracted, tuple[PicturedLine, ...]]:
    """The text of a file with that of its pictures, and the lines of these.

    Args:
        found: What was extracted from the file.
        pages: The text of each of its scanned pages, or why there is none, by number.
    """
    scanned = scanned_pages(found)
    text, end, anchors = "", 0, list[Anchor]()
    lines, problems = list[PicturedLine](), list(found.problems)
    own = [anchor for anchor in found.anchors if anchor.location.number not in pages]
    for start, location in scanned:
        anchors += _shifted(own, end, start, len(text) - end)
        text += found.text[end:start]
        end = start
        page = pages[location.number]
        if isinstance(page, str):
            problems.append(f"{location} was left out: {page}")
            continue
        anchors.append(Anchor(len(text), location))
        lines += _lines(page, location.number, len(text))
        text += page.text
    anchors += _shifted(own, end, len(found.text) + 1, len(text) - end)
    text += found.text[end:]
    left = len(found.details[SCANNED]) - len(scanned)
    if left:
        problems.append(f"only {MAX_SCANNED:,} of its pictures are read; {left:,} left")
    merged = replace(found, text=text, anchors=tuple(anchors), problems=tuple(problems))
    return merged, tuple(lines)


def _shifted(
    anchors: Sequence[Anchor], start: int, end: int, shift: int
) -> list[Anchor]:
    """The anchors from `start` to before `end`, each moved by `shift`."""
    return [
        replace(anchor, start=anchor.start + shift)
        for anchor in anchors
        if start <= anchor.start < end
    ]


def _lines(page: Extracted, number: int, shift: int) -> list[PicturedLine]:
    width, height = page.details[SIZE]
    return [
        PicturedLine(
            Span(start + shift, end + shift),
            number,
            (left, top, right, bottom),
            (width, height),
        )
        for start, end, left, top, right, bottom in page.details[LINES]
    ]
