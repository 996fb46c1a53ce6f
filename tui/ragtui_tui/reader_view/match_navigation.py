"""Steps through the matches and the links of a document."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ragtui_tui.markdown_view.document_scan import DocumentScan, LinkPosition, Match
from ragtui_tui.markdown_view.layout import RowPosition

if TYPE_CHECKING:
    from ragtui_tui.markdown_view.blocks import Link


class MatchNavigator:
    """The matches of a document, one of which is current."""

    def __init__(self) -> None:
        """Know of none yet."""
        self.matches: Sequence[Match] = ()
        """In order, as far as the document was scanned."""
        self.index: int | None = None
        """The current one."""

    @property
    def current(self) -> Match | None:
        """The current match."""
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
        """Know of none yet."""
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
