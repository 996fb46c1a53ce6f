"""Markdown as the HTML of the parser, which is not sanitised."""

import re
from collections.abc import Iterator

from ragtui_core.documents.markdown.block_events import TextLeaf, block_events
from ragtui_core.documents.markdown.inline_text import InlineText, MarkKind
from ragtui_core.documents.markdown.markup import markup_from
from ragtui_core.documents.markdown.parser_events import parser_html
from ragtui_core.documents.markdown.shown_blocks import is_hidden
from ragtui_core.types import BlockKind

LONGEST_TEXT = 20_000
"""Characters of a paragraph or cell whose tags are kept."""

Edit = tuple[int, int, str]
"""Characters of a text, up to another, and what is in their place."""


def unsafe_html(text: str, *, blocks: bool = True) -> str:
    """Markdown without front matter as HTML that may contain anything.

    Comments are left out, tags that HTML does not have are text, and addresses without
    markup are links. Without `blocks`, a block of HTML is text, too.

    Raises:
        ParserPanic: The parser failed.
    """
    done, parts = 0, list[str]()
    for start, end, instead in sorted(_edits(text, blocks=blocks)):
        if start >= done:
            parts += text[done:start], instead
            done = end
    return parser_html("".join((*parts, text[done:])))


def _edits(text: str, *, blocks: bool) -> Iterator[Edit]:
    if "%%" in text:
        for comment in markup_from(text, 0).comments:
            yield comment.start, comment.end, ""
    for event in block_events(text):
        if not isinstance(event, TextLeaf) or event.kind is BlockKind.CODE:
            continue
        if event.kind is not BlockKind.HTML:
            for part in event.texts:
                yield from _edits_within(text, part)
        elif not blocks:
            for tag in re.finditer("<", event.span.of(text)):
                at = event.span.start + tag.start()
                yield at, at, "\\"


def _edits_within(source: str, text: InlineText) -> Iterator[Edit]:
    is_long = len(text.text) > LONGEST_TEXT
    for kind, start, end, target in text.marks:
        first = text.source_of(start)
        if kind is MarkKind.HTML:
            if is_long or not is_hidden(text.text, start, end):
                yield first, first, "\\"
        elif kind is MarkKind.LINK and "://" in target:
            last = first + len(target)
            is_bare = source[first:last] == target and source[
                first - 1 : first
            ] not in (
                "<",
                "[",
            )
            if is_bare and text.text[start:end] == target:
                yield first, first, "<"
                yield last, last, ">"
