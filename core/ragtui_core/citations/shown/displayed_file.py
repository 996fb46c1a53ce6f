"""The displayed blocks of a document."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath

from ragtui_core.citations.saving.cited_spans import without_citations
from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind, plain_block
from ragtui_core.citations.shown.code_lines import code_blocks
from ragtui_core.citations.shown.markdown_blocks import Dialect, markdown_blocks
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.text.sanitizing import escape_spans
from ragtui_core.types import Document

PROSE = re.compile(
    r"\.(?:md|markdown|mdown|mkdn?|mdx|[qr]md|te?xt|rst|org|adoc|tex|textile|wiki)|",
    re.I,
)
"""Endings of names of text files that are not code."""

_UNSEEN = "\u2060"
_CONTROLS = dict.fromkeys(
    (*range(9), 11, 12, *range(14, 32), *range(127, 160)), _UNSEEN
)
_LINE = re.compile(r".*\S.*")


def is_code(document: Document) -> bool:
    """Whether a file is read as text though it is neither Markdown nor other prose."""
    is_text = bool(document.encoding) and not document.is_extracted
    return is_text and not PROSE.fullmatch(PurePosixPath(document.path).suffix)


def displayed(document: Document) -> tuple[ShownBlock, ...]:
    """The blocks of a document as a person sees them; none if it cannot be parsed.

    Saved citations are removed: they are text of other files.
    """
    front = document.front_matter.end if document.front_matter else 0
    start = front or int(document.text.startswith("\ufeff"))
    name = PurePosixPath(document.path).name if is_code(document) else ""
    return _displayed(document.text, start, name, document.is_extracted)


@lru_cache(maxsize=64)
def _displayed(
    text: str, start: int, name: str, is_extracted: bool
) -> tuple[ShownBlock, ...]:
    stated = _visible(without_citations(text))
    if name:
        return tuple(code_blocks(stated, start, name))
    dialect = Dialect.EXTRACTED if is_extracted else Dialect.NOTE
    try:
        return (*_properties(text[:start]), *markdown_blocks(stated, start, dialect))
    except ParserPanic:
        return ()


def _visible(text: str) -> str:
    """A text with control characters replaced by zero-width ones; offsets stay."""
    if text.isascii() and text.isprintable():
        return text
    pieces, done = list[str](), 0
    for start, end in escape_spans(text):
        pieces += text[done:start], _UNSEEN * (end - start)
        done = end
    return "".join((*pieces, text[done:])).translate(_CONTROLS)


def quoted_blocks(quote: str, document: Document) -> tuple[ShownBlock, ...]:
    """What is displayed of a part of a document's source; nothing if some is struck."""
    if is_code(document):
        return tuple(code_blocks(quote, 0, ""))
    try:
        drawn = markdown_blocks(quote, 0, Dialect.ANSWER)
        if any(m.kind is MarkKind.STRUCK for block in drawn for m in block.marks):
            return ()
        dialect = Dialect.EXTRACTED if document.is_extracted else Dialect.NOTE
        return tuple(markdown_blocks(quote, 0, dialect))
    except ParserPanic:
        return ()


def _properties(front: str) -> Iterator[ShownBlock]:
    """The lines of front matter, each with the key that it belongs to."""
    key = ""
    for line in _LINE.finditer(front):
        if line[0].startswith("---"):
            continue
        if not line[0][0].isspace() and not line[0].startswith("-"):
            key = line[0]
        parents = (key,) * (key != line[0])
        yield plain_block(ShownKind.PARAGRAPH, line[0], line.start(), parents=parents)
