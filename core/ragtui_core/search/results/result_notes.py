"""What a person should know about a result, in sentences."""

from collections.abc import Iterator, Sequence

from ragtui_core.search.query.filters import ARCHIVED, describe_filters
from ragtui_core.search.query.index_query import all_of
from ragtui_core.search.query.search_request import Request
from ragtui_core.search.ranking.ranker import Ranking
from ragtui_core.search.ranking.shown_score import LOW_CONFIDENCE
from ragtui_core.search.retrieval.keyword_stage import MAX_TERMS
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite.reader import Reader
from ragtui_core.text.function_words import FUNCTION_WORDS
from ragtui_core.types import Hit, Mode, Relaxation

MAX_UNKNOWN = 5
"""Unknown words named in a note."""

CLOSE_SCORES = 0.05
"""Best and last hit this near to each other are about equally relevant."""

_FEW = 3
"""From so many hits on, their likeness is worth a word."""


def result_notes(
    ranking: Ranking, hits: Sequence[Hit], left_out: int, reader: Reader
) -> Iterator[str]:
    """Sentences on what was relaxed, missing or weak.

    Args:
        ranking: How the hits were found.
        hits: What is shown.
        left_out: How many hits were under the lowest score wanted.
        reader: Of the index that was searched.
    """
    counts = reader.counts()
    if not counts[0]:
        yield "The index is empty: the vault holds no documents."
        return
    yield from _about_vectors(ranking, counts)
    # That nothing else has every word of a passage goes without saying.
    if ranking.mode is not Mode.SEMANTIC and not ranking.request.options.besides:
        yield from _about_words(ranking, hits)
    if left_out:
        least = ranking.request.options.min_score
        yield f"{left_out} more are under the score {least:g}."
    if not hits and not left_out:
        yield _nothing(ranking.request)
    has_words = any(not query.is_empty for query in ranking.request.queries)
    alike = has_words and not ranking.request.options.question
    yield from _about_scores(hits, tell_if_alike=alike)
    yield from _about_archived(ranking.request, reader)


def _about_vectors(ranking: Ranking, counts: tuple[int, int, int]) -> Iterator[str]:
    _, chunks, embedded = counts
    # Vectors of another model have another dimension, or another meaning.
    reason = " (other model: run `ragtui index` to embed anew)" if embedded else " yet"
    if ranking.request.mode is not ranking.mode:
        yield f"Search by meaning is not ready{reason}: these results are by keyword."
    elif ranking.mode is not Mode.KEYWORD and embedded < chunks:
        share = embedded / chunks
        yield f"Search by meaning covers {share:.0%} of the vault so far."


def _about_words(ranking: Ranking, hits: Sequence[Hit]) -> Iterator[str]:
    keyword = ranking.keyword
    if not hits:
        return
    if not ranking.request.options.question:
        if keyword.relaxed is Relaxation.SOME_WORDS:
            yield "No passage holds every word; these hold some of them."
        elif keyword.relaxed is Relaxation.MEANING:
            yield "No passage holds these words; these are close in meaning."
    unknown = [w for w in keyword.unknown if w.casefold() not in FUNCTION_WORDS]
    if unknown and keyword.relaxed is Relaxation.SOME_WORDS:
        words = ", ".join(unknown[:MAX_UNKNOWN])
        more = len(unknown) - MAX_UNKNOWN
        yield f"Nowhere in the vault: {words}" + (
            f" and {more} more." if more > 0 else "."
        )


def _nothing(request: Request) -> str:
    """That there is no hit, and what kept others away."""
    wanted = request.filters.wanted
    if not wanted or request.selection.is_nothing:
        return "Nothing was found."
    return f"Nothing was found with {describe_filters(request.filters)}."


def _about_scores(hits: Sequence[Hit], *, tell_if_alike: bool) -> Iterator[str]:
    if not hits:
        return
    scores = [hit.score for hit in hits]
    if max(scores) < LOW_CONFIDENCE:
        yield (
            "Nothing clearly relevant was found; these are the nearest "
            f"(0 of {len(hits)} results above {LOW_CONFIDENCE:.2f})."
        )
    elif (
        tell_if_alike and len(hits) >= _FEW and max(scores) - min(scores) < CLOSE_SCORES
    ):
        yield f"These {len(hits)} results are about equally relevant."


def _about_archived(request: Request, reader: Reader) -> Iterator[str]:
    """Whether documents that are left out by default hold every word."""
    terms = request.queries[0].distinct()
    if not request.filters.hides_archived or not terms:
        return
    archived = reader.select([Filter(FilterField.STATUS, (ARCHIVED,))])
    if archived.is_nothing or archived.is_everything:
        return
    with reader.restricted(archived):
        found = reader.match(all_of(terms[:MAX_TERMS]), (1.0,) * 8, 1)
    if found:
        yield "Archived notes hold these words, too: add status:archived to see them."
