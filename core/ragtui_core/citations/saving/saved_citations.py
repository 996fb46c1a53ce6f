"""Citations in a saved text: quotations that can be rechecked.

A citation is a block quote whose last paragraph has its source and a digest of the
words. It is plain Markdown, readable without ragtui: docs/citations.md. The quote may
be in a list or in another quote, its lines may have been rewrapped, and lines that
continue a paragraph may lack their mark, as Markdown allows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ragtui_core.citations.citation import Citation, SavedCitation, clean
from ragtui_core.citations.saving.attribution_line import (
    DASH,
    DIGEST_PREFIX,
    SEAL,
    read_attribution,
    write_attribution,
)
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.line_marks import BLOCK_MARK, LIST_MARK
from ragtui_core.types import Span

MAX_ATTRIBUTION_LINES = 8
"""Maximum number of lines of a rewrapped attribution."""

# A byte order mark may be the first character of a text.
_MARK = re.compile(r"[ \t\ufeff]*>")
_MARK_IN_LIST = re.compile(rf"[ \t\ufeff]*(?:{LIST_MARK}[ \t]+)*>")
_OTHER_BLOCK = re.compile(rf"{BLOCK_MARK}[ \t]|```|~~~")


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end, and where it starts in the text."""

    start: int
    text: str

    @property
    def is_blank(self) -> bool:
        """Whether it is blank, and so ends any block, including quotes."""
        return not self.text.strip()

    def inside(self, depth: int, mark: re.Pattern[str] = _MARK) -> str | None:
        """The text after `depth` block quote marks; None with fewer."""
        position = 0
        for _ in range(depth):
            match = mark.match(self.text, position)
            if not match:
                return None
            position = match.end()
        return self.text[position:].removeprefix(" ")


@dataclass(frozen=True, slots=True)
class QuoteBlock:
    """A quotation, its attribution, and the span of both in the text."""

    quote: str
    attribution: SavedCitation
    span: Span


def lines_of(text: str) -> Iterator[Line]:
    """The lines of `text`."""
    start = 0
    for end in LINE_END.finditer(text):
        yield Line(start, text[start : end.start()])
        start = end.end()
    yield Line(start, text[start:])


def quote_block(lines: Sequence[Line]) -> QuoteBlock | None:
    """The quotation whose attribution ends on the last of `lines`, if it is one.

    They begin after the last blank one.
    """
    depth = _depth(lines[-1])
    if not depth or not (last := _attribution(lines, depth)):
        return None
    index, attribution = last
    contents = _contents(lines[:index], depth)
    if not contents:
        return None
    first = lines[index - len(contents)]
    start = first.start + first.text.index(">")
    if not contents[-1].strip():
        contents.pop()
    end = lines[-1].start + len(lines[-1].text.rstrip(" \t\\"))
    return QuoteBlock("\n".join(contents), attribution, Span(start, end))


def _depth(line: Line) -> int:
    """The nesting depth of block quotes of the line."""
    depth = position = 0
    while match := _MARK.match(line.text, position):
        depth, position = depth + 1, match.end()
    return depth


def _attribution(lines: Sequence[Line], depth: int) -> tuple[int, SavedCitation] | None:
    """The attribution at the end of `lines`, and the index of its first line."""
    text = ""
    for index in range(
        len(lines) - 1, max(-1, len(lines) - 1 - MAX_ATTRIBUTION_LINES), -1
    ):
        content = (lines[index].inside(depth) or "").strip()
        if not content:
            return None
        text = f"{content} {text}".rstrip(" ")
        if content.startswith(DASH) and (attribution := read_attribution(text)):
            return index, attribution
    return None


def _contents(lines: Sequence[Line], depth: int) -> list[str]:
    """The contents of the last of `lines` that belong to the same quote."""
    contents: list[str] = []
    unmarked: list[str] = []
    for line in reversed(lines):
        content = line.inside(depth)
        if content is None and (first := line.inside(depth, _MARK_IN_LIST)) is not None:
            contents += [*unmarked, first]
            break
        if content is None and (unquoted := _continuation(line)):
            unmarked.append(unquoted)
        elif content is None or (unmarked and not content.strip()):
            break
        else:
            contents += [*unmarked, content]
            unmarked = []
    return contents[::-1]


def _continuation(line: Line) -> str:
    """The text of a lazy continuation line; empty if it starts another block."""
    content = line.text.lstrip(" \t>")
    return "" if _OTHER_BLOCK.match(content) else content


# A quotation may contain a saved citation itself. Its digest is escaped by a backslash,
# so that it is not parsed as that of the citation around it.
_INNER_DIGEST = re.compile(rf"(?<=`ragtui)(\\*)(?={SEAL})")
_ESCAPED_DIGEST = re.compile(rf"(?<=`ragtui)\\(\\*)(?={SEAL})")


def write_citation(citation: Citation | SavedCitation) -> str:
    """The citation as a block quote, without a line end after it."""
    saved = (
        citation if isinstance(citation, SavedCitation) else SavedCitation.of(citation)
    )
    quote = _INNER_DIGEST.sub(r"\1\\", clean(saved.quote))
    lines = [*LINE_END.split(quote), "", write_attribution(saved)]
    return "\n".join(f"> {line}" if line.strip() else ">" for line in lines)


def read_citations(text: str) -> list[tuple[SavedCitation, Span]]:
    """The saved citations in `text`, in order, with their spans in characters.

    A span begins at a block quote's mark and ends after the attribution. Quotations are
    returned as written: compare `digest` to see whether they were edited.
    """
    if "`ragtui:" not in text:
        return []
    citations = []
    passage: list[Line] = []
    for line in lines_of(text):
        if line.is_blank:
            passage = []
            continue
        passage.append(line)
        if DIGEST_PREFIX.search(line.text) and (block := quote_block(passage)):
            quote = _ESCAPED_DIGEST.sub(r"\1", block.quote)
            citations.append((replace(block.attribution, quote=quote), block.span))
            passage = []
    return citations
