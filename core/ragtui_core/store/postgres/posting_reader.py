"""The postings of a query's terms and phrases, and the chunks that match by them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from ragtui_core.store.matching import (
    AllOf,
    AnyOf,
    Matching,
    Phrase,
    Prefix,
    TermKind,
)
from ragtui_core.store.postgres.chunk_selection import (
    EVERYTHING,
    PostgresChunkSelection,
)
from ragtui_core.store.postgres.indexed_terms import (
    KINDS,
    TSVECTORS,
    lexeme,
    terms_of,
    weights_at,
)
from ragtui_core.store.postgres.postings import (
    KeptPostings,
    Postings,
    ScoredPostings,
    TermPostings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.postgres.session import PostgresSession
    from ragtui_core.store.selection import SelectedChunks

    Ids = npt.NDArray[np.int64]
    Marks = npt.NDArray[np.bool_]

_POSTINGS = """
SELECT term, kind, block, records FROM posting
WHERE kind = :kind AND term = ANY(:keys::text[])
"""

_READABLE_POSTINGS = """
SELECT term, kind, block, records
FROM readable_postings(:keys::text[])
"""
"""Postings of chunks that the role may read: of all kinds, since it takes most of the
time to find these chunks."""

_LAST_CHARACTER = "\U0010ffff"

_TERMS = """
SELECT term, sum(octet_length(records))::int / 8 AS chunks FROM posting
WHERE kind = :kind AND term >= :start AND term < :end GROUP BY term ORDER BY term
"""

_READABLE_TERMS = """
SELECT term, chunks FROM readable_terms(:kind, :start, :end) ORDER BY term
"""

BEGINNINGS = """
SELECT place - at + 1 FROM unnest({vector}) AS held, unnest(held.positions) AS place,
    unnest(CAST(:{terms} AS text[])) WITH ORDINALITY AS wanted (term, at)
