"""Sentences on a result: what was relaxed, is missing, weak or hidden."""

from collections.abc import Iterator, Sequence

from ragtui_core.index_state import IndexState, IndexStateName
from ragtui_core.language.function_words import (
    FUNCTION_WORDS,
    function_words_in,
    is_english,
)
from ragtui_core.language.requests import without_vague
from ragtui_core.language.verb_forms import irregular_forms
from ragtui_core.search.query.filters import (
    ARCHIVED,
    describe_filters,
    hidden_categories,
)
from ragtui_core.search.query.index_query import MAX_TERMS, all_of
from ragtui_core.search.query.search_request import Request
from ragtui_core.search.query.word_languages import has_other_languages
from ragtui_core.search.ranking.ranker import Ranking
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.types import (
    LOW_CONFIDENCE,
    Hit,
    Mode,
    Relaxation,
    SearchedTime,
    TimeEffect,
)


def time_note(time: SearchedTime) -> str:
    """What the time of a query did to the search."""
    words = f"“{time.words}”" if time.words else "as in the question before"
    if time.effect is TimeEffect.DROPPED:
        return (
            f"No good match is dated {time.shown} ({words}): "
            "documents of all dates were searched."
        )
    is_closed = time.first and time.last
    dated = f"of {time.shown}" if is_closed else f"dated {time.shown}"
    if time.effect is TimeEffect.RESTRICTED:
        return f"Only documents {dated} were searched ({words})."
    return f"Documents {dated} rank higher ({words})."


def counted_note(ranking: Ranking, total: int) -> str:
    """How many documents a list has, with which words."""
    shown = len(ranking.slots)
    time = ranking.request.time
    is_dated = time and time.effect is TimeEffect.RESTRICTED
    of_time = f" dated {time.shown}" if time and is_dated else ""
    noun = "mail" if ranking.request.asked.by_sender else "note"
    number = f"{total} {noun if total == 1 else f'{noun}s'}{of_time}"
    words = ranking.whole.words if ranking.whole else ()
    quoted = ", ".join(f"“{word}”" for word in words)
    verb = "contains" if total == 1 else "contain"
    said = f"{number} {verb} {quoted}" if words else number
    for past, count in ranking.whole.in_past if ranking.whole else ():
        said += f", {count} of them “{past}”" if count < total else ""
    if ranking.whole and ranking.whole.lacking:
        lacking = " or ".join(f"“{word}”" for word in ranking.whole.lacking)
        said += f"; none of them contains {lacking}"
    return f"{said}; {shown} are listed." if shown < total else f"{said}."


MAX_UNKNOWN = 5
"""Maximum number of unknown words listed in a note."""

CLOSE_SCORES = 0.05
"""Hits whose scores differ by less than this are about equally relevant."""

_MIN_HITS = 3
"""Minimum number of hits for a note that they are equally relevant."""


def result_notes(
    ranking: Ranking, hits: Sequence[Hit], hidden: int, reader: Reader
) -> Iterator[str]:
    """What was relaxed, is missing, weak, or `hidden` by its score, in sentences."""
    if not reader.counts().documents:
        yield (
            "No documents are indexed: the vault contains none, or its first scan "
            "is not complete."
        )
        return
    if not ranking.whole:
        yield from _about_vectors(ranking, reader)
    # For a passage as the query it is expected that no other has every word.
    is_searched = ranking.mode is not Mode.SEMANTIC and not ranking.whole
    if is_searched and not ranking.request.options.exclude:
        yield from _about_words(ranking, hits)
    if hidden:
        minimum = ranking.request.options.lowest_score
        which = "Weaker" if hits else "No good match:"
        yield f"{which} results with scores below {minimum:g} are hidden."
    if not hits and not hidden:
        yield _nothing(ranking.request)
    has_words = any(not query.is_empty for query in ranking.request.queries)
    alike = has_words and not ranking.request.options.question
    if not ranking.whole:
        yield from _about_scores(hits, note_if_alike=alike)
    yield from _about_languages(ranking, hits, reader)
    yield from _about_archived(ranking.request, reader)
    yield from _about_bulk(ranking.request, reader)


def _about_vectors(ranking: Ranking, reader: Reader) -> Iterator[str]:
    if ranking.model_failure:
        failed = IndexStateName.MODEL_FAILED
        yield _as_note(IndexState(failed, detail=ranking.model_failure))
        return
    _, chunks, embedded = reader.counts()
    if ranking.request.mode is not ranking.mode and reader.vectors.problem:
        detail = reader.vectors.problem
        yield _as_note(IndexState(IndexStateName.NO_VECTORS, detail=detail))
    elif ranking.request.mode is not ranking.mode:
        # Vectors of another model have another dimension, or another meaning.
        reason = "the vectors are of another model" if embedded else ""
        yield _as_note(IndexState(IndexStateName.INCOMPLETE, 0, chunks, detail=reason))
    elif ranking.mode is not Mode.KEYWORD and embedded < chunks:
        yield _as_note(IndexState(IndexStateName.INCOMPLETE, embedded, chunks))


