"""Finds all documents that contain the words of a line, for a list or a count.

Neither meaning nor a limit of candidates counts here: a document is listed if it has
every word, anywhere in it, in any form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtui_core.language.requests import Listing
from ragtui_core.search.candidates import without_copies
from ragtui_core.search.query import MAX_LISTED, Query
from ragtui_core.search.words import Word
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, TermKind
from ragtui_core.store.names.note_states import conflict_copies
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import CandidateInfo
from ragtui_core.types import ChunkId, DocumentId


@dataclass(frozen=True, slots=True)
class WholeList:
    """Every document with some words, by its chunk with the most of them, best first.

    `words` of the line are in every listed document; `lacking` are its other words.
    `days` is how many the passages with all `words` have; 0 if that is not known.
    """

    chunks: tuple[ChunkId, ...]
    words: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    days: int = 0


def documents_with_words(query: Query, reader: Reader) -> WholeList | None:
    """The whole list that a line asks for; None if an ordinary search serves it.

    None if no document has the words, or all that events need, or if the line may ask
    for things besides notes ("list all branches") and less than half of the documents
    have a date.
    """
    if query.words.is_empty and not query.quoted:
        documents = reader.counts().documents
        return WholeList(tuple(reader.newest_chunks(documents, within=query.within)))
    words, lacking, documents_found = _with_all(query, reader)
    if not documents_found:
        return None
    parts = (*(matching for word in words for matching in word.matching()),)
    parts += tuple(map(Phrase, query.quoted))
    best = _best_chunks(parts, documents_found, query, reader)
    info = reader.candidate_info(best)
    best = _originals(best, info, reader)
    dated = sum(bool(info[chunk].day) for chunk in best)
    if query.listing is Listing.EVENTS and lacking:
        return None
    if query.listing is not Listing.NOTES and 2 * dated < len(best):
        return None
    named = (*(word.surface for word in words), *query.quoted)
    others = tuple(word.surface for word in lacking)
    return WholeList(tuple(best), named, others, _days(words, best, query, reader))


def _days(
    words: Sequence[Word], best: Sequence[ChunkId], query: Query, reader: Reader
) -> int:
    """How many days the passages with all words have, of the documents of a list.

    Of a table, those of the rows with all words that any row has. 0 if a passage is of
    several days, if documents without a date may hide some, or if rows are too many.
    """
    every = AllOf(tuple(AnyOf(word.matching()) for word in words))
    chunks = reader.counts().chunks if words else 0
    (having,) = reader.keywords.chunks_with([every], within=query.within, limit=chunks)
    documents = {it.document for it in reader.candidate_info(best).values()}
    info = reader.candidate_info(having)
    listed = {c: it for c, it in info.items() if it.document in documents}
    longer = {c for c, it in listed.items() if it.day != it.until.rstrip("~")}
    if len(longer) > MAX_LISTED:
        return 0
    days = {it.day for c, it in listed.items() if it.day and c not in longer}
    for match in reader.chunks(longer).values():
        if not (rows := _rows_with(words, match.text)):
            return 0
        days |= rows
    is_dated = all(it.day for it in listed.values())
    return len(days) if is_dated or len(days) > len(documents) else 0


def _rows_with(words: Sequence[Word], table: str) -> set[str]:
    """The days of the rows that have each word that any row of a table has."""
    from ragtui_core.documents.entries import of_row
    from ragtui_core.language.question_words import terms_of_text

    rows = [(of_row(row).day, terms_of_text(row)) for row in table.splitlines()]
    dated = [(day, terms) for day, terms in rows if day]
    said = [
        stems
        for word in words
        if (stems := {form.stems[0] for form in word.forms})
        and any(stems & terms for _, terms in dated)
    ]
    return {day for day, terms in dated if all(stems & terms for stems in said)}


def _originals(
    chunks: Sequence[ChunkId], info: Mapping[ChunkId, CandidateInfo], reader: Reader
) -> list[ChunkId]:
    """The chunks without those of copies."""
    by_path = sorted(chunks, key=lambda chunk: len(info[chunk].path))
    kept = {*without_copies(by_path, info, reader.once(conflict_copies))[0]}
    return [chunk for chunk in chunks if chunk in kept]


def _with_all(
    query: Query, reader: Reader
) -> tuple[list[Word], list[Word], set[DocumentId]]:
    """The words that some documents have together, the others, and these documents.

    Words are left out until a document has the rest: first those that no document has,
    then the most frequent ones.
    """
    matching = reader.keywords.documents_matching
    fixed = [set(matching(Phrase(text))) for text in query.quoted]
    if query.words.grams:
        grams = AllOf(tuple(map(Phrase, query.words.grams)))
        fixed.append(set(matching(grams, TermKind.GRAM)))
    words = [word for word in query.words.asked if word.matching()]
    having = {w.surface: set(matching(AnyOf(w.matching()))) for w in words if w.chunks}
    known = sorted(having, key=lambda surface: len(having[surface]))
    documents = set[DocumentId]()
    while sets := [*fixed, *(having[surface] for surface in known)]:
        if (documents := set.intersection(*sets)) or not known:
            break
        known.pop()
    named = [word for word in words if word.surface in known]
    return named, [word for word in words if word not in named], documents


def _best_chunks(
    parts: tuple[Matching, ...],
    documents: set[DocumentId],
    query: Query,
    reader: Reader,
) -> list[ChunkId]:
    """For each document, its selected chunk with the best score; best first."""
    chunks, within = reader.counts().chunks, query.within
    weights, match = query.settings.weights, reader.keywords.match
    scores: dict[ChunkId, float] = {}
    if parts:
        scores.update(match(AnyOf(parts), chunks, weights, within=within))
    if grams := query.words.grams:
        matching = AnyOf(tuple(map(Phrase, grams)))
        for chunk, score in match(matching, chunks, None, TermKind.GRAM, within):
            scores[chunk] = scores.get(chunk, 0.0) + score
    info = reader.candidate_info(scores)
    best: dict[DocumentId, ChunkId] = {}
    for chunk in sorted(info, key=lambda chunk: (-scores[chunk], chunk)):
        if info[chunk].document in documents:
            best.setdefault(info[chunk].document, chunk)
    return list(best.values())
