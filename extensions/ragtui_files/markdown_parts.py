"""Markdown that is a part of another file: its blocks as they are displayed."""

import re
from collections.abc import Iterator

from ragtui_core import BlockKind
from ragtui_core.documents import (
    CanonicalWriter,
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    InlineText,
    MarkKind,
    TextLeaf,
    block_events,
    struck,
)

_TASK = re.compile(r"^\[([ xX])\](?=\s)")
_QUOTE = ">"
_BOXES = {" ": "☐", "x": "☒"}


def write_markdown(writer: CanonicalWriter, text: str, below: int = 0) -> None:
    """Write the blocks of `text`, with headings of levels from `below` + 1 on."""
    rows: list[list[str]] = []
    numbers: list[int | None] = []  # of the next item of each list
    marker, quotes = "", 0
    for event in block_events(text):
        if isinstance(event, ContainerStart):
            quotes += event.container is ContainerKind.QUOTE
            if event.container is ContainerKind.LIST:
                numbers.append(event.number)
            elif event.container is ContainerKind.ITEM and numbers:
                number = numbers[-1]
                marker = "-" if number is None else f"{number}."
                numbers[-1] = None if number is None else number + 1
        elif isinstance(event, ContainerEnd):
            quotes -= event.container is ContainerKind.QUOTE
            if event.container is ContainerKind.LIST:
                numbers.pop()
            elif event.container is ContainerKind.TABLE:
                writer.table(rows)
                rows = []
        elif isinstance(event, TextLeaf):
            texts = list(map(_shown, event.texts))
            if event.kind is BlockKind.TABLE_ROW:
                rows.append(texts)
                continue
            _write(writer, event, texts[0], marker or _QUOTE * (quotes > 0), below)
            marker = ""


def _write(
    writer: CanonicalWriter, leaf: TextLeaf, text: str, marker: str, below: int
) -> None:
    if leaf.kind is BlockKind.CODE:
        writer.code(text)
    elif leaf.kind is BlockKind.HEADING:
        writer.heading(min(leaf.level + below, 6), text)
    elif marker == _QUOTE:
        writer.quotation(text)
    elif marker:
        writer.item(_TASK.sub(lambda box: _BOXES[box[1].lower()], text, 1), marker)
    else:
        writer.paragraph(text)


def _shown(text: InlineText) -> str:
    """A text whose struck words the writer knows as such."""
    spans = [(m.start, m.end) for m in text.marks if m.kind is MarkKind.STRUCK]
    return "".join(_pieces(text.text, sorted(spans)))


def _pieces(text: str, spans: list[tuple[int, int]]) -> Iterator[str]:
    done = 0
    for start, end in spans:
        if start >= done:
            yield text[done:start]
            yield struck(text[start:end])
            done = end
    yield text[done:]
