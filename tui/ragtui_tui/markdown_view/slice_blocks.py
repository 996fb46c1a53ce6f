"""The blocks of a slice of Markdown, as the core reads them, ready for rows."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from textual.content import Content

from ragtui_core import BlockKind, Lines, Span
from ragtui_core.documents import (
    BlockEvent,
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    ParserPanic,
    References,
    TextLeaf,
    ThematicBreak,
    block_events,
)
from ragtui_tui.markdown_view.blocks import Kind, Link, TextBlock
from ragtui_tui.markdown_view.inline_content import line_breaks, links_in, styled
from ragtui_tui.markdown_view.rows import TableColumns
from ragtui_tui.markdown_view.slices import Slice

BULLETS = "•", "–", "·"
_QUOTE = Content.styled("│ ", "$foreground 40%")
_BULLET = "$text-primary"

MAX_DEPTH = 20
"""Containers whose marks are shown; deeper ones would leave no cells for text."""

TextTransform = Callable[[Content], Content]
"""Changes a text that is not code, before it is broken into rows."""


def blocks_of(
    text_slice: Slice,
    references: References | None = None,
    transform: TextTransform | None = None,
) -> list[TextBlock]:
    """The blocks of a slice, in order.

    Args:
        text_slice: To read.
        references: The definitions of links of the whole document.
        transform: If it makes texts longer or shorter, the places of links are lost.
    """
    if text_slice.plain:
        return plain_blocks(text_slice)
    used = references.used_in("\n".join(text_slice.lines)) if references else []
    before = [*used, "", *text_slice.opening] if used else text_slice.opening
    lines = [*before, *text_slice.lines]
    try:
        events = list(block_events("\n".join(lines)))
    except ParserPanic:
        return plain_blocks(text_slice)
    reader = _Reader(text_slice, lines, transform or (lambda text: text))
    return reader.read(events)


def plain_blocks(text_slice: Slice) -> list[TextBlock]:
    """Each line of a slice as it is written."""
    return [
        TextBlock(Kind.PLAIN, (Content(line.expandtabs(4)),), Lines(number, number))
        for number, line in enumerate(text_slice.lines, text_slice.first)
    ]


@dataclass(slots=True)
class _Container:
    """A quotation or an item of a list that is open."""

    lead: Content
    indent: Content
    line: int
    entered: bool = False


@dataclass(slots=True)
class _List:
    """A list that is open, and the number of its next item; None has bullets."""

    number: int | None


class _Reader:
    """Walks over the events of a slice."""

    def __init__(
        self, text_slice: Slice, lines: list[str], transform: TextTransform
    ) -> None:
        self._slice = text_slice
        self._transform = transform
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        self._base = text_slice.first - (len(lines) - len(text_slice.lines))
        self._blocks: list[TextBlock] = []
        self._containers: list[_Container] = []
        self._lists: list[_List] = []
        self._bullet_depth = 0
        self._gap = False
        self._table: TableColumns | None = None

    def read(self, events: list[BlockEvent]) -> list[TextBlock]:
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
        if self._blocks and self._gap and not self._slice.lines[-1].strip():
            self._blank(self._slice.last)
        return self._blocks

    # --- containers ---

    def _open(self, event: ContainerStart) -> None:
        line = self._line(event.start)
        if event.container is ContainerKind.LIST:
            self._lists.append(_List(event.number))
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
        inner = self._lists[-1]
        if inner.number is None:
            return BULLETS[(self._bullet_depth - 1) % len(BULLETS)]
        inner.number += 1
        return f"{inner.number - 1}."

    def _close(self, event: ContainerEnd) -> None:
        match event.container:
            case ContainerKind.QUOTE:
                self._containers.pop()
                self._gap = True
            case ContainerKind.LIST:
                self._bullet_depth -= self._lists.pop().number is None
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
        if leaf.kind in {BlockKind.CODE, BlockKind.HTML}:
            self._code(leaf)
        else:
            self._text(leaf)
        self._gap = not leaf.is_tight

    def _text(self, leaf: TextLeaf) -> None:
        [text], lines = leaf.texts, self._lines(leaf.span)
        if lines.first < self._slice.first <= lines.last:
            # It continues a text that an earlier slice began.
            text = text.from_source(self._starts[self._slice.first - self._base])
            lines = Lines(self._slice.first, lines.last)
        self._emit(
            Kind.HEADING if leaf.level else Kind.TEXT,
            (self._transform(styled(text)),),
            lines,
            links=tuple(links_in(text)),
            breaks=tuple(line_breaks(text, self._starts)),
            level=leaf.level,
        )

    def _code(self, leaf: TextLeaf) -> None:
        [text] = leaf.texts
        start = text.runs[0].source.start if text.runs else leaf.span.start
        rows = highlighted(text.text.rstrip("\n"), leaf.language)
        for number, row in enumerate(rows, self._line(start)):
            self._emit(Kind.CODE, (row,), Lines(number, number))

    def _row(self, leaf: TextLeaf) -> None:
        table = self._table
        if table is None:
            return
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
        return self._base + bisect_right(self._starts, character) - 1

    def _lines(self, span: Span) -> Lines:
        first = self._line(span.start)
        last = self._base + bisect_left(self._starts, span.end) - 1
        return Lines(first, max(first, last))

    def _emit(
        self, kind: Kind, cells: tuple[Content, ...], lines: Lines, **others: Any
    ) -> None:
        """Add a block, led by the marks of the containers that are open.

        What the opening of the slice contains is not shown again.
        """
        shown = self._containers[:MAX_DEPTH]
        lead = Content("").join(c.indent if c.entered else c.lead for c in shown)
        for container in reversed(self._containers):
            if container.entered:
                break
            container.entered = True
        indent = Content("").join(c.indent for c in shown)
        block = TextBlock(kind, cells, lines, lead=lead, indent=indent, **others)
        if lines.first >= self._slice.first:
            self._blocks.append(block)

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
