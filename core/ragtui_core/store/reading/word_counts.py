"""How often the documents of the best chunks have the words of a query."""

from collections.abc import Mapping, Sequence
from operator import add

from ragtui_core.store.records import DocumentWords, WordCounts
from ragtui_core.types import ChunkId

MAX_DOCUMENT_CHUNKS = 250
"""The words of longer documents are not counted."""

MAX_CHUNKS = 1_000
"""Most chunks of all documents whose words are counted."""

Counts = tuple[Sequence[float], Sequence[float]]
"""Occurrences of each word times the weights of the fields: in those of a chunk's
document, which each of its chunks repeats, and in the chunk's own."""


def words_of_document(
    lengths: Mapping[ChunkId, int],
    counts: Mapping[ChunkId, Counts],
    none: Counts,
    of_chunk: float,
    of_document: float,
) -> DocumentWords:
    """The words of one document.

    `lengths` are of all its chunks, `counts` of those that have a word, `none` of any
    other one; `of_chunk` and `of_document` are mean lengths. All lengths are in words.
    """
    known = [counts[chunk] for chunk in lengths if chunk in counts] or [none]
    fields, own = (
        known[0][0],
        map(sum, zip(*[counts for _, counts in known], strict=True)),
    )
    unnamed = tuple(map(add, *none))
    return DocumentWords(
        WordCounts(tuple(map(add, fields, own)), sum(lengths.values()) / of_document),
        {
            chunk: WordCounts(
                tuple(map(add, *counts[chunk])) if chunk in counts else unnamed,
                length / of_chunk,
            )
            for chunk, length in lengths.items()
        },
    )
