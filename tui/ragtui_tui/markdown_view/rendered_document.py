"""A page as slices, parsed when first needed; and an answer that grows."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, takewhile
from threading import Lock
from typing import NamedTuple

from ragtui_core.documents import References
from ragtui_tui.markdown_view.blocks import TextBlock
from ragtui_tui.markdown_view.rows import Row, rows_of
from ragtui_tui.markdown_view.slice_blocks import (
    TextTransform,
    blocks_of,
    plain_blocks,
)
from ragtui_tui.markdown_view.slices import Slice, cut_plain, markdown_slices

TextBlocks = list[TextBlock]

LOOKAHEAD = 5
"""Slices on each side of a line that may come into view with it."""
UNSETTLED = 2
"""Slices at the end of a growing text that more text may cut in other places."""
MAX_CACHED = 200
"""Slices whose blocks are cached: a thousand lines or more."""


class RenderedDocument:
    """May be read from several threads: at worst a slice is parsed twice.

    The text is cut into slices no further than they are needed.
    """

    def __init__(
        self,
        lines: Sequence[str],
        slices: Iterable[Slice],
        read: Callable[[Slice], TextBlocks],
    ) -> None:
        """Take over the slices of some lines, which `read` parses into blocks."""
        self._known: list[Slice] = []
        self._coming = iter(slices)
        self._uncut = Uncut(len(lines), sum(map(len, lines)))
        self._read = read
        self._blocks: dict[int, TextBlocks] = {}
        self._lock = Lock()

    @property
    def known(self) -> Sequence[Slice]:
        """The slices that are cut; further ones will be appended."""
        return self._known

    @property
    def uncut(self) -> "Uncut":
        """How much text follows those that are cut."""
        return self._uncut

    @property
    def slices(self) -> Sequence[Slice]:
        """All slices."""
        for _ in self.indices(len(self._known)):
            pass
        return self._known

    def has(self, text_slice: int) -> bool:
        """Whether there is a slice; cuts the text as far as that."""
        with self._lock:
            while len(self._known) <= text_slice:
                found = next(self._coming, None)
                if found is None:
                    self._uncut = Uncut(0, 0)
                    return False
                self._known.append(found)
                lines, characters = self._uncut
                self._uncut = Uncut(
                    max(0, lines - len(found.lines)), characters - found.size
                )
        return True

    def indices(self, start: int = 0) -> Iterator[int]:
        """The numbers of all slices from `start` on, each cut when it is reached."""
        return takewhile(self.has, count(start))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.has(0)

    @property
    def is_plain(self) -> bool:
        """Whether all of it is shown as it is written."""
        return all(self._known[at].plain for at in self.indices())

    def blocks(self, text_slice: int) -> TextBlocks:
        """The blocks of a slice."""
        known = self._blocks.get(text_slice)
        if known is None:
            known = self._read(self._known[text_slice])
            with self._lock:
                if len(self._blocks) >= MAX_CACHED:
                    self._blocks.pop(next(iter(self._blocks)))
                self._blocks[text_slice] = known
        return known

    def read_around(self, line: int) -> None:
        """Parse the blocks that are shown first."""
        text_slice = self.slice_of(line)
        for at in self.indices(max(0, text_slice - LOOKAHEAD)):
            if at >= text_slice + LOOKAHEAD:
                break
            self.blocks(at)

    def slice_of(self, line: int) -> int:
        """The slice that shows a line of the file, if need be the nearest one."""
        for at in self.indices(max(0, len(self._known) - 1)):
            if self._known[at].last > line:
                break
        return max(
            0,
            bisect_right(self._known, line, key=lambda text_slice: text_slice.first)
            - 1,
        )

    @cached_property
    def last(self) -> int:
        """The last line of the file that is shown."""
        return self.slices[-1].last if self.slices else 1


class Uncut(NamedTuple):
    """The end of a text that is not cut into slices yet."""

    lines: int
    characters: int


def rendered(lines: Sequence[str], first: int, title: str = "") -> RenderedDocument:
    """Rendered Markdown.

    Args:
        lines: Safe to show.
        first: The line of the file that they begin with.
        title: Shown above the page: a first heading that repeats it is left out.
    """
    references = References("\n".join(lines))

    def read(text_slice: Slice) -> TextBlocks:
        blocks = blocks_of(text_slice, references)
        return without_title(blocks, title) if text_slice.first == first else blocks

    return RenderedDocument(lines, markdown_slices(lines, first), read)


def plain(lines: Sequence[str], first: int) -> RenderedDocument:
    """A text as it is written."""
    return RenderedDocument(lines, cut_plain(lines, first), plain_blocks)


def without_title(blocks: TextBlocks, title: str) -> TextBlocks:
    """Leave out a heading of the first level that opens the page and is its title."""
    if not blocks or blocks[0].level != 1:
        return blocks
    if blocks[0].cells[0].plain.strip() != title.strip():
        return blocks
    return blocks[2:] if len(blocks) > 1 and blocks[1].is_blank else blocks[1:]


@dataclass(slots=True)
class _Part:
    text_slice: Slice
    rows: list[Row] | None = None
    """None until they are made for the width."""


class GrowingText:
    """Caches the slices and rows of a text, and reads only its end again."""

    def __init__(self, transform: TextTransform) -> None:
        """Start empty.

        Args:
            transform: Changes each text before it is broken into rows.
        """
        self._transform = transform
        self._lines: list[str] = []
        self._parts: list[_Part] = []
        self._widths = (0, 0)
        self._rows: list[Row] | None = []

    def append(self, text: str) -> None:
        """Take what follows, which must be safe to show."""
        if not self._lines:
            text = text.lstrip("\n")
            self._lines = [""] if text else []
        if not text:
            return
        same_line, *lines = text.split("\n")
        self._lines[-1] += same_line
        self._lines += lines
        self._cut_end()
        self._rows = None

    def _cut_end(self) -> None:
        """Cut the end of the text; the rows of what is the same are kept."""
        settled = max(0, len(self._parts) - UNSETTLED)
        while settled and self._parts[settled - 1].text_slice.last >= (
            self._parts[settled].text_slice.first
        ):
            settled -= 1  # a part of the same line
        end = self._parts[settled:]
        start = end[0].text_slice.first - 1 if end else 0
        lines = self._lines[start:]
        while lines and not lines[-1]:
            lines.pop()
        opening = end[0].text_slice.opening if end else ()
        slices = list(markdown_slices(lines, start + 1, opening))
        pairs = zip(end, slices, strict=False)
        same = sum(
            1 for _ in takewhile(lambda pair: pair[0].text_slice == pair[1], pairs)
        )
        self._parts[settled + same :] = [
            _Part(text_slice) for text_slice in slices[same:]
        ]

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
                blocks_of(part.text_slice, None, self._transform), *self._widths
            )
        return part.rows
