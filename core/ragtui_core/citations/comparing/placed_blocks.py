"""The blocks of a section, each with what it belongs to: lists, tables and lines above.

Also what is code, where every character counts, and which comment is around it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from ragtui_core.citations.saving.attribution_line import UNDER
from ragtui_core.documents.markdown.block_events import (
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    TextLeaf,
    block_events,
)
from ragtui_core.documents.markdown.inline_text import InlineText, MarkKind
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.text.single_line import one_line
from ragtui_core.types import BlockKind, Document, Span

MAX_LABEL = 80
"""Maximum characters of a line in bold, or of HTML, that is a heading."""

PROSE = re.compile(
    r"\.(?:md|markdown|mdown|mkdn?|mdx|[qr]md|te?xt|rst|org|adoc|tex|textile|wiki)|",
    re.I,
)
"""Endings of names of text files that are not code."""

_COLONS = (":", "\uff1a")
_TAG = re.compile(r"<[^<>]*>")
_HTML_LINE = re.compile(r"<(b|strong|big|u|mark|font|span)\b[^<>]*>[^<>]*</\1>:?")
_BOLD_LINE = re.compile(r"[*_]{2,3}:?[ \t]*(?:\\?[\r\n]|\Z)")
"""After the last bold character of a line."""
_COMMENT = re.compile(
    r"^[ \t]*(?:(/\*)|(<!--)|(\{-)|(\(\*)|(--\[\[)|(<#)|(=begin)|(#if 0)"
    r"|(\"{3})|('{3}))",
    re.M,
)
_COMMENT_ENDS = ("*/", "-->", "-}", "*)", "]]", "#>", "=end", "#endif", '"""', "'''")
KINDS = {
    BlockKind.HEADING: "heading",
    BlockKind.PARAGRAPH: "paragraph",
    BlockKind.LIST_ITEM: "list item",
    BlockKind.TABLE_ROW: "table row",
    BlockKind.CODE: "code block",
    BlockKind.HTML: "HTML",
}


class PlacedBlock(NamedTuple):
    """A block without blocks in it.

    `cells` are the spans of a table row's cells, None for empty ones; `heads` are the
    heads of the columns, none in the row of the heads itself.
    """

    kind: str
    span: Span
    context: tuple[str, ...] = ()
    cells: tuple[Span | None, ...] = ()
    texts: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    @property
    def is_code(self) -> bool:
        """Whether it is code, where every character counts."""
        return self.kind.endswith(KINDS[BlockKind.CODE])

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return bool(self.cells)

    def moved(self, by: int) -> "PlacedBlock":
        """The block in a text that begins `by` characters earlier."""
        cells = (cell and Span(cell.start + by, cell.end + by) for cell in self.cells)
        span = Span(self.span.start + by, self.span.end + by)
        return self._replace(span=span, cells=tuple(cells))

    def part_with(self, character: int) -> Span:
        """The cell with a character, of a row of a table; else all of the block."""
        around = Span(character, character + 1)
        cells = (cell for cell in self.cells if cell and cell.overlaps(around))
        return next(cells, around if self.is_row else self.span)


def is_code(document: Document) -> bool:
    """Whether a file is read as text though it is neither Markdown nor other prose."""
    is_text = bool(document.encoding) and not document.is_extracted
    return is_text and not PROSE.fullmatch(PurePosixPath(document.path).suffix)


@lru_cache(maxsize=256)
def placed_blocks(text: str, start: int, end: int) -> tuple[PlacedBlock, ...]:
    """The blocks of a section of a text, in order; none if it cannot be parsed."""
    try:
        return tuple(block.moved(start) for block in _placed(text[start:end]))
    except ParserPanic:
        return ()


def comment_around(before: str) -> Iterator[str]:
    """What opens a comment of several lines that does not end in this code."""
    position = 0
    while opened := _COMMENT.search(before, position):
        ending = _COMMENT_ENDS[(opened.lastindex or 1) - 1]
        position = before.find(ending, opened.end()) + len(ending)
        if position < opened.end():
            yield opened[opened.lastindex or 1]
            return


