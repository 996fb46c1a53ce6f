"""The terms of documents and chunks, as columns of their rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ragtui_core.store.matching import TermKind
from ragtui_core.store.postgres.indexed_terms import ChunkTerms
from ragtui_core.store.records import with_head
from ragtui_core.store.tables.document_rows import PlacedChunk, name_words
from ragtui_core.types import ChunkId

COLUMNS = "words, grams, parts, word_count, gram_count, part_count"
"""Columns of table `chunk` with terms and their numbers."""


INDEXED = (
    "company, tags, title, category, summary, name || chr(10) || aliases, "
    "heading_path, text, head"
)
"""What `word_texts` takes, as columns of `document` and `chunk`."""


def word_texts(
    company: str,
    tags: str,
    title: str,
    category: str,
    summary: str,
    name: str,
    heading_path: str,
    text: str,
    head: str,
) -> tuple[str, ...]:
    """The texts of a chunk's fields, in the order of their ranges.

    The title has a field of its own: as the first heading, of the text and in the
    heading path, it would count three times.
    """
    heading = heading_path
    if f"{heading_path}\n".startswith(f"{title}\n"):
        heading = heading_path[len(title) + 1 :]
    body = text
    if text.startswith(f"# {title}"):
        body = text[len(title) + 2 :]
    return company, tags, title, category, summary, name, heading, with_head(head, body)


@dataclass(frozen=True, slots=True)
class PlacedTerms:
    """The terms of written chunks, by kind."""

    words: dict[ChunkId, ChunkTerms] = field(default_factory=dict)
    grams: dict[ChunkId, ChunkTerms] = field(default_factory=dict)
    parts: dict[ChunkId, ChunkTerms] = field(default_factory=dict)

    def added(
        self, chunks: Iterable[PlacedChunk]
    ) -> Iterator[tuple[PlacedChunk, tuple[Any, ...]]]:
        """Add the terms of chunks; each chunk with its values of `COLUMNS`."""
        for chunk in chunks:
            yield chunk, self._add(chunk)

    def _add(self, placed: PlacedChunk) -> tuple[Any, ...]:
        chunk, _, record, item, _ = placed
        fields = record.fields
        texts = word_texts(
            *(fields.company, "\n".join(fields.tags), fields.title, fields.category),
            *(
                fields.summary,
                name_words(record),
                item.heading_path,
                item.text,
                item.head,
            ),
        )
        words = self.words[chunk] = ChunkTerms.of(texts)
        grams = parts = None
        if item.grams or record.field_grams:
            both = (record.field_grams, item.grams)
            grams = self.grams[chunk] = ChunkTerms.of(both, TermKind.GRAM)
        if item.parts:
            parts = self.parts[chunk] = ChunkTerms.of((item.parts,), TermKind.PART)
        kinds = (words, grams, parts)
        return (
            *(terms.vector if terms else None for terms in kinds),
            *(terms.count if terms else 0 for terms in kinds),
        )
