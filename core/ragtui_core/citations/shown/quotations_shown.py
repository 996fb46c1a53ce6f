# ruff: noqa: RUF001 - these marks are intended
"""What a Markdown text presents as quoted, as it is displayed.

That is text between quotation marks within one block, and block quotes. Of quotations
within another one only the outer one counts. Apostrophes and inches open none.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind, plain_block
from ragtui_core.citations.shown.markdown_blocks import Dialect, markdown_blocks
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.types import Span

_PAIRS: Mapping[str, str] = {
    pair[0]: pair[1:]
    for pair in str.split(
        '““”" ””“ „“”" ‟”“ «» »«» ‹› ›‹› 「」 『』 《》 ‘’ ’’ ‚‘’ ‛’ '
        "\"\"” '' `'’ ´´ ❝❞ ❛❜ 〝〞〟 ＂＂ ⹂”“ ״״ ″″ ′′ ⟪⟫ ⟨⟩ ❰❱ 【】 〈〉 ﹁﹂ ﹃﹄ ｢｣"
    )
}
"""Quotation marks that open, each with those that close it."""
_POSSIBLE = re.compile(
    rf"(?<!\w)['’]|[>&{re.escape(''.join({*_PAIRS} - {*chr(39), '’'}))}]"
)
"""What may begin a quotation."""
_SPACED = "«»‹›“„"
"""Marks that open a quotation though a space follows."""
_SINGLE = "'’‘´`‚‛"
_AMBIGUOUS = "\"'’"
"""Marks that may also be an apostrophe or inches where they would close."""
_ELISION = re.compile(r"(?:tis|twas|til|em|n|cause|\d0s)\b", re.I)
_SOURCE_LINE = re.compile(
    r"(?:\A|\n)[ \t]*(?:[—–―]+|--+|-(?=\s))\s*(?P<name>\S[^\n]*)\Z"
)
_CLOSING = re.compile(r"[*_~`]*")
_LINK_END = re.compile(r"[*_~`]*(?:\]\([^()\n]*\)|\]\])[*_~`]*")
_LINKS = {MarkKind.LINK, MarkKind.WIKI_LINK, MarkKind.IMAGE}


@dataclass(frozen=True, slots=True)
class ShownQuotation:
    """A quotation in a text.

    Attributes:
        blocks: What is quoted, without the marks around it.
        source_blocks: The source of each of them. A file that is no Markdown displays
            `*so*` as it is, and so does what is copied of it.
        span: Its characters in the text, marks included.
        position: The character before which a mark or remark is inserted.
        block: The number of the block it is in, or of the first one of a quote.
        end_block: The number of the block after it.
        source: The source that a block quote names in its last line.
        is_block: Whether it is a block quote.
        lead: What precedes something about it: a space, or a new line.
    """

    blocks: tuple[ShownBlock, ...]
    source_blocks: tuple[ShownBlock, ...]
    span: Span
    position: int
    block: int
    end_block: int
    source: str = ""
    is_block: bool = False
    lead: str = " "

    @property
    def forms(self) -> tuple[tuple[ShownBlock, ...], ...]:
        """What is compared: the displayed blocks, and their source if it differs."""
        pairs = zip(self.blocks, self.source_blocks, strict=False)
        is_other = any(block.text != source.text for block, source in pairs)
        return (self.blocks, self.source_blocks)[: 1 + is_other]

    @property
    def text(self) -> str:
        """The displayed words."""
        return "\n".join(block.text for block in self.blocks)


def unquoted_until(text: str, start: int, end: int) -> int:
    """Where something may begin that is quoted, between two characters; else `end`."""
    found = _POSSIBLE.search(text, start, end)
    return found.start() if found else end


class ShownText(NamedTuple):
    """The displayed blocks of a text, and the quotations in them, in order."""

    blocks: tuple[ShownBlock, ...]
    quotations: tuple[ShownQuotation, ...]

    @property
    def code(self) -> frozenset[int]:
        """The characters of the text that are displayed as code."""
        return frozenset(
            at
            for block in self.blocks
            for start, end in _code_in(block)
            for at in range(block.starts[start], block.ends[end - 1])
        )


def shown_text(text: str) -> ShownText:
    """What is displayed of an answer or another text; nothing if the parser fails."""
    try:
        blocks = tuple(markdown_blocks(text, 0, Dialect.ANSWER))
    except ParserPanic:
        return ShownText((), ())
    return ShownText(blocks, tuple(_quotations(text, blocks)))


def _code_in(block: ShownBlock) -> list[tuple[int, int]]:
    if block.kind is ShownKind.CODE:
        return [(0, len(block.text))]
    code = (mark for mark in block.marks if mark.kind is MarkKind.CODE)
    return [(mark.start, mark.end) for mark in code if mark.start < mark.end]


def _quotations(text: str, blocks: Sequence[ShownBlock]) -> Iterator[ShownQuotation]:
    numbered = enumerate(blocks)
    for quote, group in groupby(numbered, key=lambda pair: pair[1].quote):
        members = [*group]
        if quote:
            yield _block_quote(text, blocks, members[0][0], members[-1][0] + 1)
            continue
        for number, block in members:
            if block.kind is not ShownKind.CODE:
                yield from _in_marks(text, block, number)


def _block_quote(
    text: str, blocks: Sequence[ShownBlock], first: int, end: int
) -> ShownQuotation:
    quoted, name = [*blocks[first:end]], ""
    last = quoted[-1]
    position, lead = after(text, last, len(last.text)), " "
    if last.kind is ShownKind.CODE:
        following = re.compile(r"\n[ \t>]*(`{3,}|~{3,})").match(text, position)
        position, lead = following.end() if following else position, "\n"
    elif last.kind not in {ShownKind.ROW, ShownKind.HEAD}:
        line_end = text.find("\n", position)
        position = len(text[: line_end if line_end >= 0 else None].rstrip())
    if last.kind is not ShownKind.ITEM and (line := _SOURCE_LINE.search(last.text)):
        name = line["name"]
        quoted[-1] = last.part(0, line.start())
    if len(quoted) == 1:
        quoted = [_unquoted(quoted[0])]
    start = text.rfind("\n", 0, blocks[first].starts[0]) + 1
    quoted = [block for block in quoted if block.text]
    return ShownQuotation(
        tuple(quoted),
        tuple(_source(text, b, b.starts[0], b.ends[-1]) for b in quoted),
        Span(start, position),
        position,
        first,
        end,
        name,
        is_block=True,
        lead=lead,
    )


def _source(text: str, block: ShownBlock, start: int, end: int) -> ShownBlock:
    """A block as it is written between two characters of a text."""
    return plain_block(
        block.kind,
        text[start:end],
        start,
        marker=block.marker,
        callout=block.callout,
        columns=block.columns,
        parents=block.parents,
    )


def _unquoted(block: ShownBlock) -> ShownBlock:
    """A block without quotation marks around all of it."""
    spans = [*_pairs(block)]
    if len(spans) == 1 and spans[0][2] == len(block.text) and spans[0][0] <= 2:
        return block.part(*spans[0][:2])
    return block


def _in_marks(text: str, block: ShownBlock, number: int) -> Iterator[ShownQuotation]:
    for start, end, last in _pairs(block):
        quoted = block.part(start, end, kind=ShownKind.PARAGRAPH, cells=(), columns=())
        # A link around the whole quotation is not quoted text.
        inner = tuple(m for m in quoted.marks if m.end - m.start < len(quoted.text))
        quoted = _unquoted(replace(quoted, marker="", parents=(), marks=inner))
        if quoted.text:
            yield ShownQuotation(
                (quoted,),
                (_source(text, quoted, block.ends[start - 1], block.starts[end]),),
                Span(block.starts[start - 1], block.ends[last - 1]),
                after(text, block, last),
                number,
                number + 1,
            )


def after(text: str, block: ShownBlock, end: int) -> int:
    """The source offset after `end` characters and the markup that closes there."""
    around = [m.end for m in block.marks if m.kind in _LINKS and m.start < end <= m.end]
    end = max([end, *around])
    position = block.ends[end - 1]
    if around and (closed := _LINK_END.match(text, position)):
        return closed.end()
    if any(mark.end == end and mark.kind is not MarkKind.HTML for mark in block.marks):
        closed = _CLOSING.match(text, position)
        return closed.end() if closed else position
    return position


def _pairs(block: ShownBlock) -> Iterator[tuple[int, int, int]]:
    """Where quotations in a block start and end without their marks, and with them.

    A mark may be written several times.
    """
    text = block.text
    literal = {
        at
        for mark in block.marks
        if mark.kind in {MarkKind.CODE, MarkKind.HTML}
        for at in range(mark.start, mark.end)
    }
    closers: dict[str, list[int]] = {}
    for at, char in enumerate(text):
        if char in _CLOSERS and at not in literal and _closes(text, at):
            closers.setdefault(char, []).append(at)
    done = 0
    for at, char in enumerate(text):
        if at < done or char not in _PAIRS or at in literal:
            continue
        done = _run_end(text, at)
        if not _opens(text, at):
            continue
        end = _end(text, done - 1, closers, literal)
        if end is not None and end > done:
            last = _run_end(text, end)
            yield done, end, last
            done = last


def _run_end(text: str, at: int) -> int:
    """The end of a run of one character."""
    end = at + 1
    while text[end : end + 1] == text[at]:
        end += 1
    return end


_CLOSERS = frozenset("".join(_PAIRS.values()))


def _end(
    text: str, start: int, closers: Mapping[str, list[int]], literal: set[int]
) -> int | None:
    """Where the quotation that opens at a character closes."""
    candidates = []
    for char in _PAIRS[text[start]]:
        places = closers.get(char, [])
        at = bisect_right(places, start)
        if at < len(places):
            candidates.append((places[at], char, at))
    if not candidates:
        return None
    again = (
        at
        for at in range(start + 1, len(text))
        if text[at] == text[start] and at not in literal and _opens(text, at)
    )
    reopened = next(again, len(text))
    # A mark closes what its own pair opens, unless that opens again before.
    own = (candidate for candidate in candidates if candidate[0] < reopened)
    end, char, at = next(own, min(candidates))
    if char not in _AMBIGUOUS:
        return end
    # Inches and apostrophes may precede it: it is the last one after something else
    # than a digit before another quotation opens, or else the first one.
    first, certain = end, None
    for following in closers[char][at:]:
        if following > first and following < _run_end(text, end):
            continue
        if any(
            text[i] in _PAIRS and i not in literal and _opens(text, i)
            for i in range(end + 1, following)
        ):
            break
        end = following
        certain = certain if text[end - 1].isdigit() else end
        if not (text[end - 1].isdigit() or char in _SINGLE):
            break
    return first if certain is None else certain


def _opens(text: str, at: int) -> bool:
    """Whether a mark opens a quotation, by what is beside it."""
    char, before = text[at], text[at - 1 : at] if at else ""
    end = _run_end(text, at)
    after = text[end : end + 1]
    if not after or (after.isspace() and char not in _SPACED):
        return False
    if char in _SINGLE and _ELISION.match(text, end):
        return False
    if before.isalnum() and before < "\u2e80":
        is_hebrew = "\u05d0" <= before <= "\u05ea"
        return char in '"“„' and before.isalpha() and not is_hebrew
    return not (before and before in ".,;!?)]}%…" and char in "\"'’”")


def _closes(text: str, at: int) -> bool:
    """Whether a mark may close a quotation, by what is beside it."""
    char, before, after = (
        text[at],
        text[at - 1 : at] if at else "",
        text[at + 1 : at + 2],
    )
    is_word = after.isalnum() and after < "\u2e80"
    if char in _SINGLE:
        return not is_word
    return not (is_word and (not before or before.isspace()))
