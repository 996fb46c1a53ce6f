"""An answer as the markup of Telegram: the blocks that the page shows, with fewer tags.

Telegram has no lists, tables, headings or rules: items get a sign, tasks a box, cells a
bar between them; headings and heads of tables are bold. Links are shown with their
addresses, and lead nowhere.
"""

from collections.abc import Iterator

from ragtui_core import BlockKind
from ragtui_core.documents import (
    ContainerEnd,
    ContainerKind,
    ContainerStart,
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
        self._is_head = False

    def parts(self, markdown: str) -> Iterator[str]:
        for event in block_events(markdown):
            match event:
                case ContainerStart():
                    self._opened(event)
                case ContainerEnd():
                    if self._open.pop() is ContainerKind.LIST:
                        self._numbers.pop()
                    if event.container is ContainerKind.QUOTE and not self._open:
                        quoted = "\n".join(self._lines)
                        self._lines = [f"<blockquote>{quoted}</blockquote>"]
                case ThematicBreak():
                    self._lines.append(_RULE)
                case TextLeaf():
                    self._lines.append(self._lead + self._leaf(event))
                    self._lead = _INDENT if self._lead.strip() else self._lead
            if not self._open and self._lines:
                yield from self._finished()

    def _finished(self) -> Iterator[str]:
        part = "\n".join(self._lines)
        if units(part) <= MAX_UNITS:
            yield part
        else:
            yield from self._lines
        self._lines, self._lead = [], ""

    def _opened(self, event: ContainerStart) -> None:
        self._open.append(event.container)
        self._is_head = event.container is ContainerKind.TABLE
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
        shown = " | ".join(inline_html(text, _element, br="\n") for text in leaf.texts)
        if self._lead.strip() and (sign := TASKS.get(shown[:4])):
            return f"{sign} {shown[4:]}"
        is_bold, self._is_head = self._is_head or leaf.kind is BlockKind.HEADING, False
        return bold(shown) if is_bold else shown


def _element(mark: Mark, shown: str) -> Element | None:
    if mark.kind in _LINKS and mark.target != shown:
        return Element("", f" ({escaped(mark.target)})")
    return _TAGS.get(mark.kind)
