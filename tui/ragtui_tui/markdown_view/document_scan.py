"""Scans a whole document for words that are searched for, and for links."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import NamedTuple

from ragtui_tui.markdown_view.blocks import Link, TextBlock
from ragtui_tui.markdown_view.rendered_document import RenderedDocument

WORK, REST = 0.004, 0.001
"""Seconds of work between rests, in which the keys are answered."""

MAX_MATCHES = 10_000
"""More are not counted."""


class Match(NamedTuple):
    """Words that were looked for."""

    slice_index: int
    block: int
    cell: int
    start: int
    end: int
    line: int = 0
    """Of the file."""


class LinkPosition(NamedTuple):
    """A link, and the block that it is in, in reading order."""

    slice_index: int
    block: int
    number: int
    """Which one of its flow."""


@dataclass(slots=True)
class DocumentScan:
    """All that was found, in order."""

    matches: list[Match] = field(default_factory=list)
    links: list[LinkPosition] = field(default_factory=list)
    linked: list[tuple[Link, str]] = field(default_factory=list)
    """The links themselves, each with its words."""


def scan_document(
    document: RenderedDocument,
    wanted: re.Pattern[str] | None,
    is_wanted: Callable[[], bool],
) -> DocumentScan:
    """Scan a document, until `is_wanted` returns false."""
    found, rested = DocumentScan(), monotonic()
    for slice_index in range(len(document.slices)):
        if not is_wanted():
            break
        if monotonic() - rested > WORK:
            sleep(REST)
            rested = monotonic()
        for index, block in enumerate(document.blocks(slice_index)):
            for number, link in enumerate(block.links):
                found.links.append(LinkPosition(slice_index, index, number))
                words = block.cells[link.cell].plain[link.start : link.end]
                found.linked.append((link, words))
            if wanted and len(found.matches) < MAX_MATCHES:
                found.matches += _matches(slice_index, index, block, wanted)
    return found


def link_at(document: RenderedDocument, position: LinkPosition) -> Link:
    """The link at a position."""
    return document.blocks(position.slice_index)[position.block].links[position.number]


def _matches(
    slice_index: int, index: int, block: TextBlock, words: re.Pattern[str]
) -> Iterable[Match]:
    for cell, text in enumerate(block.cells):
        for found in words.finditer(text.plain):
            if found.end() > found.start():
                line = block.line_of(found.start())
                yield Match(slice_index, index, cell, *found.span(), line)
