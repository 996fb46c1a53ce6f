"""Parses a slice of Markdown into blocks."""

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markdown_it.token import Token
from textual.content import Content

from ragtui_core import Lines
from ragtui_tui.markdown_view.blocks import Kind, Link, TextBlock
from ragtui_tui.markdown_view.inline_parser import InlineText, note_parser
from ragtui_tui.markdown_view.rows import TableColumns
from ragtui_tui.markdown_view.slices import Slice

BULLETS = "•", "–", "·"
_QUOTE = Content.styled("│ ", "$foreground 40%")
_BULLET = "$text-primary"

LinkDefinitions = MutableMapping[str, Any]
"""What links by reference lead to, as the parser keeps it."""

TextTransform = Callable[[Content], Content]
"""Changes a text that is not code, before it is broken into rows."""


def definitions_in(lines: Sequence[str]) -> LinkDefinitions:
    """The definitions of links, `[name]: target`, in a whole document."""
    environment: dict[str, Any] = {}
    found = [line for line in lines if line.startswith("[") and "]:" in line]
    note_parser().parse("\n".join(found), environment)
    references: LinkDefinitions = environment.get("references", {})
    return references


def blocks_of(
    text_slice: Slice,
    definitions: LinkDefinitions,
    transform: TextTransform | None = None,
) -> list[TextBlock]:
    """The blocks of a slice, in order.

    Args:
        text_slice: To read.
        definitions: Of the whole document.
        transform: If it makes texts longer or shorter, the places of links are lost.
    """
    if text_slice.plain:
        return plain_blocks(text_slice)
    text = "\n".join([*text_slice.opening, *text_slice.lines])
    environment = {"references": dict(definitions)}
    tokens = note_parser().parse(text, environment)
    return _Reader(text_slice, transform or (lambda text: text)).read(tokens)


def plain_blocks(text_slice: Slice) -> list[TextBlock]:
    """Each line of a piece as it is written."""
    return [
        TextBlock(Kind.PLAIN, (Content(line.expandtabs(4)),), Lines(number, number))
        for number, line in enumerate(text_slice.lines, text_slice.first)
    ]


@dataclass(slots=True)
class _Container:
    """A quotation or an item of a list that is open."""

    lead: Content
    indent: Content
    entered: bool = False


@dataclass(slots=True)
class _List:
    """A list that is open, and the number of its next item."""

    ordered: bool
    number: int


