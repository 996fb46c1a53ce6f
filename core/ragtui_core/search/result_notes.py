"""Sentences on a result: what was relaxed, is missing, weak or hidden."""

import posixpath
from collections.abc import Iterator, Sequence

from ragtui_core.documents.part_paths import PART_SEPARATOR
from ragtui_core.files.kinds import OWN_ENDINGS
from ragtui_core.index_state import IndexState, IndexStateName
from ragtui_core.language.function_words import (
    FUNCTION_WORDS,
    function_words_in,
    is_english,
)
from ragtui_core.language.requests import without_vague
from ragtui_core.language.verb_forms import irregular_forms
from ragtui_core.search.filters import (
    ARCHIVED,
    describe_filters,
    hidden_categories,
)
from ragtui_core.search.query import Query
from ragtui_core.search.rank import Ranking
from ragtui_core.search_results import (
    LOW_CONFIDENCE,
    Hit,
    Mode,
    Relaxation,
    SearchedTime,
    TimeEffect,
    no_note_has,
)
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.folding import NOTE_EXTENSIONS, is_alphabetic


def time_note(time: SearchedTime, ranking: Ranking) -> str:
    """What the time of a query did to the search."""
    words = f"“{time.words}”" if time.words else "as in the question before"
    if time.effect is TimeEffect.DROPPED:
        if ranking.has_first(time):
            return f"No passage {time.of_days} ({words}) has every word."
        return (
            f"No good match is dated {time.shown} ({words}): "
            "documents of all dates were searched."
        )
    if time.effect is TimeEffect.RESTRICTED:
        return f"Only documents {time.of_days} were searched ({words})."
    return f"Documents {time.of_days} rank higher ({words})."


def counted_note(ranking: Ranking, total: int) -> str:
    """How many documents a list has, with which words."""
    is_of_passages = ranking.whole or ranking.query.filters.are_of_items
    shown = sum(not slot.additional or bool(is_of_passages) for slot in ranking.slots)
    time = ranking.query.time
    is_dated = time and time.effect is TimeEffect.RESTRICTED
    of_time = f" dated {time.shown}" if time and is_dated else ""
    noun = ranking.query.noun
    number = f"{total} {noun if total == 1 else f'{noun}s'}{of_time}"
    words = ranking.whole.words if ranking.whole else ()
    quoted = ", ".join(f"“{word}”" for word in words)
    verb = "contains" if total == 1 else "contain"
    said = f"{number} {verb} {quoted} in any form" if words else number
    days = ranking.whole.days if ranking.whole else 0
    if days and days != total:
        said += f" on {days} day{'s' * (days > 1)}"
    if ranking.whole and ranking.whole.lacking:
        lacking = " or ".join(f"“{word}”" for word in ranking.whole.lacking)
        said += f"; none of them contains {lacking}"
    listed = "1 is listed" if shown == 1 else f"{shown} are listed"
    return f"{said}; {listed}." if shown < total else f"{said}."


MAX_UNKNOWN = 5
"""Maximum number of unknown words listed in a note."""


def result_notes(
    ranking: Ranking, hits: Sequence[Hit], hidden: int, reader: Reader
) -> Iterator[str]:
    """What was relaxed, is missing, weak, or `hidden` by its score, in sentences."""
    if not reader.counts().documents:
        yield "No notes have been read here yet."
        return
    if not (ranking.whole or ranking.query.options.as_you_type):
        yield from _about_vectors(ranking, reader)
    if hidden:
        minimum = ranking.query.options.min_score
        which = "Weaker" if hits else "No good match:"
        yield f"{which} results with scores below {minimum:g} are hidden."
    if not (hits or hidden or ranking.query.notes):
        yield _nothing(ranking.query)
    # The answer to a question says itself whether it is to be doubted.
    if hits and not (ranking.whole or ranking.query.options.question):
        yield from _doubt(ranking, hits)
    yield from _about_languages(ranking, hits, reader)
    yield from _about_archived(ranking.query, reader)
    yield from _about_bulk(ranking.query, reader)
    if ranking.query.options.question:
        yield from _about_unread(hits, reader)


def _about_vectors(ranking: Ranking, reader: Reader) -> Iterator[str]:
    if ranking.found.failure:
        failed = IndexStateName.MODEL_FAILED
        yield _as_note(IndexState(failed, detail=ranking.found.failure))
        return
    _, chunks, embedded = reader.counts()
    if ranking.query.mode is not ranking.found.mode and reader.vectors.problem:
        detail = reader.vectors.problem
        yield _as_note(IndexState(IndexStateName.NO_VECTORS, detail=detail))
    elif ranking.query.mode is not ranking.found.mode:
        # Vectors of another model have another dimension, or another meaning.
        reason = "the vectors are of another model" if embedded else ""
        yield _as_note(IndexState(IndexStateName.INCOMPLETE, 0, chunks, detail=reason))
    elif ranking.found.mode is not Mode.KEYWORD and embedded < chunks:
        yield _as_note(IndexState(IndexStateName.INCOMPLETE, embedded, chunks))


def _as_note(state: IndexState) -> str:
    sentence = state.sentence
    return f"{sentence[0].upper()}{sentence[1:]}."


