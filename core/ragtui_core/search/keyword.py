"""The keyword stage: a phrase, else all words, else the informative ones."""

from dataclasses import dataclass

from ragtui_core.model import ChunkId, Relaxation
from ragtui_core.search.query import Query, Term, all_of, any_of, phrase
from ragtui_core.settings import SearchSettings
from ragtui_core.store.reading import Reader

WEIGHTS = (4.0, 3.0, 2.5, 2.0, 1.5, 1.0, 1.5, 1.0)
"""BM25 weights of company, tags, title, category, summary, name, heading, body."""

MAX_TERMS = 24
"""Rarest terms of a long query that are looked for; more cost time, not quality."""

PHRASE_BONUS = 0.25
"""Added, as a share of the best score, to chunks that hold the query as a phrase."""


@dataclass(frozen=True, slots=True)
class KeywordResult:
    """BM25 scores of chunks, larger is better, and how far the words were relaxed.

    `relaxed` is SOME_WORDS when no chunk holds every word, MEANING when none holds
    any. `unknown` are words of the query that occur nowhere in the vault.
    """

    scores: dict[ChunkId, float]
    relaxed: Relaxation | None = None
    unknown: tuple[str, ...] = ()


def keyword_search(
    reader: Reader, query: Query, settings: SearchSettings, limit: int, chunks: int
) -> KeywordResult:
    """At most about `limit` chunks of an index of `chunks`, by stages.

    Phrase and all-words matches are found first and cheaply; only when they do not
    fill the list are chunks with some of the words added.
    """
    terms = query.distinct()
    if not terms:
        return KeywordResult({}, Relaxation.MEANING)
    frequencies = reader.document_frequencies(term.stem for term in terms)
    rare = sorted(terms, key=lambda term: frequencies[term.stem])[:MAX_TERMS]
    scores: dict[ChunkId, float] = {}
    if all(frequencies[term.stem] for term in rare):
        scores = dict(reader.match(all_of(rare), WEIGHTS, limit))
    relaxed = None if scores else Relaxation.SOME_WORDS
    if len(scores) < limit:
        wanted = _informative(rare, frequencies, settings.common_term_share * chunks)
        if wanted:
            scores = dict(reader.match(any_of(wanted), WEIGHTS, limit)) | scores
    _add_phrase_bonus(reader, query, scores, limit)
    unknown = tuple(term.surface for term in terms if not frequencies[term.stem])
    return KeywordResult(scores, relaxed if scores else Relaxation.MEANING, unknown)


def _informative(
    terms: list[Term], frequencies: dict[str, int], common: float
) -> list[Term]:
    """The terms that occur, without those in over `common` chunks; or the rarest."""
    known = [term for term in terms if frequencies[term.stem]]
    rare = [term for term in known if frequencies[term.stem] <= common]
    return rare or known[:1]


def _add_phrase_bonus(
    reader: Reader, query: Query, scores: dict[ChunkId, float], limit: int
) -> None:
    if len(query.terms) < 2 or not scores:
        return
    best = max(scores.values())
    terms = query.terms[:MAX_TERMS]
    for chunk, _ in reader.match(phrase(terms), WEIGHTS, limit):
        scores[chunk] = scores.get(chunk, 0.0) + PHRASE_BONUS * best
