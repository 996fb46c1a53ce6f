"""A document -> chunks of about equal length, by characters alone.

For the words of a file until its chunks are made: counting tokens and weighing borders
takes longer than reading the file.
"""

from collections.abc import Iterator

from ragtui_core.language.sentences import trimmed
from ragtui_core.text.encoded_data import without_encoded
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Chunk, Document, Span

MAX_CHARS = 2_400
"""Characters of a chunk. Shorter ones cost more: each repeats the fields."""

_BORDERS = ("\n\n", "\n", " ")
"""Where a long text is cut, the best first."""


def rough_chunks(document: Document) -> Iterator[Chunk]:
    """Chunks of a document that is not parsed, in order, that cover its body.

    White space and encoded data are not covered. A document without a body gives its
    front matter. Their `tokens` are 0, and none has the head of a table that it
    continues.
    """
    text = without_encoded(document.text)
    lines = LineIndex(text)
    (body,) = document.sections
    span, path = body.span, body.heading_path
    if not span.of(text).strip():
        span = document.front_matter or Span(0, len(text))
    for part in _cut(text, span):
        kept = trimmed(text, part)
        if len(kept):
            yield Chunk(kept, lines.lines(kept), path, 0, kept.of(text))


def _cut(text: str, span: Span) -> Iterator[Span]:
    """Parts of at most `MAX_CHARS` characters, cut where a border is near."""
    start = span.start
    while span.end - start > MAX_CHARS:
        minimum, maximum = start + MAX_CHARS // 2, start + MAX_CHARS
        found = (text.rfind(border, minimum, maximum) for border in _BORDERS)
        end = next((position for position in found if position >= 0), maximum)
        yield Span(start, end)
        start = end
    yield Span(start, span.end)
