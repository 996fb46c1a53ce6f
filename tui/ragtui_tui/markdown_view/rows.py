"""Breaks blocks into rows of a width."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len
from textual.content import Content

from ragtui_core import Lines
from ragtui_tui.markdown_view.blocks import Kind, TextBlock
from ragtui_tui.markdown_view.table_columns import TableColumns, border

MIN_TEXT_CELLS = 8
"""Least width of a text in cells, however deep it is nested."""

_HEADINGS = {1: "bold $text-primary", 2: "bold $text-primary"}
_OTHER_HEADINGS = "bold $text-secondary"
CODE_BACKGROUND = "on $foreground 8%"
_HEAD = "$text-primary"


@dataclass(frozen=True, slots=True)
class Part:
    """Characters `start` to `end` of a cell, which are in a row from `at` on."""

    cell: int
    start: int
    end: int
    at: int


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the screen, without its margin."""

    content: Content
    block: int
    """The number of the row's block in the document."""
    lines: Lines
    parts: tuple[Part, ...] = ()
    background: str = ""
    """A style that fills the row to its end."""
    number: int | None = None


Broken = tuple[Content, int]
"""The text of a row, and the character of its cell that it begins with."""


def rows_of_block(
    index: int, block: TextBlock, width: int, wide_width: int
) -> Iterator[Row]:
    """The rows of the block numbered `index`.

    Code and tables may be `wide_width` cells wide; prose, of `width`, is read best in
    lines that are not too long.
    """
    match block.kind:
        case Kind.TABLE if block.table:
            yield from _table_rows(index, block, block.table, wide_width)
        case Kind.RULE:
            available = max(MIN_TEXT_CELLS, width - block.lead.cell_length)
            line = Content.styled("─" * available, "$foreground 30%")
            yield Row(block.lead + line, index, block.lines)
        case Kind.CODE:
            yield from _text_rows(
                index, block, folded(block.cells[0], _text_width(block, wide_width))
            )
        case Kind.PLAIN:
            yield from _text_rows(index, block, wrapped(block.cells[0], wide_width))
        case _:
            available = _text_width(block, width)
            yield from _text_rows(index, block, wrapped(block.cells[0], available))
            if block.level == 1:
                below = "━" * min(available, block.cells[0].cell_length)
                ruled = block.indent + Content.styled(below, "$primary")
                yield Row(ruled, index, block.lines)


def _text_width(block: TextBlock, width: int) -> int:
    return max(MIN_TEXT_CELLS, width - block.indent.cell_length)


def _text_rows(index: int, block: TextBlock, broken: Sequence[Broken]) -> Iterator[Row]:
    before = block.lead
    style = _HEADINGS.get(block.level, _OTHER_HEADINGS)
    for shown, start in broken:
        text = shown.stylize_before(style) if block.kind is Kind.HEADING else shown
        part = Part(0, start, start + len(text), len(before))
        line = block.line_of(start)
        is_first = start == 0
        yield Row(
            before + text,
            index,
            Lines(line, block.line_of(part.end - 1) if text else line),
            (part,),
            CODE_BACKGROUND if block.kind is Kind.CODE else "",
            line if block.kind is Kind.PLAIN and is_first else None,
        )
        before = block.indent


def wrapped(text: Content, width: int) -> list[Broken]:
    """A text broken between words, and at its own line ends."""
    rows: list[Broken] = []
    start = 0
    for part in text.split("\n", allow_blank=True) if "\n" in text.plain else [text]:
        if part.cell_length <= width:
            rows.append((part, start))
        else:
            position = 0
            for row in _wrapped_part(part, width):
                position = max(0, part.plain.find(row.plain, position))
                rows.append((row, start + position))
                position += len(row)
        start += len(part) + 1
    return rows


