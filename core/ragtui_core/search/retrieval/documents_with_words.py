"""Finds all documents that contain the words of a line, for a list or a count.

Neither meaning nor a limit of candidates counts here: a document is listed if it has
every word, anywhere in it, in any form.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ragtui_core.language.function_words import function_words_in
from ragtui_core.language.requests import Listing
from ragtui_core.search.query.index_query import (
    Query,
    Term,
    phrase,
    word,
    word_in_any_form,
)
from ragtui_core.search.query.search_request import Request
from ragtui_core.search.retrieval.fusion import Evidence, best_first, satisfied
from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import AllOf, AnyOf, Phrase, TermKind
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stems
from ragtui_core.types import ChunkId, DocumentId

_LIGHT = (
    "go goes going went gone done get got make made take took taken happen happened "
    "gehen ging gegangen machen gemacht passiert alle allee aller fait faire ido ir "
    "hecho andato andata andare fatto fui feito gegaan gedaan"
)
"""Verbs beside which another word says what is counted, folded: `go swimming`."""


@dataclass(frozen=True, slots=True)
class WholeList:
    """Every document with some words, by its chunk with the most of them.

    `words` are those that each has, as typed, and `lacking` those of the line that no
    document has beside them. `in_past` are verbs of a question as documents say them,
    each with the number of documents that do: the others have a noun such as `meeting`.
    """

    evidence: dict[ChunkId, Evidence]
    words: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    in_past: tuple[tuple[str, int], ...] = ()


def documents_with_words(
    request: Request, reader: Reader, weights: FieldWeights
) -> WholeList | None:
    """The whole list that a line asks for; None if an ordinary search serves it.

    That is so if no document has the words, or if the line may ask for something else
    than notes ("list all branches") and less than half of the documents have a date.
    """
    query = request.queries[0]
    terms = _counted(query, request.line)
    if not (terms or query.grams or query.quoted):
        with reader.restricted(request.selection):
            chunks = reader.newest_chunks(reader.counts().documents)
        return WholeList({chunk: satisfied() for chunk in chunks})
    matching = reader.keywords.documents_matching
    words, lacking, documents = _with_all(terms, query, reader)
    if not words and not documents:
        return None
    evidence = _best_chunks(words, query, documents, reader, request, weights)
    if request.asked.listing is Listing.DATED and not _are_dated(evidence, reader):
        return None
    named = tuple(term.asked or term.surface for term in words) + tuple(
        " ".join(term.surface for term in terms) for terms in query.quoted
    )
    listed = {place.document for place in reader.locations(evidence).values()}
    in_past = (
        (term.surface, len(listed.intersection(matching(word(term)))))
        for term in words
        if term.asked
    )
    lacking_words = tuple(term.asked or term.surface for term in lacking)
    return WholeList(evidence, named, lacking_words, tuple(in_past))


def _counted(query: Query, line: str) -> list[Term]:
    """The words that documents must have, without those that say nothing."""
    said = [word for word, _ in stems(line)]
    omitted = function_words_in(said) | function_words_in(
        t.surface for t in query.terms
    )
    terms = [term for term in query.distinct() if term.surface not in omitted]
    content = [term for term in terms if folded(term.surface) not in _LIGHT.split()]
    return content or terms


def _with_all(
    terms: list[Term], query: Query, reader: Reader
) -> tuple[list[Term], list[Term], set[DocumentId]]:
    """The words that some documents have together, the others, and these documents.

    Words are left out until a document has the rest: first those that no document has,
    then the most frequent ones.
    """
    matching = reader.keywords.documents_matching
    having = {term.stem: set(matching(word_in_any_form(term))) for term in terms}
    known = sorted(
        (term for term in terms if having[term.stem]),
        key=lambda term: len(having[term.stem]),
    )
    fixed = [set(matching(phrase(quoted))) for quoted in query.quoted]
    if query.grams:
        grams = AllOf(tuple(map(Phrase, query.grams)))
        fixed.append(set(matching(grams, TermKind.GRAM)))
    while True:
        sets = [*fixed, *(having[term.stem] for term in known)]
        documents = set.intersection(*sets) if sets else set[DocumentId]()
        if documents or not known:
            break
        known.pop()
    named = [term for term in terms if term in known]
    return named, [term for term in terms if term not in known], documents


def _best_chunks(
    words: list[Term],
    query: Query,
    documents: set[DocumentId],
    reader: Reader,
    request: Request,
    weights: FieldWeights,
) -> dict[ChunkId, Evidence]:
    """The chunk with the most of the words of each document in the selection."""
    parts = [*map(word_in_any_form, words), *map(phrase, query.quoted)]
    chunks = reader.counts().chunks
    with reader.restricted(request.selection):
        scores: dict[ChunkId, float] = {}
        if parts:
            matches = reader.keywords.match(AnyOf(tuple(parts)), chunks, weights)
            scores.update(matches)
        if query.grams:
            grams = AnyOf(tuple(map(Phrase, query.grams)))
            matches = reader.keywords.match(grams, chunks, kind=TermKind.GRAM)
            scores.update({c: scores.get(c, 0.0) + score for c, score in matches})
    best: dict[DocumentId, ChunkId] = {}
    locations = reader.locations(scores)
    for chunk in best_first({chunk: scores[chunk] for chunk in locations}):
        best.setdefault(locations[chunk].document, chunk)
    kept = {c: scores[c] for document, c in best.items() if document in documents}
    return {chunk: satisfied(rank) for rank, chunk in enumerate(best_first(kept))}


def _are_dated(chunks: Iterable[ChunkId], reader: Reader) -> bool:
    days = [location.day for location in reader.locations(chunks).values()]
    return bool(days) and 2 * sum(map(bool, days)) >= len(days)