def _doubt(ranking: Ranking, hits: Sequence[Hit]) -> Iterator[str]:
    """One sentence if no passage has every word, or nothing is clearly relevant."""
    relaxed, lacking = ranking.found.relaxation, missing_words(ranking, hits)
    time = ranking.query.time
    missing = no_note_has(lacking) if lacking else ""
    if relaxed is None and ranking.found.mode is not Mode.SEMANTIC:
        return
    if _are_weak(hits):
        if relaxed is Relaxation.SEMANTIC:
            missing = "No note has these words"
            if ranking.query.filters.wanted:
                missing += f" with {describe_filters(ranking.query.filters)}"
        reason = f": {missing[0].lower()}{missing[1:]}" if missing else ""
        yield f"Nothing clearly relevant was found{reason}."
    elif missing:
        yield f"{missing}."
    elif ranking.query.options.exclude or (time and time.is_dropped):
        return  # Of a passage as the query, no other one has every word.
    elif relaxed is Relaxation.SOME_WORDS:
        yield "No passage contains every word; these contain some of them."
    elif relaxed is Relaxation.SEMANTIC:
        yield "No passage contains these words; these are similar in meaning."


def missing_words(ranking: Ranking, hits: Sequence[Hit]) -> tuple[str, ...]:
    """The words that no passage has, though some have others; names alone, if few."""
    is_searched = ranking.found.mode is not Mode.SEMANTIC and not ranking.whole
    if not is_searched or ranking.query.options.exclude or not hits:
        return ()
    if ranking.found.relaxation is not Relaxation.SOME_WORDS:
        return ()
    unknown = _unknown_words(ranking)
    if not _are_weak(hits) and 2 * len(unknown) <= len(ranking.query.words.asked):
        unknown = [w for w in unknown if not (is_alphabetic(w) and w.islower())]
    return tuple(unknown[:MAX_UNKNOWN])


def _are_weak(hits: Sequence[Hit]) -> bool:
    return max([hit.score for hit in hits], default=0.0) < LOW_CONFIDENCE


def _unknown_words(ranking: Ranking) -> list[str]:
    """The words of a query that are not in the index; of a question, what it names.

    Those of a time are told beside it.
    """
    words, time = ranking.query.words, ranking.query.time
    omitted = FUNCTION_WORDS | function_words_in(words.surfaces)
    omitted = omitted.union(time.words.lower().split() if time else ())
    unknown = [word for word in words.unknown if word.lower() not in omitted]
    unknown = [word for word in unknown if not irregular_forms(word)]
    if not ranking.query.options.question:
        return unknown
    return [word for word in unknown if without_vague(word)]


def _nothing(query: Query) -> str:
    """That there is no hit, and which filters applied."""
    wanted = query.filters.wanted
    if not wanted or query.within.is_nothing:
        return "Nothing was found."
    return f"Nothing was found with {describe_filters(query.filters)}."


MAX_UNREAD = 3
"""Files that are named in a note on what is not read."""


def _about_unread(hits: Sequence[Hit], reader: Reader) -> Iterator[str]:
    """What is not read in the folders of the good matches, else of the best hit."""
    by_folder = reader.once(_unread)
    found = [hit for hit in hits if not hit.is_weak] or hits[:1]
    folders = dict.fromkeys(_folder(hit.path) for hit in found)
    unread = [file for folder in folders for file in by_folder.get(folder, ())]
    if unread:
        more = len(unread) - MAX_UNREAD
        rest = f", and {more} more: see `ragtui status`" if more > 0 else ""
        yield f"Not read beside these: {', '.join(unread[:MAX_UNREAD])}{rest}."


def _unread(reader: Reader) -> dict[str, list[str]]:
    """Files and parts of them that are not read, with the reasons, by folder."""
    documents, files = reader.documents, list[tuple[str, str]]()
    files += [(it.path, it.reason) for it in documents.skipped()]
    files += [(it.path, it.reason) for it in documents.problems() if _is_other(it.path)]
    files += [(path, "waits for text recognition") for path in documents.waiting()]
    by_folder = dict[str, list[str]]()
    for path, reason in files:
        by_folder.setdefault(_folder(path), []).append(f"{path} ({reason.rstrip('.')})")
    return by_folder


def _is_other(path: str) -> bool:
    """Whether a file is no text: of a text, all is read, whatever is wrong with it."""
    texts = *NOTE_EXTENSIONS, *OWN_ENDINGS["text"], *OWN_ENDINGS["values"]
    return not path.lower().endswith(texts)


def _folder(path: str) -> str:
    return posixpath.dirname(path.partition(PART_SEPARATOR)[0])


def _about_languages(
    ranking: Ranking, hits: Sequence[Hit], reader: Reader
) -> Iterator[str]:
    """A hint if a query without a good match is not in a language of the model."""
    if ranking.whole or ranking.found.mode is Mode.KEYWORD or not _are_weak(hits):
        return
    if is_english(ranking.query.words.text):
        return
    from ragtui_core.embedding.model_identity import unread_languages

    if sentence := unread_languages(reader.meta(MODEL)):
        yield sentence


def _about_archived(query: Query, reader: Reader) -> Iterator[str]:
    """Whether archived documents, hidden by default, contain every word."""
    if not query.filters.hides_archived:
        return
    archived = reader.select([Filter(FilterField.STATUS, (ARCHIVED,))])
    if archived.is_nothing or archived.is_everything:
        return
    every = query.words.every
    having = reader.keywords.chunks_with
    if every and having([every], within=archived, limit=1)[0]:
        yield "Archived notes contain these words: add status:archived to see them."


MAX_BULK = 1_000
"""Maximum number of passages of bulk mails that are counted for a note."""


def _about_bulk(query: Query, reader: Reader) -> Iterator[str]:
    """How many bulk mails, hidden by default, contain every word."""
    categories = hidden_categories(query.filters)
    if not categories:
        return
    wanted = (item for _, item in query.filters.wanted)
    bulk = reader.select((*wanted, Filter(FilterField.BULK, categories)))
    every = None if bulk.is_nothing else query.words.every
    if every is None:
        return
    (matches,) = reader.keywords.chunks_with([every], within=bulk, limit=MAX_BULK)
    info = reader.candidate_info(matches).values()
    if count := len({it.document for it in info}):
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