_IDEOGRAPH = (
    "\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""A row may end after each of these, which have no spaces between words."""
_OPENING = "\u3008\u300a\u300c\u300e\u3010\u3014\uff08"
_CLOSING = (
    "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\u30fb\u30fc"
    "\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
)
_UNIT = re.compile(
    rf"[{_OPENING}]*(?:[{_IDEOGRAPH}]|[^\s{_IDEOGRAPH}{_OPENING}]+)[{_CLOSING}]*\s*"
    rf"|[{_OPENING}]+\s*|\s+"
)
"""What is on one row if it fits."""
_HAS_IDEOGRAPH = re.compile(f"[{_IDEOGRAPH}]")


def _wrapped_part(text: Content, width: int) -> list[Content]:
    """A line broken between words, and within Chinese and Japanese text.

    Textual begins a row before a text without spaces, as before a long word.
    """
    if not _HAS_IDEOGRAPH.search(text.plain):
        return text.wrap(width)
    rows = text.divide(_row_starts(text.plain, width))
    return [row.rstrip() for row in rows]


def _row_starts(text: str, width: int) -> list[int]:
    """The characters of `text` at which rows after the first begin."""
    starts: list[int] = []
    used = 0
    for unit in _UNIT.finditer(text):
        if used and used + cell_len(unit[0].rstrip()) > width:
            starts.append(unit.start())
            used = 0
        if cell_len(unit[0].rstrip()) <= width:
            used += cell_len(unit[0])
            continue
        for at, character in enumerate(unit[0], unit.start()):
            if used and used + cell_len(character) > width:
                starts.append(at)
                used = 0
            used += cell_len(character)
    return starts


def folded(text: Content, width: int) -> list[Broken]:
    """A text broken wherever a row is full."""
    if text.cell_length <= width:
        return [(text, 0)]
    rows: list[Broken] = []
    start = 0
    for row in text.fold(width):
        rows.append((row, start))
        start += len(row)
    return rows


def _table_rows(
    index: int, block: TextBlock, table: TableColumns, wide_width: int
) -> Iterator[Row]:
    available = max(MIN_TEXT_CELLS, wide_width - block.indent.cell_length)
    widths = table.widths(available)
    if widths is None:
        yield from _stacked(index, block, table, available)
        return
    columns = [
        wrapped(cell, width) for cell, width in zip(block.cells, widths, strict=False)
    ]
    before = block.lead
    for across in zip_longest(*columns, fillvalue=(Content(""), 0)):
        yield _side_by_side(index, block, before, across, widths)
        before = block.indent
    if block.is_head:
        yield Row(block.indent + table.rule(widths), index, block.lines)


def _side_by_side(
    index: int,
    block: TextBlock,
    before: Content,
    across: Sequence[Broken],
    widths: Sequence[int],
) -> Row:
    """One row of the screen with a piece of every cell."""
    slices: list[Content] = [before]
    parts: list[Part] = []
    at = len(before)
    for cell, ((text, start), width) in enumerate(zip(across, widths, strict=False)):
        if cell:
            slices.append(border())
            at += len(border())
        parts.append(Part(cell, start, start + len(text), at))
        padding = " " * (width - cell_len(text.plain))
        slices += [
            text.stylize_before(_HEAD) if block.is_head else text,
            Content(padding),
        ]
        at += len(text) + len(padding)
    return Row(Content("").join(slices), index, block.lines, tuple(parts))


def _stacked(
    index: int, block: TextBlock, table: TableColumns, available: int
) -> Iterator[Row]:
    """The cells below one another, each after the head of its column."""
    if block.is_head:
        return
    for cell, text in enumerate(block.cells):
        name = table.heads[cell].plain if cell < len(table.heads) else ""
        before = Content.styled(f"{name}: " if name else "", _HEAD)
        if before.cell_length > available // 2:
            yield Row(block.indent + before, index, block.lines)
            before = Content("  ")
        indent = Content("  ")
        for text_row, start in wrapped(
            text, max(MIN_TEXT_CELLS, available - before.cell_length)
        ):
            lead = block.indent + before
            part = Part(cell, start, start + len(text_row), len(lead))
            yield Row(lead + text_row, index, block.lines, (part,))
            before = indent
    yield Row(block.indent, index, block.lines)
