"""A page as blocks, in order."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from ragtui_core.documents import ParserPanic
from ragtui_tui.markdown_view.blocks import TextBlock
from ragtui_tui.markdown_view.markdown_blocks import (
    PlainBlocks,
    TextTransform,
    TooManyCells,
    markdown_blocks,
)


@dataclass(frozen=True, slots=True)
class RenderedDocument:
    """The blocks of a page, by line; rows are made of those that are seen."""

    blocks: Sequence[TextBlock]
    is_plain: bool = False
    """Whether all of it is shown as it is written."""

    @property
    def last(self) -> int:
        """The last line of the file that is shown."""
        return self.blocks[-1].lines.last if self.blocks else 1

    def estimated_rows(self, width: int) -> list[int]:
        """About how many rows of `width` cells each block takes."""
        if isinstance(self.blocks, PlainBlocks):
            return self.blocks.estimated_rows(width)
        return [block.estimated_rows(width) for block in self.blocks]

    def block_at(self, line: int) -> int:
        """The number of the block that shows a line of the file, or the next one."""
        found = bisect_left(self.blocks, line, key=lambda block: block.lines.last)
        return max(0, min(found, len(self.blocks) - 1))


def rendered(
    lines: Sequence[str],
    first: int,
    title: str = "",
    transform: TextTransform = lambda text: text,
) -> RenderedDocument:
    """Rendered Markdown; a text that cannot be rendered is shown as it is written.

    Its lines, from `first` on, are safe to show. The title is shown above the page: a
    first heading that repeats it is left out. `transform` changes each text before it
    is broken into rows.
    """
    try:
        blocks = markdown_blocks(lines, first, transform)
    except (ParserPanic, TooManyCells):
        return plain(lines, first)
    return RenderedDocument(without_title(blocks, title))


def plain(lines: Sequence[str], first: int) -> RenderedDocument:
    """A text as it is written."""
    return RenderedDocument(PlainBlocks(lines, first), is_plain=True)


def without_title(blocks: list[TextBlock], title: str) -> list[TextBlock]:
    """Leave out a heading of the first level that opens the page and is its title."""
    if not blocks or blocks[0].level != 1:
        return blocks
    if blocks[0].cells[0].plain.strip() != title.strip():
        return blocks
    return blocks[2:] if len(blocks) > 1 and blocks[1].is_blank else blocks[1:]
