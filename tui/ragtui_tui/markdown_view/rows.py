"""Breaks flows into rows of a width."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from rich.cells import cell_len
from textual.content import Content

from ragtui_core.model import Lines
from ragtui_tui.markdown_view.blocks import Flow, Kind

MIN_TEXT_CELLS = 8
"""Cells that a text gets at least, however deep it stands."""

_HEADINGS = {1: "bold $text-primary", 2: "bold $text-primary"}
_OTHER_HEADINGS = "bold $text-secondary"
CODE_GROUND = "on $foreground 8%"
_HEAD = "$text-primary"


@dataclass(slots=True)
class Table:
    """A table's columns: the cells that each would like to have."""

    heads: list[Content] = field(default_factory=list)
    wanted: list[int] = field(default_factory=list)

    def add(self, cells: Sequence[Content]) -> None:
        """Take a row's cells into account."""
        widths = [max(1, cell_len(cell.plain)) for cell in cells]
        pairs = zip_longest(self.wanted, widths, fillvalue=1)
        self.wanted = [max(pair) for pair in pairs]

    def widths(self, room: int) -> list[int] | None:
        """The columns' widths in `room` cells; None if they cannot stand abreast."""
        room -= len(BORDER) * (len(self.wanted) - 1)
        if sum(self.wanted) <= room:
            return self.wanted
        if room < MIN_COLUMN_CELLS * len(self.wanted):
            return None
        return shared(self.wanted, room)

    def rule(self, widths: Sequence[int]) -> Content:
        """The line below the heads."""
        return Content.styled("─┼─".join("─" * width for width in widths), _QUIET)


@dataclass(frozen=True, slots=True)
class Part:
    """Characters `start` to `end` of a cell, which stand in a row from `at` on."""

    cell: int
    start: int
    end: int
    at: int


@dataclass(frozen=True, slots=True)
class Row:
    """What stands on one row of the screen, without its margin."""

    content: Content
    flow: int
    """Which one of its piece."""
    lines: Lines
    parts: tuple[Part, ...] = ()
    ground: str = ""
    """A style that fills the row to its end."""
    number: int | None = None
    """The line's number, if it is shown."""


Broken = tuple[Content, int]
"""The text of a row, and the character of its cell that it begins with."""


def rows_of(flows: Sequence[Flow], width: int, wide: int) -> list[Row]:
    """The rows of a piece's flows.

    Args:
        flows: In order.
        width: Cells for prose, which is read best in lines that are not too long.
        wide: Cells for code and tables.
    """
    rows: list[Row] = []
    for index, flow in enumerate(flows):
        rows += _rows(index, flow, width, wide)
    return rows


def _rows(index: int, flow: Flow, width: int, wide: int) -> Iterator[Row]:
    match flow.kind:
        case Kind.TABLE if flow.table:
            yield from _table_rows(index, flow, flow.table, wide)
        case Kind.RULE:
            room = max(MIN_TEXT_CELLS, width - flow.lead.cell_length)
            line = Content.styled("─" * room, "$foreground 30%")
            yield Row(flow.lead + line, index, flow.lines)
        case Kind.CODE:
            yield from _text_rows(index, flow, folded(flow.cells[0], _room(flow, wide)))
        case Kind.PLAIN:
            yield from _text_rows(index, flow, wrapped(flow.cells[0], wide))
        case _:
            room = _room(flow, width)
            yield from _text_rows(index, flow, wrapped(flow.cells[0], room))
            if flow.level == 1:
                below = "━" * min(room, flow.cells[0].cell_length)
                ruled = flow.indent + Content.styled(below, "$primary")
                yield Row(ruled, index, flow.lines)


def _room(flow: Flow, width: int) -> int:
    return max(MIN_TEXT_CELLS, width - flow.indent.cell_length)


