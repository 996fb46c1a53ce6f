"""A text that grows at its end, as rows: what stands finished is not read again."""

from dataclasses import dataclass
from itertools import takewhile

from ragtui_tui.markdown_view.block_parser import Dress, flows_of
from ragtui_tui.markdown_view.rows import Row, rows_of
from ragtui_tui.markdown_view.slices import Piece, cut


@dataclass(slots=True)
class _Part:
    piece: Piece
    rows: list[Row] | None = None
    """None until they are made for the width."""


class GrowingText:
    """Markdown whose pieces keep their rows until they or the width change."""

    def __init__(self, dress: Dress) -> None:
        """Start empty.

        Args:
            dress: Changes each text before it is broken into rows.
        """
        self._dress = dress
        self._text = ""
        self._parts: list[_Part] = []
        self._widths = (0, 0)
        self._rows: list[Row] | None = []

    def append(self, text: str) -> None:
        """Take what follows, which must be safe to show."""
        self._text += text
        shown = self._text.strip("\n")
        pieces = cut(shown.split("\n"), 1) if shown else []
        pairs = zip(self._parts, pieces, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0].piece == pair[1], pairs))
        self._parts[same:] = [_Part(piece) for piece in pieces[same:]]
        self._rows = None

    def dress_anew(self, words: str) -> None:
        """Read again what holds some words."""
        for part in self._parts:
            if any(words in line for line in part.piece.lines):
                part.rows = self._rows = None

    def rows(self, width: int, wide: int) -> list[Row]:
        """All rows: prose at most `width` cells wide, code and tables `wide`."""
        if self._widths != (width, wide):
            self._widths = width, wide
            self._rows = None
            for part in self._parts:
                part.rows = None
        if self._rows is None:
            self._rows = [row for part in self._parts for row in self._made(part)]
        return self._rows

    def _made(self, part: _Part) -> list[Row]:
        if part.rows is None:
            part.rows = rows_of(flows_of(part.piece, {}, self._dress), *self._widths)
        return part.rows
