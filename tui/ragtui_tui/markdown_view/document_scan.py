"""Finds words and links in a whole document, and steps through them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import NamedTuple, TypeVar

from ragtui_tui.markdown_view.blocks import Link, TextBlock
from ragtui_tui.markdown_view.layout import RowPosition
from ragtui_tui.markdown_view.rendered_document import RenderedDocument

WORK_SECONDS, PAUSE_SECONDS = 0.004, 0.001
"""Seconds of work between pauses, in which keys are answered."""

MAX_MATCHES = 10_000
"""More are not counted."""


class Match(NamedTuple):
    """Words that were looked for."""

    block: int
    cell: int
    start: int
    end: int
    line: int = 0


class FoundLink(NamedTuple):
    """A link, the block that it is in, and its words."""

    block: int
    link: Link
    words: str


@dataclass(slots=True)
class DocumentScan:
    """All that was found, in reading order."""

    matches: list[Match] = field(default_factory=list)
    links: list[FoundLink] = field(default_factory=list)


def scan_document(
    document: RenderedDocument,
    wanted: re.Pattern[str] | None,
    is_wanted: Callable[[], bool],
) -> DocumentScan:
    """Scan a document, until `is_wanted` returns false."""
    found, rested = DocumentScan(), monotonic()
    for index, block in enumerate(document.blocks):
        if monotonic() - rested > WORK_SECONDS:
            if not is_wanted():
                break
            sleep(PAUSE_SECONDS)
            rested = monotonic()
        links = links_of_block(index, block)
        found.links += sorted(links, key=lambda at: (at.link.cell, at.link.start))
        if wanted and len(found.matches) < MAX_MATCHES:
            found.matches += _matches(index, block, wanted)
    return found


def links_of_block(index: int, block: TextBlock) -> list[FoundLink]:
    """The links of the block with this number, in the order of its own."""
    return [
        FoundLink(index, link, block.cells[link.cell].plain[link.start : link.end])
        for link in block.links
    ]


def _matches(index: int, block: TextBlock, words: re.Pattern[str]) -> Iterable[Match]:
    for cell, text in enumerate(block.cells):
        for match in words.finditer(text.plain):
            if match.end() > match.start():
                line = block.line_of(match.start())
                yield Match(index, cell, *match.span(), line)


P = TypeVar("P", int, RowPosition)


def nearest(positions: Iterable[P], view: tuple[P, P], step: int) -> int | None:
    """The index of the place to go to from a view in which none is current.

    Args:
        positions: Lines or rows, in order.
        view: The first and the last one in view.
        step: 1 goes to the first one that is not above the view, -1 to the last one
            that is not below it.
    """
    if step > 0:
        return next(
            (at for at, position in enumerate(positions) if position >= view[0]), None
        )
    return max(
        (at for at, position in enumerate(positions) if position <= view[1]),
        default=None,
    )
