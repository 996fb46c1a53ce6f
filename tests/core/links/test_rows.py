"""How links are rewritten, and what they name: the rows of `rows.txt`."""

from dataclasses import replace
from pathlib import Path

from ragtui_core.chunking.named_texts import is_link_list
from ragtui_core.documents.markdown.link_extraction import Link, links_of
from ragtui_core.links import part_of
from ragtui_core.links.link_text import (
    RenamedTarget,
    Replacement,
    link_replacement,
    new_target,
    renamed,
)
from ragtui_core.links.renamed_headings import RenamedHeadings
from ragtui_core.types import Anchor, Location, LocationKind, Span
from support.notes import parse
from support.rows import Reader, rows_test

PUMP = RenamedTarget("machines/pump.md", "The pump")
PARTS = '# A b\n\nOne. ^x\n\n## ^y\n\n<a id="Here"></a>\n\nTwo. ^x\n'


def link(text: str) -> Link:
    (only,) = links_of(text)
    return only


def edited(text: str, change: Replacement) -> str:
    return text[: change.span.start] + change.text + text[change.span.end :]


def renamed_file(row: str) -> str:
    """The path of a note with a title that gets another one."""
    path, title, name = row.split(" ¦ ")
    found = renamed(RenamedTarget(path, title), name)
    assert found.title == name
    return found.path


def retargeted(row: str) -> str:
    """A link of a note that moves from one path to another, as its target does."""
    written, source, moved, path, title = row.split(" ¦ ")
    new = RenamedTarget(path, title)
    found = new_target(link(written), source, moved, PUMP, new)
    assert found is not None
    return edited(written, link_replacement(link(written), written, found))


def other_name(row: str) -> str:
    """A link with another target."""
    written, target = row.split(" ¦ ")
    return edited(written, link_replacement(link(written), written, target))


def other_heading(written: str) -> str:
    """A link after the heading `Hum` of its note became `Loud noise`."""
    headings = RenamedHeadings.of(
        "pump.md", "# A\n\n## Hum\n", Span(8, 11), "Loud noise"
    )
    heading = headings.written(link(written), written)
    return edited(written, link_replacement(link(written), written, None, heading))


def line_of_part(part: str) -> str:
    """The line of a part of a note with pages i and ii."""
    pages = (("i", 0), ("ii", PARTS.index("Two")))
    anchors = tuple(
        Anchor(start, Location(LocationKind.PAGE, label, number))
        for number, (label, start) in enumerate(pages, 1)
    )
    document = replace(parse(PARTS), anchors=anchors, encoding="pdf/1")
    found = part_of("a.md", part, lambda _: document)
    return str(found.line) if found else ""


READERS: dict[str, Reader] = {
    "a file that is called by its title goes with it": renamed_file,
    "a link keeps its form": retargeted,
    "only the name within a link is replaced": other_name,
    "headings within links": other_heading,
    "a part is a heading, block, page or element": line_of_part,
    "lines that name other files are a list of links": lambda text: (
        "a list" if is_link_list(text) else ""
    ),
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
