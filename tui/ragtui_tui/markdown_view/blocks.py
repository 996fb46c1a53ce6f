"""A block: text that is broken into rows as one: a paragraph, a table's row."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum, auto

from textual.content import Content

from ragtui_core import Lines
from ragtui_tui.markdown_view.table_columns import TableColumns

_NOTHING = Content("")


class Kind(Enum):
    """How a block is broken into rows, and drawn."""

    TEXT = auto()
    HEADING = auto()
    CODE = auto()
    """Broken anywhere, on a ground of its own."""
    TABLE = auto()
    """A row of `cells`."""
    RULE = auto()
    PLAIN = auto()
    """A line as it is written, with its number before it."""


@dataclass(frozen=True, slots=True)
class Link:
    """Characters of a cell that lead somewhere."""

    cell: int
    start: int
    end: int
    href: str
    """The target, as written in the note."""
    is_wiki: bool = False
    """Whether it is written `[[so]]`."""
    is_task: bool = False
    """Whether it is the box of a task, and leads nowhere."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text, its lines in the file, and what precedes its rows."""

    kind: Kind
    cells: tuple[Content, ...]
    lines: Lines
    links: tuple[Link, ...] = ()
    breaks: tuple[int, ...] = ()
    """Characters of the first cell at which a new line of the file begins."""
    lead: Content = _NOTHING
    """Before the first row: bars of quotations, a list's bullet."""
    indent: Content = _NOTHING
    """Before the others."""
    level: int = 0
    """The level of a heading, 1..6."""
    table: TableColumns | None = None
    is_head: bool = False
    """Whether it is a table's first row."""

    @property
    def is_blank(self) -> bool:
        """Whether it only separates others."""
        return self.kind is Kind.TEXT and not self.cells[0]

    def line_of(self, offset: int) -> int:
        """The line of the file that a character of the first cell is on."""
        return min(
            self.lines.first + bisect_right(self.breaks, offset), self.lines.last
        )

    def estimated_rows(self, width: int) -> int:
        """About how many rows of `width` cells it takes."""
        longest = max(map(len, self.cells), default=0)
        return 1 + longest * len(self.cells) // max(1, width) + (self.level == 1)
