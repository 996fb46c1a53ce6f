"""A document -> chunks of about equal length, by characters alone.

For the words of a file until its chunks are made: counting tokens and weighing borders
takes longer than reading the file.
"""

from collections.abc import Iterator, Sequence

from ragtui_core.chunking.composition import shared_path
from ragtui_core.language.sentences import trimmed
from ragtui_core.text.encoded_data import without_encoded
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Chunk, Document, Section, Span

MAX_CHARS = 2_400
"""Characters of a chunk. Shorter ones cost more: each repeats the fields."""

_BORDERS = ("\n\n", "\n", " ")
"""Where a long section is cut, the best first."""


def rough_chunks(document: Document) -> Iterator[Chunk]:
    """Chunks of a document, in order, that cover its sections.

    White space and encoded data are not covered.
    A document without a body gives its front matter. Their `tokens` are 0, and none has
    the head of a table that it continues.
    """
    text = without_encoded(document.text)
    lines = LineIndex(text)
    for span, path in _pieces(text, document):
        kept = trimmed(text, span)
        if len(kept):
            yield Chunk(kept, lines.lines(kept), path, 0, kept.of(text))


def _pieces(text: str, document: Document) -> Iterator[tuple[Span, tuple[str, ...]]]:
    sections = document.sections
    body = Span(sections[0].span.start, sections[-1].span.end) if sections else None
    if body is None or not text[body.start : body.end].strip():
        yield document.front_matter or Span(0, len(text)), ()
        return
    for group in _grouped(sections):
        whole = Span(group[0].span.start, group[-1].span.end)
        paths = [section.heading_path for section in group]
        path = shared_path(paths) or paths[0]
        for span in _cut(text, whole):
            yield span, path


def _grouped(sections: Sequence[Section]) -> Iterator[list[Section]]:
    """Neighbouring sections that fit into one chunk."""
    group: list[Section] = []
    for section in sections:
        if group and section.span.end - group[0].span.start > MAX_CHARS:
            yield group
            group = []
        group.append(section)
    if group:
        yield group


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
