"""The parts of a document that links name."""

from dataclasses import replace

import pytest

from ragtui_core.links import part_of
from ragtui_core.types import Anchor, Location, LocationKind
from support.notes import parse

TEXT = '# A b\n\nOne. ^x\n\n## ^y\n\n<a id="Here"></a>\n\nTwo. ^x\n'


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("A b", 1),
        ("a-b", 1),
        ("^x", 3),
        ("^a", None),
        ("Here", 7),
        ("page=ii", 9),
        ("page=3", None),
        ("nowhere", None),
    ],
)
def test_a_part_is_a_heading_block_page_or_element(part: str, line: int | None) -> None:
    pages = (("i", 0), ("ii", TEXT.index("Two")))
    anchors = tuple(
        Anchor(start, Location(LocationKind.PAGE, label, number))
        for number, (label, start) in enumerate(pages, 1)
    )
    document = replace(parse(TEXT), anchors=anchors, encoding="pdf/1")
    found = part_of("a.md", part, lambda _: document)
    assert (found.line if found else None) == line
