"""A page as pieces, each read into flows when it is first needed."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from threading import Lock

from ragtui_tui.markdown_view.block_parser import (
    Definitions,
    definitions_in,
    flows_of,
    plain_flows,
)
from ragtui_tui.markdown_view.blocks import Flow
from ragtui_tui.markdown_view.slices import Piece, cut, cut_plainly

Flows = list[Flow]

AHEAD = 5
"""Pieces on each side of a line that may come into view with it."""
KEPT = 200
"""Pieces whose flows are kept: a thousand lines or more, so that memory stays small."""


class Sheet:
    """May be read from several threads: at worst a piece is read twice."""

    def __init__(self, pieces: list[Piece], read: Callable[[Piece], Flows]) -> None:
        """Hold `pieces`, which `read` turns into flows."""
        self.pieces = pieces
        self._read = read
        self._flows: dict[int, Flows] = {}
        self._lock = Lock()

    def flows(self, piece: int) -> Flows:
        """The flows of a piece."""
        known = self._flows.get(piece)
        if known is None:
            known = self._read(self.pieces[piece])
            with self._lock:
                if len(self._flows) >= KEPT:
                    self._flows.pop(next(iter(self._flows)))
                self._flows[piece] = known
        return known

    def read_around(self, line: int) -> None:
        """Have the flows ready that are shown first."""
        piece = self.piece_of(line)
        for at in range(max(0, piece - AHEAD), min(len(self.pieces), piece + AHEAD)):
            self.flows(at)

    def piece_of(self, line: int) -> int:
        """The piece that shows a line of the file, if need be the nearest one."""
        return max(
            0, bisect_right(self.pieces, line, key=lambda piece: piece.first) - 1
        )

    @cached_property
    def last(self) -> int:
        """The last line of the file that is shown."""
        return self.pieces[-1].last if self.pieces else 1


def rendered(lines: Sequence[str], first: int, title: str = "") -> Sheet:
    """Markdown as it is meant.

    Args:
        lines: Safe to show.
        first: The line of the file that they begin with.
        title: Stands above the page: a first heading that repeats it is left out.
    """
    definitions: Definitions = definitions_in(lines)
    pieces = cut(lines, first)

    def read(piece: Piece) -> Flows:
        flows = flows_of(piece, definitions)
        return without_title(flows, title) if piece is pieces[0] else flows

    return Sheet(pieces, read)


def plain(lines: Sequence[str], first: int) -> Sheet:
    """A text as it is written."""
    return Sheet(cut_plainly(lines, first), plain_flows)


def without_title(flows: Flows, title: str) -> Flows:
    """Leave out a heading of the first level that opens the page and is its title."""
    if not flows or flows[0].level != 1:
        return flows
    if flows[0].cells[0].plain.strip() != title.strip():
        return flows
    return flows[2:] if len(flows) > 1 and flows[1].is_blank else flows[1:]