@dataclass(slots=True)
class _Container:
    """An open container, or the section around all.

    `text` is an item's first, or leads another in. `label` is the last line in it that
    is a heading by its looks alone: in bold, or in HTML.
    """

    kind: ContainerKind | None = None
    text: str = ""
    label: str = ""


def _placed(text: str) -> Iterator[PlacedBlock]:
    containers = [_Container()]
    above, heads = "", tuple[str, ...]()
    for event in block_events(text):
        match event:
            case ContainerStart(kind):
                lead = "" if kind is ContainerKind.ITEM else _last_sentence(above)
                containers.append(_Container(kind, lead))
                above, heads = "", ()
            case ContainerEnd():
                containers.pop()
                above = ""
            case TextLeaf():
                inner = containers[-1]
                shown = _shown(event)
                label = _label(event, text)
                if label:
                    inner.label = "" if label == shown else label
                yield _block(event, containers, _lead(above, event.kind), heads)
                inner.label = label or inner.label
                above = shown if event.kind is BlockKind.PARAGRAPH else ""
                if event.kind is BlockKind.TABLE_ROW:
                    heads = heads or tuple(cell.text for cell in event.texts)
                elif inner.kind is ContainerKind.ITEM:
                    inner.text = inner.text or shown
            case _:
                above = ""


def _block(
    leaf: TextLeaf, containers: list[_Container], lead: str, heads: tuple[str, ...]
) -> PlacedBlock:
    kinds = {container.kind for container in containers}
    is_item = leaf.kind is BlockKind.PARAGRAPH and ContainerKind.ITEM in kinds
    name = KINDS[BlockKind.LIST_ITEM if is_item else leaf.kind]
    above = [
        part for container in containers for part in (container.text, container.label)
    ]
    parents = filter(None, dict.fromkeys([*above, lead]))
    context = tuple(f"{UNDER} {parent}" for parent in parents)
    kind = f"quoted {name}" if ContainerKind.QUOTE in kinds else name
    if leaf.kind is not BlockKind.TABLE_ROW:
        return PlacedBlock(kind, leaf.span, context)
    cells, texts = map(_span, leaf.texts), (cell.text for cell in leaf.texts)
    return PlacedBlock(kind, leaf.span, context, tuple(cells), tuple(texts), heads)


def _span(cell: InlineText) -> Span | None:
    runs = cell.runs
    return Span(runs[0].source.start, runs[-1].source.end) if runs else None


def _lead(above: str, kind: BlockKind) -> str:
    """What a paragraph says of a block after it; of a paragraph, with a colon."""
    leads = kind is BlockKind.CODE or (
        kind is BlockKind.PARAGRAPH and above.endswith(_COLONS)
    )
    return _last_sentence(above) if leads else ""


def _last_sentence(text: str) -> str:
    *_, last = (Span(0, 0), *sentence_spans(text, Span(0, len(text))))
    return last.of(text)


def _label(leaf: TextLeaf, source: str) -> str:
    """The line that a leaf is, or begins with, if it looks like a heading."""
    first, label = leaf.texts[0], ""
    is_text = leaf.kind is BlockKind.PARAGRAPH
    if leaf.kind is BlockKind.HTML or (is_text and _HTML_LINE.fullmatch(first.text)):
        label = _shown(leaf)
    elif is_text:
        ends = [m.end for m in first.marks if (m.kind, m.start) == (MarkKind.STRONG, 0)]
        end = max(ends, default=0)
        if end and _BOLD_LINE.match(source, first.source_of(end - 1) + 1):
            label = first.text[:end]
    return label if len(label) <= MAX_LABEL else ""


def _shown(leaf: TextLeaf) -> str:
    """The text of a leaf on one line, without tags."""
    return one_line(_TAG.sub(" ", " ".join(cell.text for cell in leaf.texts))).strip()
