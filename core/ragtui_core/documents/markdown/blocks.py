"""Markdown -> its block blocks: headings, paragraphs, list items, table rows, ...

The parser is pyromark (docs/decisions/0007-markdown-parser.md). It yields a flat
stream of events with byte ranges, so that the depth of nesting has no cost: events
within a block block are skipped, and container blocks are entered without a stack.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ragtui_core.text.line_index import LINE_END, ByteOffsets
from ragtui_core.text.single_line import clip, one_line
from ragtui_core.types import BlockKind

if TYPE_CHECKING:
    import pyromark
    from pyromark.event import Range

    Events = Iterator[tuple[Any, Range]]

MAX_ITEM_CHARS = 1000
"""Bytes of a list item; the parts of a longer one are separate block blocks."""
MAX_ITEM_WITH_CODE = 400
"""The same for an item with a code fence, which must not be cut."""

_LEAF_KINDS = {
    "Paragraph": BlockKind.PARAGRAPH,
    "HtmlBlock": BlockKind.HTML,
    "TableHead": BlockKind.TABLE_ROW,
    "TableRow": BlockKind.TABLE_ROW,
    "Item": BlockKind.LIST_ITEM,
    "CodeBlock": BlockKind.CODE,
    "Heading": BlockKind.HEADING,
}
_ANCHOR = re.compile(r"\s*\{#[^{}\s]+\}$")
"""The id that Hugo, Pandoc and others read at the end of a heading."""
_CONTAINERS = frozenset({"BlockQuote", "List"})


class ParserPanic(Exception):
    """The parser panicked; no input that causes this is known."""


class LeafBlock(NamedTuple):
    """A block block: characters `start` to `end` of the file.

    `level` is 1..6 for a heading that opens a section; only that has a `title`.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    title: str = ""


def leaf_blocks(text: str, start: int) -> Iterator[LeafBlock]:
    """The block blocks of `text` from character `start` on, in order, none overlapping.

    They do not cover the whole text: markers of quotes and items, thematic breaks and
    link definitions are between them.

    Raises:
        ParserPanic: The parser failed.
    """
    return _Finder(text, start).blocks()


class _Finder:
    """Iterates over the parser's events for one text."""

    def __init__(self, text: str, start: int) -> None:
        body = text[start:]
        self._text = text
        self._char = ByteOffsets(body, start)
        self._events = _events(body)
        self._container_end = 0

    def blocks(self) -> Iterator[LeafBlock]:
        block_end = 0
        for event, byte_range in self._events:
            if byte_range["start"] < block_end or "Start" not in event:
                continue
            name, data = _tag(event["Start"])
            if name in _CONTAINERS:
                self._container_end = max(self._container_end, byte_range["end"])
            elif name in _LEAF_KINDS and (block := self._block(name, data, byte_range)):
                yield block
                block_end = byte_range["end"]

    def _block(self, name: str, data: Any, byte_range: "Range") -> LeafBlock | None:
        kind = _LEAF_KINDS[name]
        if kind is BlockKind.LIST_ITEM:
            return self._item(byte_range)
        if kind is BlockKind.HEADING:
            return self._heading(data, byte_range)
        first, last = self._char(byte_range["start"]), self._char(byte_range["end"])
        if name == "TableHead":
            # The parser's range leaves out the row of dashes.
            dashes = LINE_END.search(self._text, last)
            last = dashes.end() if dashes else len(self._text)
        return LeafBlock(kind, first, last)

    def _item(self, byte_range: "Range") -> LeafBlock | None:
        length = byte_range["end"] - byte_range["start"]
        if length > MAX_ITEM_CHARS:
            return None
        first, last = self._char(byte_range["start"]), self._char(byte_range["end"])
        if length > MAX_ITEM_WITH_CODE and any(
            self._text.find(fence, first, last) >= 0 for fence in ("```", "~~~")
        ):
            return None
        return LeafBlock(BlockKind.LIST_ITEM, first, last)

    def _heading(self, data: Any, byte_range: "Range") -> LeafBlock:
        first, last = self._char(byte_range["start"]), self._char(byte_range["end"])
        if byte_range["start"] < self._container_end:
            return LeafBlock(BlockKind.PARAGRAPH, first, last)
        level = int(data["level"].removeprefix("H"))
        return LeafBlock(
            BlockKind.HEADING, first, last, level, _heading_text(self._events)
        )


def _tag(start: Any) -> tuple[str, Any]:
    """A tag's name and data: it is a string or a mapping with one key."""
    if isinstance(start, str):
        return start, None
    name, data = next(iter(start.items()))
    return name, data


def _heading_text(events: "Events") -> str:
    """The plain text of a heading, whose remaining events are used up."""
    parts = []
    for event, _ in events:
        if isinstance(event, str):
            parts.append(" ")  # a line break
        elif "Text" in event or "Code" in event:
            parts += event.values()
        elif "Heading" in event.get("End", ""):
            break
    return clip(_ANCHOR.sub("", one_line("".join(parts))))


def _events(body: str) -> "Events":
    try:
        yield from _parser().events_with_range(body)
    except BaseException as error:
        # A panic of Rust code is not an Exception, and its class cannot be imported.
        if type(error).__name__ == "PanicException":
            raise ParserPanic(str(error)) from error
        raise


@cache
def _parser() -> "pyromark.Markdown":
    import pyromark

    return pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES)
