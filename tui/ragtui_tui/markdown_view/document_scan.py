"""Finds words and links in a whole document, and steps through them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import NamedTuple

from ragtui_tui.markdown_view.blocks import Link, TextBlock
from ragtui_tui.markdown_view.layout import RowPosition
from ragtui_tui.markdown_view.rendered_document import RenderedDocument

WORK_SECONDS, PAUSE_SECONDS = 0.004, 0.001
"""Of work between pauses, in which keys are answered."""

MAX_MATCHES = 10_000
"""More are not counted."""


class Match(NamedTuple):
    """Words that were looked for."""

    block: int
    cell: int
    start: int
    end: int
    line: int = 0
    """Of the file."""


class LinkPosition(NamedTuple):
    """A link, and the block that it is in, in reading order."""

    block: int
    number: int
    """Which one of its block."""


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
    for index, block in enumerate(document.blocks):
        if monotonic() - rested > WORK_SECONDS:
            if not is_wanted():
                break
            sleep(PAUSE_SECONDS)
            rested = monotonic()
        for number, link in enumerate(block.links):
            found.links.append(LinkPosition(index, number))
            words = block.cells[link.cell].plain[link.start : link.end]
            found.linked.append((link, words))
        if wanted and len(found.matches) < MAX_MATCHES:
            found.matches += _matches(index, block, wanted)
    return found


def link_at(document: RenderedDocument, position: LinkPosition) -> Link:
    return document.blocks[position.block].links[position.number]


def _matches(index: int, block: TextBlock, words: re.Pattern[str]) -> Iterable[Match]:
    for cell, text in enumerate(block.cells):
        for found in words.finditer(text.plain):
            if found.end() > found.start():
                line = block.line_of(found.start())
                yield Match(index, cell, *found.span(), line)


class MatchNavigator:
    """The matches of a document, one of which is current."""

    def __init__(self) -> None:
        self.matches: Sequence[Match] = ()
        """In order, as far as the document was scanned."""
        self.index: int | None = None
        """The current one."""

    @property
    def current(self) -> Match | None:
        return None if self.index is None else self.matches[self.index]

    def start(self, matches: Sequence[Match], line: int | None) -> None:
        """Take over new matches; the first one from `line` on becomes current."""
        self.matches, self.index = matches, None
        if line is not None and matches:
            found = (at for at, match in enumerate(matches) if match.line >= line)
            self.index = next(found, 0)

    def step(self, step: int, view: tuple[int, int], *, is_in_view: bool) -> None:
        """Make the next match current, or the one before.

        Args:
            step: 1 or -1.
            view: First and last line in view: if the current match is elsewhere, the
                match nearest to them is next.
            is_in_view: Whether the current match is in view.
        """
        if self.index is not None and is_in_view:
            self.index = (self.index + step) % len(self.matches)
            return
        lines = [match.line for match in self.matches]
        if step > 0:
            below = (at for at, line in enumerate(lines) if line >= view[0])
            self.index = next(below, 0)
        else:
            above = [at for at, line in enumerate(lines) if line <= view[1]]
            self.index = above[-1] if above else len(lines) - 1


class LinkNavigator:
    """The links of a document, one of which may be chosen."""

    def __init__(self) -> None:
        self.links: Sequence[LinkPosition] = ()
        self.labelled: Sequence[tuple[Link, str]] = ()
        """The links themselves, each with its text."""
        self.chosen: LinkPosition | None = None
        """The link that Enter follows."""

    def start(self, scan: DocumentScan) -> None:
        """Take over the links that a scan found."""
        self.links, self.labelled = scan.links, scan.linked

    def clear(self) -> None:
        """Know of no links; the chosen one stays."""
        self.links, self.labelled = (), ()

    def beside(
        self,
        step: int,
        view: tuple[RowPosition, RowPosition],
        row_of: Callable[[LinkPosition], RowPosition],
    ) -> LinkPosition | None:
        """The next link, or the one before; None after the last.

        Args:
            step: 1 or -1.
            view: First and last row in view: without a chosen link, the nearest to
                them is next.
            row_of: The row of a link.
        """
        if self.chosen in self.links:
            at = self.links.index(self.chosen) + step
        elif step > 0:
            rows = (at for at, link in enumerate(self.links) if row_of(link) >= view[0])
            at = next(rows, -1)
        else:
            above = [a for a, link in enumerate(self.links) if row_of(link) <= view[1]]
            at = above[-1] if above else -1
        return self.links[at] if 0 <= at < len(self.links) else None
