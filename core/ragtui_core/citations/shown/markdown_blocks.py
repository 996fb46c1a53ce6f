"""Markdown -> what is displayed of it, block by block, each with its context.

The text of blocks is that of `documents/markdown/block_events.py`, which all front ends
draw. Of a file, known HTML is markup, and comments, struck and hidden words are left
out; of an answer, HTML is text, as it is drawn.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from ragtui_core.citations.shown.blocks import (
    QUOTED,
    BlockText,
    ShownBlock,
    ShownKind,
    State,
)
from ragtui_core.citations.shown.code_lines import commented_lines
from ragtui_core.citations.shown.html_words import (
    Container,
    hidden_inline,
    pieces,
    raised,
)
from ragtui_core.documents.markdown.block_events import (
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    TextLeaf,
    ThematicBreak,
    block_events,
)
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.text.single_line import one_line
from ragtui_core.types import BlockKind

MAX_LABEL = 200
"""Maximum characters of a lead or label; of a longer lead, only the last sentence."""
NOTE = "footnote "


class Dialect(StrEnum):
    """What markup means in a text."""

    NOTE = "note"
    """Markdown with the syntax of note programs, and HTML."""
    EXTRACTED = "extracted"
    """Canonical Markdown of an extractor, in which all else is text."""
    ANSWER = "answer"
    """Markdown of a model, in which HTML is text."""


_COMMENTS = {
    "%%": "%%",
    "{{< comment >}}": "{{< /comment >}}",
    "{::comment}": "{:/comment}",
    "{#": "#}",
    "{% comment %}": "{% endcomment %}",
    "{/*": "*/}",
    "{--": "--}",
    "{>>": "<<}",
}
"""How comments and deletions start and end in dialects of Markdown."""
_OPENER = re.compile("|".join(map(re.escape, _COMMENTS)))
_HIGHLIGHT = re.compile(r"(?<![\w=])==(?=[^\s=])([^=\n]+)(?<=\S)==(?![\w=])")
_FOOTNOTE = re.compile(r"(?<=\S)\[\^([\w-]+)\]")
_DEFINED = re.compile(r"\[\^([\w-]+)\]:\s*")
_BLOCK_ID = re.compile(r"\s\^[\w-]+\s*\Z|\s*\{#[\w:.-]+\}\s*\Z")
_CALLOUT = re.compile(r"\[!([\w-]+)\][+-]?[ \t]*([^\n]*)")
_FENCE = re.compile(r"^[ \t]*:::+(.*)$\n?", re.M)
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_NUMBER = re.compile(r"\d+")
_LEADING = (":", "\uff1a", "?", "\uff1f", "\u061f")
"""Ends of a line that belongs to the paragraph after it."""
_ADMONITIONS = ("!!!", "???")
_STYLED = {MarkKind.STRONG, MarkKind.EMPHASIS}


def markdown_blocks(text: str, start: int, dialect: Dialect) -> Iterator[ShownBlock]:
    """The displayed blocks of Markdown that begins at a character of a text.

    Args:
        text: With front matter before `start`.
        start: Where the Markdown begins.
        dialect: What markup means.

    Raises:
        ParserPanic: The parser failed.
    """
    return _Reader(text[start:], start, dialect).read()


@dataclass(slots=True)
class _Label:
    """A styled line that is used as a heading, and its nesting depth."""

    depth: int = 0
    text: str = ""


class _Reader:
    """Reads the events of one text."""

    def __init__(self, text: str, base: int, dialect: Dialect) -> None:
        self._source, self._base = text, base
        self._is_note = dialect is Dialect.NOTE
        self._is_answer = dialect is Dialect.ANSWER
        self._open: list[Container] = []
        self._headings: list[tuple[int, str]] = []
        self._label = _Label()
        self._lead = ""
        self._quotes = self._depth = 0
        self._comment = ""
        self._last_close = (
            {close: text.rfind(close) for close in _COMMENTS.values()}
            if self._is_note
            else {}
        )

    def read(self) -> Iterator[ShownBlock]:
        for event in block_events(self._source):
            match event:
                case ContainerStart():
                    self._start(event)
                case ContainerEnd(kind):
                    self._pop(kind)
                    self._depth -= kind is ContainerKind.QUOTE
                    if kind is not ContainerKind.ITEM:
                        self._lead = ""
                    if self._label.depth > len(self._open):
                        self._label = _Label()
                case ThematicBreak():
                    self._lead = ""
                case TextLeaf():
                    yield from self._leaf(event)

    # --- containers ---

    def _start(self, event: ContainerStart) -> None:
        kind = event.container
        container = Container(kind, number=event.number, first=event.number)
        if kind is ContainerKind.ITEM:
            container.marker = self._marker(self._open[-1], event.start)
        elif kind is ContainerKind.QUOTE:
            self._quotes += not self._depth
            self._depth += 1
            container.label = "" if self._is_answer else self._lead
        else:
            container.label = self._lead
        self._open.append(container)

    def _marker(self, items: Container, start: int) -> str:
        """The marker of the next item of a list, as it is displayed.

        A number out of sequence is shown as it is written.
        """
        if items.number is None:
            return "•"
        number, items.number = items.number, items.number + 1
        written = _NUMBER.match(self._source, start)
        if written and int(written[0]) not in {number, items.first}:
            number = int(written[0])
        return f"{number}."

    def _pop(self, kind: str) -> None:
        """Close the innermost container of a kind, if one is open."""
        if any(container.kind == kind for container in self._open):
            while self._open.pop().kind != kind:
                pass

    # --- leaves ---

    def _leaf(self, leaf: TextLeaf) -> Iterator[ShownBlock]:
        read = BlockText(self._source, self._base)
        is_row = leaf.kind is BlockKind.TABLE_ROW
        for text in leaf.texts:
            if is_row:
                read.cell(leaf.span.start + self._base)
            read.add_inline(text)
        match leaf.kind:
            case BlockKind.CODE:
                yield from self._code(read.block(ShownKind.CODE), leaf.language)
            case BlockKind.HTML if not self._is_answer:
                yield from self._html_block(read.block(ShownKind.PARAGRAPH))
            case BlockKind.HEADING:
                block = self._stated(read.block(ShownKind.HEADING))
                yield from self._heading(block, leaf.level)
            case BlockKind.TABLE_ROW:
                yield from self._row(self._stated(read.block(ShownKind.ROW)))
            case _:
                yield from self._paragraph(read.block(ShownKind.PARAGRAPH))

    def _stated(self, block: ShownBlock) -> ShownBlock:
        """A block without what its file withdraws or hides, and without markup."""
        if self._is_answer:
            return block
        hidden = [
            (mark.start, mark.end)
            for mark in block.marks
            if mark.kind is MarkKind.STRUCK and mark.start < mark.end
        ]
        struck = tuple(block.span(start, end) for start, end in hidden)
        notes = list[re.Match[str]]()
        if self._is_note:
            code = [mark for mark in block.marks if mark.kind is MarkKind.CODE]
            hidden += hidden_inline(block)
            for found in _HIGHLIGHT.finditer(block.text):
                if not any(
                    c.start < found.end() and found.start() < c.end for c in code
                ):
                    hidden.append((found.start(), found.start() + 2))
                    hidden.append((found.end() - 2, found.end()))
            if block.kind is not ShownKind.HEAD:
                notes += (
                    found
                    for found in _FOOTNOTE.finditer(block.text)
                    if not any(c.start <= found.start() < c.end for c in code)
                )
                hidden += (found.span() for found in notes)
        named = tuple((block.starts[found.start()], found[1]) for found in notes)
        shown = replace(block.without(hidden), struck=struck, notes=named)
        return raised(block, shown) if self._is_note else shown

    def _heading(self, block: ShownBlock, level: int) -> Iterator[ShownBlock]:
        if self._is_note and (found := _BLOCK_ID.search(block.text)):
            block = block.part(0, found.start())
        line = one_line(block.text)
        self._headings = [h for h in self._headings if h[0] < level]
        self._label, self._lead = _Label(), ""
        yield from self._add(block.part(0, len(block.text)))
        self._headings.append((level, line))

    def _row(self, block: ShownBlock) -> Iterator[ShownBlock]:
        table = next(
            (
                c
                for c in reversed(self._open)
                if c.kind in {ContainerKind.TABLE, "table"}
            ),
            Container("table"),
        )
        borders = [*block.cells, len(block.text) + 3]
        cells = tuple(
            one_line(block.text[start : max(start, end - 3)])
            for start, end in pairwise(borders)
        )
        if not table.columns and block.kind is not ShownKind.HEAD:
            kind = ShownKind.HEAD if table.kind is ContainerKind.TABLE else block.kind
            block = replace(block, kind=kind)
        is_head = block.kind is ShownKind.HEAD
        is_group = not is_head and len(cells) > 1 and sum(map(bool, cells)) == 1
        table.columns = cells if is_head else table.columns
        table.group = "" if is_group else table.group
        yield from self._add(replace(block, columns=table.columns, group=table.group))
        table.group = "".join(cells) if is_group else table.group

    def _code(self, block: ShownBlock, language: str) -> Iterator[ShownBlock]:
        lines = [*_LINE.finditer(block.text)]
        states = commented_lines(block.text, language) if not self._is_answer else {}
        for line in lines:
            state = states.get(line.start(), State.NONE)
            yield from self._add(block.part(*line.span(), state=state))

    def _html_block(self, block: ShownBlock) -> Iterator[ShownBlock]:
        for piece in pieces(block, self._open, self._pop):
            if piece.level:
                yield from self._heading(piece.block, piece.level)
            elif piece.block.cells:
                yield from self._row(piece.block)
            elif piece.block.kind is ShownKind.TITLE:
                yield from self._add(piece.block)
                if self._open:
                    self._open[-1].label += f" {one_line(piece.block.text)}"
            else:
                yield from self._text(piece.block)

    def _paragraph(self, block: ShownBlock) -> Iterator[ShownBlock]:
        is_label = not self._is_answer and _is_styled(block)
        has_words = bool(block.text.strip())
        if line := _styled_line(block):
            block = replace(block, parents=(line,))
        block = self._stated(block)
        if self._is_note:
            block = self._uncommented(block)
            if found := _BLOCK_ID.search(block.text):
                block = block.part(0, found.start())
            if found := _DEFINED.match(block.text):
                block = block.part(found.end(), len(block.text))
                self._lead = ""
                block = replace(block, parents=(f"{NOTE}{found[1]}",))
        if callout := self._callout(block):
            title, block = callout
            yield from self._add(title)
        start = 0
        for fence in _FENCE.finditer(block.text) if self._is_note else ():
            yield from self._text(block.part(start, fence.start()))
            start = fence.end()
            if kind := fence[1].strip(" :"):
                label, kind = fence[1].strip(), kind.split()[0].lower()
                self._open.append(Container("fence", label, callout=kind))
            else:
                self._pop("fence")
        if has_words and not block.text:
            self._lead = ""  # A paragraph that is all hidden introduces nothing.
        yield from self._text(block.part(start, len(block.text)), is_label=is_label)

    def _callout(self, block: ShownBlock) -> tuple[ShownBlock, ShownBlock] | None:
        """The title of a callout and what follows; None if a block begins none."""
        inner = self._open[-1] if self._open else None
        if not inner or inner.kind is not ContainerKind.QUOTE or not inner.is_first:
            return None
        found = _CALLOUT.match(block.text)
        if found is None:
            return None
        start, end = found.span(2)
        inner.callout = found[1].lower()
        title = block.part(start, end, kind=ShownKind.TITLE)
        inner.label = f"{inner.callout}: {one_line(title.text)}".rstrip(": ")
        return title, block.part(end, len(block.text))

    def _text(
        self, block: ShownBlock, *, is_label: bool = False
    ) -> Iterator[ShownBlock]:
        if not block.text:
            return
        inner = self._open[-1] if self._open else None
        is_item = inner and inner.kind is ContainerKind.ITEM and inner.is_first
        kind = ShownKind.ITEM if is_item else ShownKind.PARAGRAPH
        is_lead = self._lead.endswith(_LEADING) or self._lead.startswith(_ADMONITIONS)
        if is_label:
            self._label = _Label()
        yield from self._add(replace(block, kind=kind), self._lead if is_lead else "")
        line = one_line(block.text)
        if len(line) > MAX_LABEL:
            line = line[line.rfind(". ", 0, -1) + 1 :].strip()
        self._lead = line
        if is_label:
            self._label = _Label(len(self._open), line)

    def _add(self, block: ShownBlock, lead: str = "") -> Iterator[ShownBlock]:
        """A block with its headings, parents and state; nothing if it is empty."""
        if not block.text:
            return
        parents = [*block.parents]
        if self._label.text:
            parents.append(self._label.text)
        marker, callout = block.marker, ""
        for container in self._open:
            if container.kind is ContainerKind.ITEM and container.is_first:
                marker = container.marker
                continue
            parents.append(container.label)
            callout = container.callout or callout
            is_quote = container.kind is ContainerKind.QUOTE and not container.callout
            parents += [QUOTED] * (is_quote and not self._is_answer)
        parents.append(lead or (self._lead if block.kind is ShownKind.CODE else ""))
        inner = self._open[-1] if self._open else None
        if inner and inner.is_first:
            inner.is_first = False
            if inner.kind is ContainerKind.ITEM:
                inner.label = one_line(block.text)[:MAX_LABEL]
        withdrawn = next((c.state for c in self._open if c.state), State.NONE)
        yield replace(
            block,
            headings=tuple(text for _, text in self._headings if text),
            parents=tuple(parent for parent in dict.fromkeys(parents) if parent),
            marker=marker,
            callout=callout,
            state=withdrawn or block.state,
            quote=self._quotes if self._depth else 0,
        )

    def _uncommented(self, block: ShownBlock) -> ShownBlock:
        """A block without comments; a comment may continue in later blocks."""
        text, done, hidden = block.text, 0, list[tuple[int, int]]()
        while True:
            start = done
            if not self._comment:
                found = _OPENER.search(text, done)
                if found is None:
                    break
                start, done, close = found.start(), found.end(), _COMMENTS[found[0]]
                begins = not text[:start].strip()
                source = block.starts[done - 1] - self._base
                if text.rfind(close) < done and not (
                    begins and (self._last_close[close] > source or close == "%%")
                ):
                    continue
                self._comment = close
            end = text.find(self._comment, done)
            done = len(text) if end < 0 else end + len(self._comment)
            self._comment = self._comment if end < 0 else ""
            hidden.append((start, done))
            if end < 0:
                break
        shown = block.without(hidden)
        return shown.part(0, len(shown.text))


def _is_styled(block: ShownBlock) -> bool:
    """Whether all of a paragraph is in bold, in italics or in an element of HTML."""
    tags = [m for m in block.marks if m.kind is MarkKind.HTML]
    is_element = len(tags) > 1 and (tags[0].start, tags[-1].end) == (0, len(block.text))
    styled = sum(m.end - m.start for m in block.marks if m.kind in _STYLED)
    return is_element or 0 < styled >= len(block.text.strip())


def _styled_line(block: ShownBlock) -> str:
    """The first of several lines, if all of it is in bold."""
    line = block.text.partition("\n")[0]
    is_bold = any(
        m.kind is MarkKind.STRONG and m.start == 0 and m.end >= len(line.rstrip(": \\"))
        for m in block.marks
    )
    return line if is_bold and line != block.text else ""
