"""Makes the words of many new files searchable before the files are parsed.

Each file is written as chunks of equal length; reading it in full replaces these in
one transaction. Their documents have an empty hash, so that an interrupted run reads
them again.
"""

from collections.abc import Iterable, Iterator, Sequence

from ragtui_core.documents.loader import Loaders
from ragtui_core.language.sentences import trimmed
from ragtui_core.store.records import FileState, StoredFile
from ragtui_core.text.encoded_data import without_encoded
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Chunk, Document, Span

MIN_FILES = 1_000
"""From so many new files on, their words come first."""

MIN_BYTES = 4_000_000
"""From so many bytes of new files on, their words come first: parsing takes two seconds
or more."""

MAX_CHARS = 2_400
"""Characters of a chunk. Shorter ones cost more: each repeats the fields."""

_BORDERS = ("\n\n", "\n", " ")
"""Where a long text is cut, the best first."""


def files_of_words(
    new: Sequence[FileState], vanished: Iterable[StoredFile], loaders: Loaders
) -> list[FileState]:
    """The new files whose words come first; none if all are read in a moment anyway.

    A file as large as a vanished one is skipped: it may be that one, moved.
    """
    sizes = {0, *(file.size for file in vanished)}
    chosen = [
        file
        for file in new
        if file.size not in sizes
        and loaders.is_markdown(file.path)
        and not loaders.are_mails(file.path)
    ]
    total = sum(file.size for file in chosen)
    return chosen if len(chosen) >= MIN_FILES or total >= MIN_BYTES else []


def rough_chunks(document: Document) -> Iterator[Chunk]:
    """Chunks of a document that is not parsed, in order, that cover its body.

    White space and encoded data are not covered. A document without a body gives its
    front matter. Their `tokens` are 0, and none has the head of a table that it
    continues.
    """
    text = without_encoded(document.text)
    lines = LineIndex(text, document.shifts)
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
