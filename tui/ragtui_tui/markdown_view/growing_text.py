"""Markdown that grows at its end, as rows: finished slices are not parsed again."""

from dataclasses import dataclass
from itertools import takewhile

from ragtui_tui.markdown_view.block_parser import TextTransform, blocks_of
from ragtui_tui.markdown_view.rows import Row, rows_of
from ragtui_tui.markdown_view.slices import Slice, cut_markdown


@dataclass(slots=True)
class _Part:
    text_slice: Slice
    rows: list[Row] | None = None
    """None until they are made for the width."""


class GrowingText:
    """Caches the rows of each slice until it or the width changes."""

    def __init__(self, transform: TextTransform) -> None:
        """Start empty.

        Args:
            transform: Changes each text before it is broken into rows.
        """
        self._transform = transform
        self._text = ""
        self._parts: list[_Part] = []
        self._widths = (0, 0)
        self._rows: list[Row] | None = []

    def append(self, text: str) -> None:
        """Take what follows, which must be safe to show."""
        self._text += text
        shown = self._text.strip("\n")
        slices = cut_markdown(shown.split("\n"), 1) if shown else []
        pairs = zip(self._parts, slices, strict=False)
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0].text_slice == pair[1], pairs)
        )
        self._parts[same:] = [_Part(text_slice) for text_slice in slices[same:]]
        self._rows = None

    def invalidate(self, words: str) -> None:
        """Parse the slices again that contain some words."""
        for part in self._parts:
            if any(words in line for line in part.text_slice.lines):
                part.rows = self._rows = None

    def rows(self, width: int, wide_width: int) -> list[Row]:
        """All rows: prose at most `width` cells wide, code and tables `wide`."""
        if self._widths != (width, wide_width):
            self._widths = width, wide_width
            self._rows = None
            for part in self._parts:
                part.rows = None
        if self._rows is None:
            self._rows = [row for part in self._parts for row in self._made(part)]
        return self._rows

    def _made(self, part: _Part) -> list[Row]:
        if part.rows is None:
            part.rows = rows_of(
                blocks_of(part.text_slice, {}, self._transform), *self._widths
            )
        return part.rows