def _text_rows(index: int, flow: Flow, broken: Sequence[Broken]) -> Iterator[Row]:
    before = flow.lead
    style = _HEADINGS.get(flow.level, _OTHER_HEADINGS)
    for shown, start in broken:
        text = shown.stylize_before(style) if flow.kind is Kind.HEADING else shown
        part = Part(0, start, start + len(text), len(before))
        line = flow.line_of(start)
        is_first = start == 0
        yield Row(
            before + text,
            index,
            Lines(line, flow.line_of(part.end - 1) if text else line),
            (part,),
            CODE_GROUND if flow.kind is Kind.CODE else "",
            line if flow.kind is Kind.PLAIN and is_first else None,
        )
        before = flow.indent


def wrapped(text: Content, width: int) -> list[Broken]:
    """A text broken between words, and at its own line ends."""
    rows: list[Broken] = []
    start = 0
    for part in text.split("\n", allow_blank=True) if "\n" in text.plain else [text]:
        if part.cell_length <= width:
            rows.append((part, start))
        else:
            position = 0
            for row in part.wrap(width):
                position = max(0, part.plain.find(row.plain, position))
                rows.append((row, start + position))
                position += len(row)
        start += len(part) + 1
    return rows


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


def _table_rows(index: int, flow: Flow, table: Table, wide: int) -> Iterator[Row]:
    room = max(MIN_TEXT_CELLS, wide - flow.indent.cell_length)
    widths = table.widths(room)
    if widths is None:
        yield from _stacked(index, flow, table, room)
        return
    columns = [
        wrapped(cell, width) for cell, width in zip(flow.cells, widths, strict=False)
    ]
    before = flow.lead
    for across in zip_longest(*columns, fillvalue=(Content(""), 0)):
        yield _abreast(index, flow, before, across, widths)
        before = flow.indent
    if flow.is_head:
        yield Row(flow.indent + table.rule(widths), index, flow.lines)


def _abreast(
    index: int,
    flow: Flow,
    before: Content,
    across: Sequence[Broken],
    widths: Sequence[int],
) -> Row:
    """One row of the screen with a piece of every cell."""
    pieces: list[Content] = [before]
    parts: list[Part] = []
    at = len(before)
    for cell, ((text, start), width) in enumerate(zip(across, widths, strict=False)):
        if cell:
            pieces.append(border())
            at += len(border())
        parts.append(Part(cell, start, start + len(text), at))
        padding = " " * (width - cell_len(text.plain))
        pieces += [
            text.stylize_before(_HEAD) if flow.is_head else text,
            Content(padding),
        ]
        at += len(text) + len(padding)
    return Row(Content("").join(pieces), index, flow.lines, tuple(parts))


def _stacked(index: int, flow: Flow, table: Table, room: int) -> Iterator[Row]:
    """The cells below one another, each after the head of its column."""
    if flow.is_head:
        return
    for cell, text in enumerate(flow.cells):
        name = table.heads[cell].plain if cell < len(table.heads) else ""
        before = Content.styled(f"{name}: " if name else "", _HEAD)
        if before.cell_length > room // 2:
            yield Row(flow.indent + before, index, flow.lines)
            before = Content("  ")
        indent = Content("  ")
        for text_row, start in wrapped(
            text, max(MIN_TEXT_CELLS, room - before.cell_length)
        ):
            lead = flow.indent + before
            part = Part(cell, start, start + len(text_row), len(lead))
            yield Row(lead + text_row, index, flow.lines, (part,))
            before = indent
    yield Row(flow.indent, index, flow.lines)


BORDER = " │ "
_QUIET = "$foreground 35%"
MIN_COLUMN_CELLS = 6
"""Cells; with less a table's cells are shown below one another."""


def shared(wanted: Sequence[int], room: int) -> list[int]:
    """Room dealt out: who wants less than an equal share gets it, others the rest."""
    widths = [0] * len(wanted)
    by_want = sorted(range(len(wanted)), key=wanted.__getitem__)
    for done, column in enumerate(by_want):
        widths[column] = min(wanted[column], room // (len(wanted) - done))
        room -= widths[column]
    return widths


def border() -> Content:
    """What stands between two cells."""
    return Content.styled(BORDER, _QUIET)
