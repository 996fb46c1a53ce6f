"""An answer as the markup of Telegram: the blocks that the page shows, with fewer tags.

Telegram has no lists, tables, headings or rules: items get a sign, tasks a box;
headings are bold. A row of a table is a line with bars, or, if that would not fit on a
phone, a line for each cell, after the name of its column. Links are shown with their
addresses, and lead nowhere.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ragtui_core import BlockKind
from ragtui_core.documents import (
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    InlineText,
    Mark,
    MarkKind,
    ParserPanic,
    TextLeaf,
    ThematicBreak,
    block_events,
)
from ragtui_serve.rendering.inline_html import Element, inline_html
from ragtui_serve.rendering.markdown_html import TASKS
from ragtui_serve.telegram.markup import (
    MAX_UNITS,
    bold,
    escaped,
    parts_of,
    plain_text,
    units,
)

_INDENT = "   "
_RULE = "———"
_BAR = " | "
MAX_ROW = 36
"""Characters of a row of a table that a phone shows on one line."""

MAX_INDENT = 6
"""Lists in one another that are told apart."""

_TAGS = {
    MarkKind.EMPHASIS: Element("<i>", "</i>"),
    MarkKind.STRONG: Element("<b>", "</b>"),
    MarkKind.STRUCK: Element("<s>", "</s>"),
    MarkKind.CODE: Element("<code>", "</code>"),
}
_LINKS = {MarkKind.LINK, MarkKind.IMAGE}


def answer_parts(markdown: str) -> Iterator[str]:
    """The blocks of an answer as parts of messages, none of which is too long."""
    try:
        for part in _Writer().parts(markdown):
            if units(part) <= MAX_UNITS:
                yield part
            else:
                yield from parts_of(plain_text(part))
    except ParserPanic:
        yield from parts_of(markdown)


class _Writer:
    """Writes one answer; each block of the outermost level is a part."""

    def __init__(self) -> None:
        self._open: list[ContainerKind] = []
        self._numbers: list[int | None] = []
        self._lead = ""
        self._lines: list[str] = []
        self._rows: list[Sequence[InlineText]] = []

    def parts(self, markdown: str) -> Iterator[str]:
        for event in block_events(markdown):
            match event:
                case ContainerStart():
                    self._opened(event)
                case ContainerEnd():
                    self._closed(self._open.pop())
                case ThematicBreak():
                    self._lines.append(_RULE)
                case TextLeaf(kind=BlockKind.TABLE_ROW):
                    self._rows.append(event.texts)
                case TextLeaf():
                    self._add(self._leaf(event))
            if not self._open and self._lines:
                yield from self._finished()

    def _closed(self, container: ContainerKind) -> None:
        if container is ContainerKind.LIST:
            self._numbers.pop()
        elif container is ContainerKind.TABLE:
            for line in _table(self._rows):
                self._add(line)
            self._rows = []
        elif container is ContainerKind.QUOTE and not self._open:
            quoted = "\n".join(self._lines)
            self._lines = [f"<blockquote>{quoted}</blockquote>"]

    def _add(self, line: str) -> None:
        self._lines.append(self._lead + line)
        self._lead = _INDENT if self._lead.strip() else self._lead

    def _finished(self) -> Iterator[str]:
        part = "\n".join(self._lines)
        if units(part) <= MAX_UNITS:
            yield part
        else:
            yield from self._lines
        self._lines, self._lead = [], ""

    def _opened(self, event: ContainerStart) -> None:
        self._open.append(event.container)
        if event.container is ContainerKind.LIST:
            self._numbers.append(event.number)
        elif event.container is ContainerKind.ITEM:
            number = self._numbers[-1]
            indent = _INDENT * min(MAX_INDENT, len(self._numbers) - 1)
            self._lead = indent + ("• " if number is None else f"{number}. ")
            self._numbers[-1] = None if number is None else number + 1

    def _leaf(self, leaf: TextLeaf) -> str:
        if leaf.kind is BlockKind.CODE:
            return f"<pre>{escaped(leaf.texts[0].text.rstrip())}</pre>"
        if leaf.kind is BlockKind.HTML:
            return escaped(leaf.texts[0].text.rstrip())
        shown = inline_html(leaf.texts[0], _element, br="\n")
        if self._lead.strip() and (sign := TASKS.get(shown[:4])):
            return f"{sign} {shown[4:]}"
        return bold(shown) if leaf.kind is BlockKind.HEADING else shown


def _table(rows: Sequence[Sequence[InlineText]]) -> Iterator[str]:
    """The lines of a table, whose first row has the names of its columns."""
    cells = [[inline_html(text, _element, br="\n") for text in row] for row in rows]
    widest = max((_width(row) for row in rows), default=0)
    if len(cells) > 1 and len(cells[0]) > 2 and widest > MAX_ROW:
        names = cells[0][1:]
        for first, *others in cells[1:]:
            yield bold(first or "–")
            for name, cell in zip_longest(names, others, fillvalue=""):
                if cell:
                    yield f"{_INDENT}{name}: {cell}" if name else _INDENT + cell
        return
    for number, row in enumerate(cells):
        line = _BAR.join(row)
        yield line if number else bold(line)


def _width(row: Sequence[InlineText]) -> int:
    return len(_BAR.join(text.text for text in row))


def _element(mark: Mark, shown: str) -> Element | None:
    if mark.kind in _LINKS and mark.target != shown:
        return Element("", f" ({escaped(mark.target)})")
    return _TAGS.get(mark.kind)