class _Reader:
    """Walks over the tokens of a piece."""

    def __init__(self, text_slice: Slice, transform: TextTransform) -> None:
        self._slice = text_slice
        self._transform = transform
        self._base = text_slice.first - len(text_slice.opening)
        self._blocks: list[TextBlock] = []
        self._containers: list[_Container] = []
        self._lists: list[_List] = []
        self._gap = False
        self._table: TableColumns | None = None
        self._cells: list[Content] = []
        self._links: list[Link] = []
        self._block: Token | None = None

    def read(self, tokens: list[Token]) -> list[TextBlock]:
        for token in tokens:
            handle = _HANDLERS.get(token.type)
            if handle:
                handle(self, token)
        if self._blocks and self._gap and not self._slice.lines[-1].strip():
            self._blank(self._slice.last)
        return self._blocks

    # --- containers ---

    def _quote_open(self, token: Token) -> None:
        self._close_gap(token)
        self._containers.append(_Container(_QUOTE, _QUOTE))

    def _container_close(self, _: Token) -> None:
        self._containers.pop()
        self._gap = True

    def _list_open(self, token: Token) -> None:
        start = int(token.attrs.get("start", 1) or 0)
        self._lists.append(_List(token.type == "ordered_list_open", start))

    def _list_close(self, _: Token) -> None:
        self._lists.pop()
        self._gap = True

    def _item_open(self, token: Token) -> None:
        self._close_gap(token)
        inner = self._lists[-1]
        depth = sum(not item.ordered for item in self._lists) - 1
        mark = f"{inner.number}." if inner.ordered else BULLETS[depth % len(BULLETS)]
        inner.number += 1
        lead = Content.styled(f"{mark} ", _BULLET)
        self._containers.append(_Container(lead, Content(" " * len(lead))))

    def _item_close(self, token: Token) -> None:
        container = self._containers[-1]
        if not container.entered:
            self._emit(Kind.TEXT, (Content(" "),), self._lines(token))
        self._containers.pop()

    # --- blocks ---

    def _block_open(self, token: Token) -> None:
        self._block = token

    def _inline(self, token: Token) -> None:
        block = self._block
        if self._table is not None:
            cell = InlineText(cell=len(self._cells)).read(token.children or ())
            self._cells.append(self._transform(cell.content))
            self._links += [*cell.links]
        elif block is not None:
            if not block.hidden:
                self._close_gap(block)
            text = InlineText().read(token.children or ())
            heading = block.type == "heading_open"
            self._emit(
                Kind.HEADING if heading else Kind.TEXT,
                (self._transform(text.content),),
                self._lines(block),
                links=tuple(text.links),
                breaks=tuple(text.breaks),
                level=int(block.tag[1]) if heading else 0,
            )
            self._gap = not block.hidden

    def _rule(self, token: Token) -> None:
        self._close_gap(token)
        self._emit(Kind.RULE, (Content("─"),), self._lines(token))
        self._gap = True

    def _code(self, token: Token) -> None:
        self._close_gap(token)
        lines = self._lines(token)
        fenced = token.type == "fence"
        number = lines.first + fenced
        language = "html" if token.type == "html_block" else token.info.split(" ")[0]
        for row in highlighted(token.content.rstrip("\n"), language):
            self._emit(Kind.CODE, (row,), Lines(number, number))
            number += 1
        self._gap = True

    # --- tables ---

    def _table_open(self, token: Token) -> None:
        self._close_gap(token)
        self._table = TableColumns()

    def _table_close(self, _: Token) -> None:
        self._table = None
        self._gap = True

    def _row_open(self, token: Token) -> None:
        self._block = token
        self._cells, self._links = [], []

    def _row_close(self, _: Token) -> None:
        table, block = self._table, self._block
        if table is None or block is None:
            return
        is_head = not table.heads
        if is_head:
            table.heads = [cell.stylize("bold") for cell in self._cells]
        table.add(self._cells)
        lines = self._lines(block)
        if lines.first >= self._slice.first:  # else the piece only repeats the heads
            self._emit(
                Kind.TABLE,
                tuple(table.heads if is_head else self._cells),
                lines,
                links=tuple(self._links),
                table=table,
                is_head=is_head,
            )

    # --- flows ---

    def _lines(self, token: Token) -> Lines:
        start, end = token.map or (0, 1)
        return Lines(self._base + start, self._base + max(start + 1, end) - 1)

    def _emit(
        self, kind: Kind, cells: tuple[Content, ...], lines: Lines, **others: Any
    ) -> None:
        """Add a flow, led by the marks of the containers that are open."""
        leads = (c.indent if c.entered else c.lead for c in self._containers)
        lead = Content("").join(leads)
        for container in self._containers:
            container.entered = True
        indent = Content("").join(c.indent for c in self._containers)
        self._blocks.append(
            TextBlock(kind, cells, lines, lead=lead, indent=indent, **others)
        )

    def _close_gap(self, token: Token) -> None:
        if self._gap and self._blocks:
            line = self._lines(token).first
            self._blank(max(line - 1, self._blocks[-1].lines.last))
        self._gap = False

    def _blank(self, line: int) -> None:
        bars = [c for c in self._containers if c.indent is _QUOTE]
        indent = Content("").join(c.indent for c in bars)
        self._blocks.append(
            TextBlock(
                Kind.TEXT, (Content(""),), Lines(line, line), lead=indent, indent=indent
            )
        )


_HANDLERS: dict[str, Callable[[_Reader, Token], None]] = {
    "blockquote_open": _Reader._quote_open,
    "blockquote_close": _Reader._container_close,
    "bullet_list_open": _Reader._list_open,
    "bullet_list_close": _Reader._list_close,
    "ordered_list_open": _Reader._list_open,
    "ordered_list_close": _Reader._list_close,
    "list_item_open": _Reader._item_open,
    "list_item_close": _Reader._item_close,
    "paragraph_open": _Reader._block_open,
    "heading_open": _Reader._block_open,
    "inline": _Reader._inline,
    "hr": _Reader._rule,
    "fence": _Reader._code,
    "code_block": _Reader._code,
    "html_block": _Reader._code,
    "table_open": _Reader._table_open,
    "table_close": _Reader._table_close,
    "tr_open": _Reader._row_open,
    "tr_close": _Reader._row_close,
}


MAX_HIGHLIGHTED_CHARS = 4_000
"""Longer code stays without colours, which would hold up the keys (0.1 s)."""


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