WHERE held.lexeme = term OR ({is_prefix} AND at = {length} AND held.lexeme ^@ term)
GROUP BY 1 HAVING count(DISTINCT at) = {length}
"""
"""The positions in a tsvector at which all terms of a phrase follow each other."""

_OF_TERMS = "ts_filter(setweight({vector}, 'A', CAST(:{terms} AS text[])), '{{a}}')"
"""A tsvector without all other terms."""


@dataclass(frozen=True, slots=True)
class QueryPhrase:
    """Terms next to each other; of a prefix, the last one is only a beginning."""

    terms: tuple[str, ...]
    is_prefix: bool = False

    @property
    def whole_terms(self) -> tuple[str, ...]:
        """The terms without the beginning of one."""
        return self.terms[: len(self.terms) - self.is_prefix]

    @property
    def tsquery(self) -> str:
        """The phrase as a tsquery."""
        quoted = [lexeme(term) for term in self.terms]
        if self.is_prefix:
            quoted[-1] += ":*"
        return " <-> ".join(quoted)


def phrase_of(matching: Matching, kind: TermKind) -> QueryPhrase | None:
    """The terms of a phrase or prefix; None if it has none."""
    assert isinstance(matching, Phrase | Prefix)
    terms = terms_of(matching.text, kind)
    return QueryPhrase(tuple(terms), isinstance(matching, Prefix)) if terms else None


class PostingReader:
    """Reads postings, and keeps them until documents or rights change."""

    def __init__(
        self,
        session: PostgresSession,
        corpus: Callable[[int], tuple[int, float]],
        version: Callable[[], object],
    ) -> None:
        """Read by `session`.

        Args:
            session: The tables.
            corpus: The number of chunks with terms of a kind, and their average length.
            version: The state of the documents that the role may read.
        """
        self.is_restricted = False
        """Whether the role may not read all terms; set by `refresh`."""
        self._session = session
        self._corpus = corpus
        self._version = version
        self._kept = KeptPostings()
        self._is_valid = False

    def refresh(self, *, is_restricted: bool) -> None:
        """Compare the version before the next search."""
        self.is_restricted, self._is_valid = is_restricted, False

    def _keeping(self) -> KeptPostings:
        if not self._is_valid:
            self._kept.begin(self._version())
            self._is_valid = True
        return self._kept

    # --- single terms ---

    def of_terms(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, TermPostings]:
        """The postings of each of some terms."""
        kept = self._keeping()
        listed = list(dict.fromkeys(terms))
        if missing := [term for term in listed if (kind, term) not in kept.terms]:
            if self.is_restricted:
                kinds: Iterable[TermKind] = tuple(TermKind)
                rows = self._session.binary_rows(_READABLE_POSTINGS, keys=missing)
            else:
                kinds = (kind,)
                rows = self._session.binary_rows(
                    _POSTINGS, keys=missing, kind=KINDS[kind]
                )
            for read in kinds:
                own = ((t, *row) for t, of, *row in rows if of == KINDS[read])
                kept.add_terms(read, missing, own)
        return {term: kept.terms[kind, term] for term in listed}

    def terms_from(
        self, start: str, kind: TermKind = TermKind.WORD
    ) -> list[tuple[str, int]]:
        """The terms that begin with a text, with their number of chunks."""
        return self._session.rows(
            _READABLE_TERMS if self.is_restricted else _TERMS,
            kind=KINDS[kind],
            start=start,
            end=start + _LAST_CHARACTER,
        )

    # --- phrases ---

    def scored(
        self,
        phrases: Iterable[QueryPhrase],
        kind: TermKind,
        weights: FieldWeights | None = None,
    ) -> dict[QueryPhrase, ScoredPostings]:
        """The chunks with each phrase of one or several terms, and its scores there."""
        kept, listed = self._keeping(), list(dict.fromkeys(phrases))
        if missing := [p for p in listed if (p, weights, kind) not in kept.scored]:
            corpus = self._corpus(KINDS[kind])
            # The postings of all words in one statement, those of phrases in another.
            self.of_terms((term for p in missing for term in p.whole_terms), kind)
            several = [phrase for phrase in missing if len(phrase.terms) > 1]
            found = self._phrases(several, kind, weights) if several else {}
            found |= {
                p: self._single(p, kind, weights) for p in missing if p not in found
            }
            for phrase, postings in found.items():
                kept.add_scored((phrase, weights, kind), postings.scored(*corpus))
        return {phrase: kept.scored[phrase, weights, kind] for phrase in listed}

    def _single(
        self, phrase: QueryPhrase, kind: TermKind, weights: FieldWeights | None
    ) -> Postings:
        (term,) = phrase.terms
        if not phrase.is_prefix:
            return self.of_terms([term], kind)[term].weighted(kind, weights)
        begun = [term for term, _ in self.terms_from(term, kind)]
        each = self.of_terms(begun, kind).values()
        return Postings.of_any(postings.weighted(kind, weights) for postings in each)

    def _phrases(
        self,
        phrases: Sequence[QueryPhrase],
        kind: TermKind,
        weights: FieldWeights | None,
    ) -> dict[QueryPhrase, Postings]:
        """The chunks with phrases of several terms: of those with all of the terms."""
        vector, parts, values = TSVECTORS[kind], list[str](), dict[str, object]()
        for number, phrase in enumerate(phrases):
            terms = f"terms{number}"
            held = vector
            if not phrase.is_prefix:
                held = _OF_TERMS.format(vector=vector, terms=terms)
            begun = BEGINNINGS.format(
                vector=held,
                terms=terms,
                is_prefix=phrase.is_prefix,
                length=len(phrase.terms),
            )
            parts.append(
                f"SELECT {number}, chunk.id, {vector[:-1]}_count, ARRAY({begun}) "
                f"FROM chunk WHERE id = ANY(:chunks{number}::int[]) "
                f"AND {vector} @@ :query{number}::tsquery"
            )
            of_terms = self.of_terms(phrase.whole_terms, kind).values()
            values |= {
                terms: list(phrase.terms),
                f"chunks{number}": _in_all([p.chunks for p in of_terms]).tolist(),
                f"query{number}": phrase.tsquery,
            }
        rows = self._session.binary_rows(" UNION ALL ".join(parts), **values)
        return {
            phrase: _postings([r[1:] for r in rows if r[0] == number], kind, weights)
            for number, phrase in enumerate(phrases)
        }

    # --- conditions ---

    def matching(
        self,
        matching: Matching,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
        weights: FieldWeights | None = None,
    ) -> tuple[Ids, list[ScoredPostings]]:
        """The selected chunks that match, in order, and the postings of the phrases."""
        import numpy as np

        if not self._corpus(KINDS[kind])[0]:
            return np.empty(0, np.int64), []
        phrases = [p for text in _texts(matching) if (p := phrase_of(text, kind))]
        scored = self.scored(phrases, kind, weights)
        chunks = [
            postings.chunks for postings in scored.values() if postings.chunks.size
        ]
        size = 1 + max((int(ids.max()) for ids in chunks), default=-1)

        def marks(part: Matching) -> Marks:
            """Which of the chunk ids below `size` match."""
            match part:
                case AllOf(parts):
                    return np.asarray(np.logical_and.reduce(list(map(marks, parts))))
                case AnyOf(parts):
                    return np.asarray(np.logical_or.reduce(list(map(marks, parts))))
                case _:
                    marked = np.zeros(size, np.bool_)
                    if phrase := phrase_of(part, kind):
                        marked[scored[phrase].chunks] = True
                    return marked

        chosen = PostgresChunkSelection.of(within or EVERYTHING)
        ids = np.flatnonzero(chosen.kept(marks(matching)))
        return ids, [scored[phrase] for phrase in phrases]


def _texts(matching: Matching) -> Iterable[Matching]:
    """The phrases and prefixes of a condition, in order."""
    if not isinstance(matching, AllOf | AnyOf):
        return (matching,)
    return [text for part in matching.parts for text in _texts(part)]


def _in_all(chunks: Sequence[npt.NDArray[np.int32]]) -> npt.NDArray[np.int32]:
    import numpy as np

    return reduce(np.intersect1d, sorted(chunks, key=len))


def _postings(
    rows: Sequence[Sequence[object]], kind: TermKind, weights: FieldWeights | None
) -> Postings:
    """Chunks with a phrase: ids, lengths in terms, positions at which it begins."""
    import numpy as np

    chunks, lengths, begun = zip(*rows, strict=True) if rows else ((), (), ())
    numbers = np.repeat(np.arange(len(rows)), list(map(len, begun)))
    positions = np.array([place for places in begun for place in places], np.int64)
    counts = np.bincount(numbers, weights_at(kind, weights, positions), len(rows))
    return Postings.of_lists(chunks, counts.astype(np.float64), lengths)
