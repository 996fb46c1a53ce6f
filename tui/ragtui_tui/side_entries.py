"""What the pane beside a document shows: headings, links, other notes."""

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from textual.content import Content

from ragtui_tui import wording
from ragtui_tui.messages.reading import GoToLine, GoToVisit, LinkFollowed
from ragtui_tui.passage import Page, Passage
from ragtui_tui.trail import Visit
from ragtui_tui.typesetting.flow import Link
from ragtui_tui.widgets.side_pane import Entry

if TYPE_CHECKING:
    from ragtui_core.links import Backlink, RelatedNote

_QUIET = "$foreground 60%"
_PLACE = "$text-accent"
INDENT = 2
MOST = 1_000
"""Entries; more take too long to be listed, and nobody walks them."""


def outline(page: Page) -> list[Entry]:
    """The headings."""
    highest = min((heading.level for heading in page.headings), default=1)
    return [
        Entry(
            Content(" " * (INDENT * (heading.level - highest)))
            + wording.line(heading.heading_path[-1]),
            GoToLine(heading.lines.first),
        )
        for heading in page.headings[:MOST]
    ]


def backlinks(found: "Iterable[Backlink]") -> list[Entry]:
    """The notes that link here, each with the words around the link."""
    return [
        Entry(
            _two(wording.place(link.path, link.lines), wording.plain(link.excerpt)),
            GoToVisit(
                Visit(link.path, Passage(link.lines, frozenset(), link.heading_path))
            ),
        )
        for link in found
    ]


def similar(found: "Iterable[RelatedNote]") -> list[Entry]:
    """The notes that are like this one, and why."""
    return [
        Entry(
            _two(
                wording.line(note.title), f"{note.score:.2f} {wording.line(note.why)}"
            ),
            GoToVisit(Visit(note.path)),
        )
        for note in found
    ]


def links(found: Iterable[tuple[Link, str]]) -> list[Entry]:
    """The links of the page, each with its words."""
    return [
        Entry(
            _two(wording.line(words), wording.line(link.href), place_last=True),
            LinkFollowed(link),
        )
        for link, words in islice(found, MOST)
    ]


def _two(first: str, second: str, *, place_last: bool = False) -> Content:
    """An entry of two rows; what names a place is coloured."""
    styles = ("", _PLACE) if place_last else (_PLACE, _QUIET)
    return Content("\n").join(
        Content.styled(text, style)
        for text, style in zip((first, second), styles, strict=True)
        if text
    )
