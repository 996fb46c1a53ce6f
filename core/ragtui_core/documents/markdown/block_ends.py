"""Where a text can be put into a note without breaking what is displayed there."""

import re
from collections.abc import Iterator

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.block_events import (
    BlockEvent,
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    TextLeaf,
    block_events,
)
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.types import Span

_TITLE = re.compile(r"\s*+(?=#[ \t])")


def block_end(text: str, offset: int) -> int:
    """The end of the block that has a character, without white space after it.

    Blocks are front matter, tables, paragraphs, code, quotes, headings, and items of a
    list with all that is nested in them. Between blocks, the end of the line. The title
    below front matter belongs to it.
    """
    line = _line_end(text, offset)
    front = read_front_matter(text)
    start = front.span.end if front else 0
    if offset < start:
        title = _TITLE.match(text, start)
        if title is None:
            return len(text[:start].rstrip())
        offset = title.end()
        line = _line_end(text, offset)
    try:
        for block in _outer_blocks(block_events(text[start:])):
            end = start + len(text[start : start + block.end].rstrip())
            if start + block.start <= offset <= end:
                return max(end, line)
    except ParserPanic:
        pass  # It is put below the line.
    return line


def _outer_blocks(events: Iterator[BlockEvent]) -> Iterator[Span]:
    """The blocks that are in no other, in order; of a list its items."""
    depth, opened = 0, 0
    for event in events:
        if isinstance(event, ContainerStart | ContainerEnd):
            is_start = isinstance(event, ContainerStart)
            is_outer_list = event.container is ContainerKind.LIST and depth == 0
            if is_outer_list:
                continue
            if isinstance(event, ContainerStart):
                opened = event.start if depth == 0 else opened
            elif depth == 1:
                yield Span(opened, event.end)
            depth += 1 if is_start else -1
        elif depth == 0 and isinstance(event, TextLeaf):
            yield event.span


def _line_end(text: str, offset: int) -> int:
    ends = (text.find(end, offset) for end in "\r\n")
    return min((end for end in ends if end >= 0), default=len(text))
