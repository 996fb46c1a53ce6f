"""Finds the part of a document that a link names after its `#`."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from ragtui_core.documents.markdown.link_extraction import blocks_of, named_locations
from ragtui_core.documents.parts import document_part
from ragtui_core.errors import DocumentNotFound
from ragtui_core.links.link_results import BLOCK, PAGE, Target
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document, Span

if TYPE_CHECKING:
    from ragtui_core.links.link_resolver import LinkResolver


def part_of(
    path: str,
    part: str,
    read: Callable[[str], Document | None],
    resolver: "LinkResolver | None" = None,
) -> Target | None:
    """The part of a document that a link names; None if it has no such part.

    `part` is as written, decoded: a block (`^name`), a page (`page=3`), a heading or
    the name of an HTML element. A `resolver` finds headings without `read`, which
    returns the document at a path, and whose errors are raised.
    """
    headings = None if part.startswith((BLOCK, PAGE)) else resolver
    if headings and (found := headings.target(path, part)):
        return found
    document = read(path)
    span = _span(document, part) if document else None
    if document is None or span is None:
        return None
    return _target(path, span, document.text)


def named_part(path: str, part: str, text: str) -> Target | None:
    """The block (`^name`), element of HTML or other named place of a note's `text`."""
    span = _named(text).get(part)
    return None if span is None else _target(path, span, text)


def _target(path: str, span: Span, text: str) -> Target:
    return Target(path, span=span, line=LineIndex(text).line(span.start))


def no_part(path: str, part: str) -> str:
    """The sentence on a document without the part that a link names."""
    kind = "block" if part.startswith(BLOCK) else "heading"
    return f"{path} has no {kind} {part!r}."


def _span(document: Document, part: str) -> Span | None:
    try:
        if part.startswith(PAGE):
            return document_part(document, pages=part.removeprefix(PAGE)).span
        if not part.startswith(BLOCK):
            return document_part(document, heading=part).span
    except DocumentNotFound:
        pass
    return _named(document.text).get(part)


# A language server asks for those of every note that a broken link names, at each edit.
@lru_cache(maxsize=1_000)
def _named(text: str) -> dict[str, Span]:
    """The blocks and other named locations of a text, the first of each name."""
    blocks = {f"{BLOCK}{name}": span for name, span in reversed(blocks_of(text))}
    return named_locations(text) | blocks
