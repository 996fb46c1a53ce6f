"""The terms of a chunk as PostgreSQL stores them: postings and tsvectors.

Each field has a range of a tsvector's positions, which end at 16,383, so that a phrase
is within one field. The numbers of a term's occurrences in each field share an integer:
the body's is in its lowest bits.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.index_limits import indexable
from ragtui_core.store.matching import TermKind
from ragtui_core.text.stemming import gram_tokens, stemmed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

BLOCK_BITS = 11
"""Postings are in blocks of 2,048 chunk ids."""

KINDS = {TermKind.WORD: 0, TermKind.GRAM: 1, TermKind.PART: 2}
"""The kinds' numbers in the tables."""

TSVECTORS = {TermKind.WORD: "words", TermKind.GRAM: "grams", TermKind.PART: "parts"}
"""The columns of table `chunk` with the terms of each kind."""

_BODY_BITS, _FIELD_BITS = 10, 3
"""Largest number of a term's occurrences that is kept. BM25 hardly tells greater ones
apart."""

_MAX_POSITIONS = 255
"""Positions that a tsvector keeps of a term."""

_MAX_BYTES = 900_000
"""Bytes of a tsvector's terms, which may take 1 MiB. Further ones of a chunk are not
indexed: what is removed with a chunk is known from its tsvectors."""


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
"""The fields of each kind, the body last. Between two, one position is unused."""

_GRAM_WEIGHTS = {"fields": 2.5, "body": 1.0}


def terms_of(text: str, kind: TermKind = TermKind.WORD) -> list[str]:
    """The terms of a text, in order."""
    terms = gram_tokens(text) if kind is TermKind.GRAM else stemmed(text)
    return [indexable(term) for term in terms]


@dataclass(frozen=True, slots=True)
class ChunkTerms:
    """The terms of one kind of a chunk."""

    hits: Mapping[str, int]
    """The numbers of each term's occurrences in the fields, as one integer."""
    vector: str
    """A tsvector as text."""
    count: int
    """The number of terms of all fields."""

    @classmethod
    def of(cls, texts: Sequence[str], kind: TermKind = TermKind.WORD) -> "ChunkTerms":
        """The terms of the texts of all fields, in the order of `RANGES`."""
        counts: dict[str, list[int]] = {}
        positions_of: dict[str, list[int]] = {}
        total = 0
        ranges = RANGES[kind]
        for index, (part, text) in enumerate(zip(ranges, texts, strict=True)):
            terms = terms_of(text, kind)
            total += len(terms)
            for position, term in enumerate(terms, part.first):
                if term not in counts:
                    counts[term] = [0] * len(ranges)
                    positions_of[term] = []
                counts[term][index] += 1
                positions_of[term].append(min(position, part.last))
        lexemes = _lexemes(positions_of)
        hits = {term: _packed(counts[term]) for term in lexemes}
        return cls(hits, " ".join(lexemes.values()), total)


def _packed(numbers: Sequence[int]) -> int:
    *fields, body = numbers
    packed = min(body, (1 << _BODY_BITS) - 1)
    for index, number in enumerate(fields):
        maximum = (1 << _FIELD_BITS) - 1
        packed |= min(number, maximum) << (_BODY_BITS + _FIELD_BITS * index)
    return packed


def _lexemes(positions_of: Mapping[str, Sequence[int]]) -> dict[str, str]:
    """The parts of a tsvector, by term, of as many terms as it takes."""
    parts, size = dict[str, str](), 0
    for term, at in positions_of.items():
        listed = sorted(set(at))[:_MAX_POSITIONS]
        size += len(term.encode("utf-8", "replace")) + 2 * len(listed) + 4
        if size > _MAX_BYTES:
            break
        parts[term] = f"{lexeme(term)}:{','.join(map(str, listed))}"
    return parts


def lexeme(term: str) -> str:
    """A term as it is written in tsvectors and tsqueries."""
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"


def field_mask(names: Collection[str]) -> int:
    """The bits of the numbers of a word's occurrences in some fields but the body."""
    *fields, _ = RANGES[TermKind.WORD]
    return sum(
        ((1 << _FIELD_BITS) - 1) << (_BODY_BITS + _FIELD_BITS * index)
        for index, part in enumerate(fields)
        if part.name in names
    )


def weighted_counts(
    hits: "npt.NDArray[np.uint32]", kind: TermKind, weights: FieldWeights | None
) -> "npt.NDArray[np.float64]":
    """The weighted numbers of occurrences; `hits` has those of the fields."""
    import numpy as np

    *fields, body = _field_weights(kind, weights)
    mask, maximum = (1 << _BODY_BITS) - 1, (1 << _FIELD_BITS) - 1
    counts = np.asarray((hits & mask) * body, np.float64)
    elsewhere = np.flatnonzero(hits > mask)  # Most terms are in the body alone.
    packed = hits[elsewhere] >> _BODY_BITS
    for index, weight in enumerate(fields):
        counts[elsewhere] += (packed >> (_FIELD_BITS * index) & maximum) * weight
    return counts


def weights_at(
    kind: TermKind, weights: FieldWeights | None, positions: "npt.NDArray[np.int64]"
) -> "npt.NDArray[np.float64]":
    """The weights of the fields at a tsvector's positions."""
    import numpy as np

    lasts = [part.last for part in RANGES[kind]]
    each = np.array(_field_weights(kind, weights))
    return np.asarray(each[np.searchsorted(lasts, positions)], np.float64)


def _field_weights(kind: TermKind, weights: FieldWeights | None) -> list[float]:
    names = [part.name for part in RANGES[kind]]
    if kind is TermKind.GRAM:
        return [_GRAM_WEIGHTS[name] for name in names]
    if weights is None or kind is TermKind.PART:
        return [1.0] * len(names)
    return [float(getattr(weights, name)) for name in names]