def _as_note(state: IndexState) -> str:
    sentence = state.sentence
    return f"{sentence[0].upper()}{sentence[1:]}."


def _about_words(ranking: Ranking, hits: Sequence[Hit]) -> Iterator[str]:
    """Which words are in no passage, or else that not all of them are in one."""
    keyword, options = ranking.keyword, ranking.request.options
    if not hits:
        return
    is_low = _are_weak(hits)
    unknown = _unknown_words(ranking)
    if not is_low and 2 * len(unknown) <= len(ranking.request.queries[0].content()):
        unknown = [
            word for word in unknown if not (is_alphabetic(word) and word.islower())
        ]
    if unknown and keyword.relaxed is Relaxation.SOME_WORDS:
        words = ", ".join(unknown[:MAX_UNKNOWN])
        more = len(unknown) - MAX_UNKNOWN
        yield f"Terms not in the index: {words}" + (
            f" and {more} more." if more > 0 else "."
        )
    elif keyword.relaxed is Relaxation.SOME_WORDS and not (options.question or is_low):
        yield "No passage contains every word; these contain some of them."
    elif keyword.relaxed is Relaxation.SEMANTIC and not options.question:
        nearest = "" if is_low else "; these are similar in meaning"
        yield f"No passage contains these words{nearest}."


def _are_weak(hits: Sequence[Hit]) -> bool:
    return max((hit.score for hit in hits), default=0.0) < LOW_CONFIDENCE


def _unknown_words(ranking: Ranking) -> list[str]:
    """The words of a query that are not in the index; of a question, what it names."""
    typed = [term.surface for term in ranking.request.queries[0].terms]
    omitted = FUNCTION_WORDS | function_words_in(typed)
    unknown = [word for word in ranking.keyword.unknown if word.lower() not in omitted]
    unknown = [word for word in unknown if not irregular_forms(word)]
    if not ranking.request.options.question:
        return unknown
    return [word for word in unknown if without_vague(word)]


def _nothing(request: Request) -> str:
    """That there is no hit, and which filters applied."""
    wanted = request.filters.wanted
    if not wanted or request.selection.is_nothing:
        return "Nothing was found."
    return f"Nothing was found with {describe_filters(request.filters)}."


def _about_scores(hits: Sequence[Hit], *, note_if_alike: bool) -> Iterator[str]:
    if not hits:
        return
    scores = [hit.score for hit in hits]
    if _are_weak(hits):
        yield "Nothing clearly relevant was found."
    elif (
        note_if_alike
        and len(hits) >= _MIN_HITS
        and max(scores) - min(scores) < CLOSE_SCORES
    ):
        yield "The results are about equally relevant."


def _about_languages(
    ranking: Ranking, hits: Sequence[Hit], reader: Reader
) -> Iterator[str]:
    """Whether what was looked for may be in a language that the model does not read."""
    query = ranking.request.queries[0]
    if ranking.whole or ranking.mode is Mode.KEYWORD or query.is_empty:
        return
    unknown = len(_unknown_words(ranking))
    if not _are_weak(hits) and 2 * unknown <= len(query.content()):
        return
    is_foreign = not is_english(" ".join(term.surface for term in query.terms))
    if not (unknown or is_foreign) or not reader.once(has_other_languages):
        return
    from ragtui_core.embedding.model_identity import unread_languages

    if sentence := unread_languages(reader.meta(MODEL)):
        yield sentence


def _about_archived(request: Request, reader: Reader) -> Iterator[str]:
    """Whether archived documents, hidden by default, contain every word."""
    terms = request.queries[0].distinct()
    if not request.filters.hides_archived or not terms:
        return
    archived = reader.select([Filter(FilterField.STATUS, (ARCHIVED,))])
    if archived.is_nothing or archived.is_everything:
        return
    with reader.restricted(archived):
        matches = reader.keywords.match(all_of(terms[:MAX_TERMS]), 1)
    if matches:
        yield "Archived notes contain these words: add status:archived to see them."


MAX_BULK = 1_000
"""Maximum number of passages of bulk mails that are counted for a note."""


def _about_bulk(request: Request, reader: Reader) -> Iterator[str]:
    """How many bulk mails, hidden by default, contain every word."""
    terms = request.queries[0].distinct()
    categories = hidden_categories(request.filters)
    if not categories or not terms:
        return
    wanted = (item for _, item in request.filters.wanted)
    bulk = reader.select((*wanted, Filter(FilterField.BULK, categories)))
    if bulk.is_nothing:
        return
    with reader.restricted(bulk):
        matches = reader.keywords.match(all_of(terms[:MAX_TERMS]), MAX_BULK)
    locations = reader.locations(chunk for chunk, _ in matches).values()
    if count := len({location.document for location in locations}):
        number = f"{count} or more" if len(matches) == MAX_BULK else str(count)
        noun, verb = ("mail", "contains") if number == "1" else ("mails", "contain")
        asked = [f"category:{category}" for category in categories]
        yield (
            f"{number} {_either(categories)} {noun} {verb} these words: "
            f"add {_either(asked)} to see {'it' if number == '1' else 'them'}."
        )


def _either(words: Sequence[str]) -> str:
    """`a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
