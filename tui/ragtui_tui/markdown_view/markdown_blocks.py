"""The blocks of Markdown, as the core reads them, ready to be broken into rows."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import accumulate
from typing import Any, overload

from textual.content import Content

from ragtui_core import BlockKind, Lines, Span
from ragtui_core.documents import (
    BlockEvent,
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    TextLeaf,
    ThematicBreak,
    shown_blocks,
    task_box,
)
from ragtui_core.text import sanitize
from ragtui_tui.markdown_view.blocks import Kind, Link, TextBlock
from ragtui_tui.markdown_view.inline_content import line_breaks, links_in, styled
from ragtui_tui.markdown_view.table_columns import TableColumns

BULLETS = "•", "–", "·"
_QUOTE = Content.styled("│ ", "$foreground 40%")
_BULLET = "$text-primary"

MAX_DEPTH = 20
"""Containers whose marks are shown; deeper ones would leave no cells for text."""

LONGEST_TEXT = 20_000
"""Characters of a block (7 ms to wrap); a longer text is shown as it is written."""

MAX_CELLS = 200_000
"""Cells of tables in one document: a row of a few characters can have thousands."""

TextTransform = Callable[[Content], Content]
"""Changes a text that is not code, before it is broken into rows."""


class PlainBlocks(Sequence[TextBlock]):
    """Each line of a text as it is written, made into a block when it is needed."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        """Take the lines of a file from line `first` on; long ones are cut."""
        self._parts = [
            (number, line[start : start + LONGEST_TEXT])
            for number, line in enumerate(lines, first)
            for start in range(0, max(1, len(line)), LONGEST_TEXT)
        ]

    def __len__(self) -> int:
        """The number of blocks."""
        return len(self._parts)

    def estimated_rows(self, width: int) -> list[int]:
        """About how many rows of `width` cells each block takes."""
        return [1 + len(text) // max(1, width) for _, text in self._parts]

    @overload
    def __getitem__(self, index: int) -> TextBlock: ...
    @overload
    def __getitem__(self, index: slice) -> list[TextBlock]: ...
    def __getitem__(self, index: int | slice) -> TextBlock | list[TextBlock]:
        """One block, or several."""
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        number, text = self._parts[index]
        cells = (Content(text.expandtabs(4)),)
        return TextBlock(Kind.PLAIN, cells, Lines(number, number))


class TooManyCells(Exception):
    """The tables of a document have more than `MAX_CELLS` cells."""


def markdown_blocks(
    lines: Sequence[str], first: int, transform: TextTransform
) -> list[TextBlock]:
    """The blocks of Markdown, in order; its lines, from `first` on, are safe to show.

    If `transform` makes texts longer or shorter, the spans of links are lost.

    Raises:
        ParserPanic: The parser failed.
        TooManyCells: It would take too long.
    """
    return _Reader(lines, first, transform).read(shown_blocks("\n".join(lines)))


@dataclass(slots=True)
class _Container:
    """A quotation or an item of a list that is open."""

    lead: Content
    indent: Content
    line: int
    entered: bool = False


class _Reader:
    """Walks over the events of a text."""

    def __init__(
        self, lines: Sequence[str], first: int, transform: TextTransform
    ) -> None:
        self._transform = transform
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        self._first = first
        self._written = lines
        self._blocks: list[TextBlock] = []
        self._containers: list[_Container] = []
        self._lists: list[int | None] = []
        """The number of the next item of each list that is open; None has bullets."""
        self._bullet_depth = 0
        self._gap = False
        self._table: TableColumns | None = None
        self._cells_left = MAX_CELLS

    def read(self, events: Iterable[BlockEvent]) -> list[TextBlock]:
        for event in events:
            match event:
                case ContainerStart():
                    self._open(event)
                case ContainerEnd():
                    self._close(event)
                case ThematicBreak():
                    self._rule(event)
                case TextLeaf():
                    self._leaf(event)
        if self._gap and not self._written[-1].strip():
            self._blank(self._first + len(self._written) - 1)
        return self._blocks

    # --- containers ---

    def _open(self, event: ContainerStart) -> None:
        line = self._line(event.start)
        if event.container is ContainerKind.LIST:
            self._lists.append(event.number)
            self._bullet_depth += event.number is None
            return
        self._close_gap(line)
        match event.container:
            case ContainerKind.QUOTE:
                self._containers.append(_Container(_QUOTE, _QUOTE, line))
            case ContainerKind.ITEM:
                lead = Content.styled(f"{self._item_mark()} ", _BULLET)
                indent = Content(" " * len(lead))
                self._containers.append(_Container(lead, indent, line))
            case _:
                self._table = TableColumns()

    def _item_mark(self) -> str:
        """The mark of the next item of the innermost list."""
        number = self._lists[-1]
        if number is None:
            return BULLETS[(self._bullet_depth - 1) % len(BULLETS)]
        self._lists[-1] = number + 1
        return f"{number}."

    def _close(self, event: ContainerEnd) -> None:
        match event.container:
            case ContainerKind.QUOTE:
                self._containers.pop()
                self._gap = True
            case ContainerKind.LIST:
                self._bullet_depth -= self._lists.pop() is None
                self._gap = True
            case ContainerKind.TABLE:
                self._table = None
                self._gap = True
            case ContainerKind.ITEM:
                line = self._containers[-1].line
                if not self._containers[-1].entered:
                    self._emit(Kind.TEXT, (Content(" "),), Lines(line, line))
                self._containers.pop()

    # --- leaves ---

    def _rule(self, event: ThematicBreak) -> None:
        lines = self._lines(event.span)
        self._close_gap(lines.first)
        self._emit(Kind.RULE, (Content("─"),), lines)
        self._gap = True

    def _leaf(self, leaf: TextLeaf) -> None:
        if leaf.kind is BlockKind.TABLE_ROW:
            self._row(leaf)
            return
        if not leaf.is_tight:
            self._close_gap(self._line(leaf.span.start))
        if leaf.kind is BlockKind.HTML:
            self._html(leaf)
        elif leaf.kind is BlockKind.CODE:
            self._code(leaf)
        else:
            self._text(leaf)
        self._gap = not leaf.is_tight

    def _text(self, leaf: TextLeaf) -> None:
        [text], lines = leaf.texts, self._lines(leaf.span)
        if len(text.text) > LONGEST_TEXT:
            written = self._written[lines.first - self._first : lines.last]
            self._blocks += PlainBlocks(written, lines.first)
            return
        self._emit(
            Kind.HEADING if leaf.level else Kind.TEXT,
            (self._transform(styled(text)),),
            lines,
            links=(*links_in(text), *self._boxes(text.text, lines.first)),
            breaks=tuple(line_breaks(text, self._starts)),
            level=leaf.level,
        )

    def _boxes(self, text: str, line: int) -> Iterator[Link]:
        """The box that a text begins with, if it is that of a task."""
        if text.startswith("[") and task_box(self._written[line - self._first]):
            yield Link(0, 0, text.index("]") + 1, "", is_task=True)

    def _code(self, leaf: TextLeaf) -> None:
        [text] = leaf.texts
        rows = highlighted(text.text.rstrip("\n"), leaf.language)
        start = text.runs[0].source.start if text.runs else leaf.span.start
        self._emit_rows(Kind.CODE, rows, self._line(start))

    def _html(self, leaf: TextLeaf) -> None:
        """The words of HTML."""
        lines = unescape(leaf.texts[0].text).split("\n")
        for number, words in enumerate(lines, self._line(leaf.span.start)):
            if words.strip():
                row = Content(sanitize(words, one_line=True).strip())
                self._emit_rows(Kind.TEXT, [row], number)

    def _emit_rows(self, kind: Kind, rows: Iterable[Content], first: int) -> None:
        """Add rows of a line each, from line `first` on; long ones are divided."""
        for number, row in enumerate(rows, first):
            for part in row.divide(range(LONGEST_TEXT, len(row), LONGEST_TEXT)):
                self._emit(kind, (part,), Lines(number, number))

    def _row(self, leaf: TextLeaf) -> None:
        table = self._table
        if table is None:
            return
        self._cells_left -= len(leaf.texts)
        if self._cells_left < 0:
            raise TooManyCells
        cells = [self._transform(styled(text)) for text in leaf.texts]
        links: list[Link] = []
        for number, text in enumerate(leaf.texts):
            links += links_in(text, number)
        is_head = not table.heads
        if is_head:
            table.heads = cells = [cell.stylize("bold") for cell in cells]
        table.add(cells)
        self._emit(
            Kind.TABLE,
            tuple(cells),
            self._lines(leaf.span),
            links=tuple(links),
            table=table,
            is_head=is_head,
        )

    # --- blocks ---

    def _line(self, character: int) -> int:
        return self._first + bisect_right(self._starts, character) - 1

    def _lines(self, span: Span) -> Lines:
        first = self._line(span.start)
        last = self._first + bisect_left(self._starts, span.end) - 1
        return Lines(first, max(first, last))

    def _emit(
        self, kind: Kind, cells: tuple[Content, ...], lines: Lines, **others: Any
    ) -> None:
        """Add a block, led by the marks of the containers that are open."""
        shown = self._containers[:MAX_DEPTH]
        lead = Content("").join(c.indent if c.entered else c.lead for c in shown)
        for container in reversed(self._containers):
            if container.entered:
                break
            container.entered = True
        indent = Content("").join(c.indent for c in shown)
        self._blocks.append(
            TextBlock(kind, cells, lines, lead=lead, indent=indent, **others)
        )

    def _close_gap(self, line: int) -> None:
        if self._gap and self._blocks:
            self._blank(max(line - 1, self._blocks[-1].lines.last))
        self._gap = False

    def _blank(self, line: int) -> None:
        bars = [c for c in self._containers[:MAX_DEPTH] if c.indent is _QUOTE]
        indent = Content("").join(c.indent for c in bars)
        self._blocks.append(
            TextBlock(
                Kind.TEXT, (Content(""),), Lines(line, line), lead=indent, indent=indent
            )
        )


MAX_HIGHLIGHTED_CHARS = 4_000
"""Longer code stays without colours, which would block the keys (0.1 s)."""


@lru_cache(maxsize=64)
def highlighted(code: str, language: str) -> list[Content]:
    """The lines of code; of no language unless one is named: guessing takes seconds."""
    code = code.expandtabs(4)
    if not language or len(code) > MAX_HIGHLIGHTED_CHARS:
        return [Content(line) for line in code.split("\n")]
    from textual.highlight import highlight

    lines = highlight(code, language=language).split("\n", allow_blank=True)
    wanted = code.count("\n") + 1
    return [*lines, *[Content("")] * wanted][:wanted]
