"""The terms of a chunk as PostgreSQL stores them: a tsvector for each kind.

Each field has a range of a tsvector's positions, which end at 16,383, so that a phrase
is within one field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragtui_core.store import (
    AllOf,
    AnyOf,
    Matching,
    PlacedChunk,
    Prefix,
    TermKind,
    indexable,
    name_words,
    with_head,
)
from ragtui_core.text import gram_tokens, stemmed

TSVECTORS = {TermKind.WORD: "words", TermKind.GRAM: "grams", TermKind.PART: "parts"}
"""The columns of table `chunk` with the terms of each kind."""

COLUMNS = "words, word_count, grams, gram_count, parts, part_count"
"""Columns of table `chunk` with terms and their numbers."""

_MAX_POSITIONS = 255
"""Positions that a tsvector keeps of a term."""

_MAX_BYTES = 900_000
"""Bytes of a tsvector's terms, which may take 1 MiB. Further ones of a chunk are not
indexed."""


@dataclass(frozen=True, slots=True)
class FieldRange:
    """A field, and the first and last of its positions in a tsvector."""

    name: str
    first: int
    last: int


RANGES = {
    TermKind.WORD: (
        FieldRange("company", 1, 200),
        FieldRange("tags", 202, 700),
        FieldRange("title", 702, 1_000),
        FieldRange("category", 1_002, 1_200),
        FieldRange("summary", 1_202, 2_000),
        FieldRange("name", 2_002, 2_200),
        FieldRange("heading", 2_202, 2_700),
        FieldRange("body", 2_702, 16_383),
    ),
    TermKind.GRAM: (FieldRange("fields", 1, 2_700), FieldRange("body", 2_702, 16_383)),
    TermKind.PART: (FieldRange("body", 1, 16_383),),
}
"""The fields of each kind. Between two, one position is unused."""

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


def columns_of(placed: PlacedChunk) -> tuple[Any, ...]:
    """The values of `COLUMNS` of a chunk that is written."""
    _, _, record, item, _ = placed
    fields = record.fields
    of_document = fields.company, "\n".join(fields.tags), fields.title, fields.category
    own = item.heading_path, item.text, item.head
    words = word_texts(*of_document, fields.summary, name_words(record), *own)
    has_grams = item.grams or record.field_grams
    grams = (record.field_grams, item.grams)
    return (
        *vector_of(words),
        *(vector_of(grams, TermKind.GRAM) if has_grams else (None, 0)),
        *(vector_of((item.parts,), TermKind.PART) if item.parts else (None, 0)),
    )


def vector_of(texts: Sequence[str], kind: TermKind = TermKind.WORD) -> tuple[str, int]:
    """The texts of all fields, in the order of `RANGES`, as the text of a tsvector.

    Returns:
        It, and the number of all terms.
    """
    positions_of: dict[str, list[int]] = {}
    total = 0
    for part, text in zip(RANGES[kind], texts, strict=True):
        terms = terms_of(text, kind)
        total += len(terms)
        for position, term in enumerate(terms, part.first):
            positions_of.setdefault(term, []).append(min(position, part.last))
    return " ".join(_lexemes(positions_of)), total


def _lexemes(positions_of: Mapping[str, Sequence[int]]) -> list[str]:
    """The parts of a tsvector, of as many terms as it takes."""
    parts, size = list[str](), 0
    for term, positions in positions_of.items():
        listed = list(dict.fromkeys(positions))[:_MAX_POSITIONS]
        size += len(term.encode("utf-8", "replace")) + 2 * len(listed) + 4
        if size > _MAX_BYTES:
            break
        parts.append(f"{lexeme(term)}:{','.join(map(str, listed))}")
    return parts


def terms_of(text: str, kind: TermKind = TermKind.WORD) -> list[str]:
    """The terms of a text, in order."""
    terms = gram_tokens(text) if kind is TermKind.GRAM else stemmed(text)
    return [indexable(term) for term in terms]


def lexeme(term: str) -> str:
    """A term as it is written in tsvectors and tsqueries."""
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class QueryPhrase:
    """Terms next to each other; of a prefix, the last one is only a beginning."""

    terms: tuple[str, ...]
    is_prefix: bool = False

    @property
    def is_term(self) -> bool:
        """Whether it is one whole term."""
        return len(self.terms) == 1 and not self.is_prefix

    def is_prefix_at(self, place: int) -> bool:
        """Whether the term at a place is only a beginning."""
        return self.is_prefix and place == len(self.terms) - 1

    def tsquery(self) -> str:
        """The phrase as a tsquery."""
        return " <-> ".join(map(lexeme, self.terms)) + ":*" * self.is_prefix


def phrases_of(matching: Matching, kind: TermKind) -> list[QueryPhrase]:
    """The phrases and prefixes of a condition, in order; without those of no terms."""
    if isinstance(matching, AllOf | AnyOf):
        return [phrase for part in matching.parts for phrase in phrases_of(part, kind)]
    terms = tuple(terms_of(matching.text, kind))
    return [QueryPhrase(terms, isinstance(matching, Prefix))] if terms else []


def tsquery_of(matching: Matching, kind: TermKind = TermKind.WORD) -> str:
    """A condition as a tsquery; empty if it matches nothing."""
    if not isinstance(matching, AllOf | AnyOf):
        return "".join(p.tsquery() for p in phrases_of(matching, kind))
    parts = [tsquery_of(part, kind) for part in matching.parts]
    if isinstance(matching, AllOf):
        return f"({' & '.join(parts)})" if all(parts) else ""
    return f"({' | '.join(filter(None, parts))})" if any(parts) else ""
