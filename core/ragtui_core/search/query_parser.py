"""Parses a line, once, to what is searched: words, filters, a time, an order, a list.

An unlikely filter that no document satisfies, and a sender or a time that none has, are
searched as words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from ragtui_core.language.function_words import function_words_in
from ragtui_core.language.requests import Listing, without_vague
from ragtui_core.search.asked import Asked, LineContext, asked_by, with_time
from ragtui_core.search.filters import (
    Filters,
    filters_without_dates,
    filters_without_match,
    searched_as_words,
    unlikely_filters,
)
from ragtui_core.search.options import LineRange, SearchOptions
from ragtui_core.search.query import Query
from ragtui_core.search.query_language import (
    Clause,
    ParsedQuery,
    first_different,
    parse_clause,
    parse_line,
)
from ragtui_core.search.word_forms import is_no_english_word
from ragtui_core.search.words import MAX_QUERY_CHARS, Words
from ragtui_core.search_results import (
    Relaxation,
    SearchedTime,
    TimeEffect,
    no_note_has,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import Phrase
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField, SelectedChunks
from ragtui_core.text.stemming import tokens
from ragtui_core.types import ChunkId


def parse(
    line: str,
    options: SearchOptions,
    settings: SearchSettings,
    today: date,
    reader: Reader,
) -> Query:
    """Parse a line: its filters, then what its words ask for, then its words."""
    parsed, given = parse_line(line), [*map(parse_clause, options.filters)]
    excluded = tuple(
        Filter(FilterField.WORDS, (phrase,), negated=True) for phrase in parsed.left_out
    )
    context = LineContext(line, options, settings, today, reader, excluded)
    notes = [*parsed.notes, *(note for part in given for note in part.notes)]
    optional = [clause for part in given for clause in part.clauses]
    clauses, as_words = _filters_and_words(parsed.clauses, optional, notes, context)
    asked = asked_by(
        parsed.text(as_words),
        first_different([*clauses, *optional], "filters", notes),
        context,
        is_quoted=parsed.is_quoted,
    )
    notes += asked.notes
    clauses = [*clauses, *asked.sender, *asked.items, *optional]
    filters = context.filters(first_different(clauses, "filters", []))
    notes += filters.notes
    query, time = _query(asked, filters, parsed, notes, context), asked.time
    if time is None or time.effect is not TimeEffect.RESTRICTED:
        return query
    if not _may_find_nothing(query, context):
        return query
    if of_topic := _without_vague_words(query, context):
        return of_topic
    undated = _query(asked.without_time(time), filters, parsed, notes, context)
    undated = replace(undated, of_time=query.within)
    fallback = _fallback_of(query, time, undated, context)
    if fallback is undated and undated.time and not options.question:
        return undated
    return replace(query, fallback=fallback)


def _filters_and_words(
    clauses: Sequence[Clause],
    optional: Sequence[Clause],
    notes: list[str],
    context: LineContext,
) -> tuple[list[Clause], list[Clause]]:
    """The filters, and those that are meant as words."""
    words = list(filters_without_dates(clauses))
    notes += (f"{it.value!r} is not a date: {it} is searched as words." for it in words)
    kept = [clause for clause in clauses if clause not in words]
    if kept and not context.has([*kept, *optional]):
        unlikely = list(unlikely_filters(kept, context.reader))
        notes += (searched_as_words(clause, context.reader) for clause in unlikely)
        words += unlikely
        kept = [clause for clause in kept if clause not in unlikely]
    return kept, words


def _query(
    asked: Asked,
    filters: Filters,
    parsed: ParsedQuery,
    notes: Iterable[str],
    context: LineContext,
) -> Query:
    options, notes = context.options, [*notes]
    filters = with_time(filters, asked.time)
    source = _chunks_at(options.exclude, context.reader) if options.exclude else []
    within = _selected(asked, filters, source, notes, context)
    words = context.words(asked.text, source)
    if filters.are_of_items and words.every:
        having = context.reader.narrowed(within, words.every)
        if not having.is_nothing:
            words, within = Words(""), having
    corrected = ""
    if words.unknown and options.correct and not source:
        words, corrected = _as_meant(words, parsed.quoted, notes, context)
    also = tuple(context.words(parse_line(text).text()) for text in options.also)
    notes += _about_words(asked, filters, (words, *also))
    query = Query(
        context.line,
        options,
        context.settings,
        context.today,
        words,
        filters,
        within,
        also=also,
        quoted=tuple(parsed.quoted),
        phrases=context.excluded,
        notes=tuple(notes),
        time=asked.time,
        order=asked.order,
        asks_when=asked.when,
        is_of_mails=bool(asked.sender),
        listing=asked.listing,
        corrected=corrected,
        relaxed=Relaxation.CORRECTED if corrected else None,
    )
    if parsed.phrases:
        return _with_phrases(query, parsed.phrases, context.reader)
    return query


def _selected(
    asked: Asked,
    filters: Filters,
    source: Sequence[ChunkId],
    notes: list[str],
    context: LineContext,
) -> SelectedChunks:
    """The chunks to search, without those of the `source`; a note if there are none."""
    within = context.selected(filters)
    if within.is_nothing and asked.sender:
        notes.append(_no_mail(asked))
    elif within.is_nothing and filters.wanted and not asked.items:
        notes.append(filters_without_match(context.reader, filters))
    return context.reader.without(within, source) if source else within


def _no_mail(asked: Asked) -> str:
    """A sentence on mails that a line asks for, of which there are none."""
    of_time = f" of {asked.time.shown}" if asked.time else ""
    asked_for = asked.sender[0]
    if asked_for.field is FilterField.HAS:
        return f"No mail{of_time} has an attachment."
    return f"No mail{of_time} is {asked_for.field} {asked_for.value}."


def _about_words(
    asked: Asked, filters: Filters, texts: Iterable[Words]
) -> Iterator[str]:
    """That a line has too many words, or none."""
    if len(asked.text) > MAX_QUERY_CHARS:
        yield (
            f"The query is long: only its first {MAX_QUERY_CHARS} characters were used."
        )
    is_empty = all(words.is_empty for words in texts)
    if is_empty and not filters.wanted and not asked.listing:
        yield "The query contains no words to search for."


def _as_meant(
    words: Words, quoted: Iterable[str], notes: list[str], context: LineContext
) -> tuple[Words, str]:
    """The words, the last one completed and typos corrected, and the corrected text.

    Only words that are in no text are changed. The line is told as it was changed,
    unless its last word is all that was, and is still being typed.
    """
    as_typed = {stem for text in quoted for stem in context.words(text).terms}
    unknown = [
        word
        for word in words.asked
        if not word.chunks and len(word.forms) == 1 and word.stem not in as_typed
    ]
    if not unknown:
        return words, ""
    from ragtui_core.search.typo_correction import MIN_START, completion, corrections

    last, better = unknown[-1].surface, dict[str, str]()
    is_last = words.surfaces[-1:] == (last,) and context.line.endswith(last)
    is_whole = len(last) >= MIN_START and not is_no_english_word(last)
    is_begun = context.options.as_you_type or not is_whole
    if is_last and is_begun and not context.options.question:
        word = completion(last, context.reader, is_alone=len(words.asked) == 1)
        better = {last: word} if word is not None else {}
    typos = corrections([w for w in unknown if w.surface not in better], context.reader)
    better |= typos
    if not better:
        return words, ""
    by_stem = {word.stem: better.get(word.surface) for word in unknown}
    text = words.text
    for start, end, stem in reversed(tokens(text)):
        word = by_stem.get(stem)
        text = text[:start] + (text[start:end] if word is None else word) + text[end:]
    text = text.strip()
    if typos or not context.options.as_you_type:
        missing = no_note_has([*better])
        notes.append(
            f"Showing results for “{text}”: {missing[0].lower()}{missing[1:]}."
        )
    meant = context.words(text)
    # The model reads a beginning as typed: it may be another word.
    return (meant, text) if typos else (replace(meant, text=words.text), "")


def _with_phrases(query: Query, phrases: Sequence[str], reader: Reader) -> Query:
    """The query restricted to phrases; one in no passage is searched as words."""
    notes, within, relaxed = list(query.notes), query.within, query.relaxed
    required = list[Filter]()
    for phrase in phrases:
        words = " ".join(re.findall(r"\w+", phrase))
        narrowed = reader.narrowed(within, Phrase(phrase))
        if not words or (narrowed.is_nothing and within.is_nothing):
            continue
        if narrowed.is_nothing:
            notes.append(
                f'No passage contains the phrase "{words}": its words were searched '
                "for."
            )
            relaxed = Relaxation.PHRASE
        else:
            within = narrowed
            required.append(Filter(FilterField.WORDS, (phrase,)))
    return replace(
        query,
        notes=tuple(notes),
        within=within,
        relaxed=relaxed,
        phrases=(*query.phrases, *required),
    )


def _chunks_at(location: LineRange, reader: Reader) -> list[ChunkId]:
    """The chunks that overlap a range of lines."""
    wanted = location.lines
    return [
        chunk.id
        for chunk in reader.chunks(reader.chunks_of(location.path)).values()
        if chunk.lines.first <= wanted.last and wanted.first <= chunk.lines.last
    ]


def _may_find_nothing(query: Query, context: LineContext) -> bool:
    """Whether no selected passage has all words, if there are any."""
    is_whole = query.listing or query.words.is_empty
    return not is_whole and not _are_in(query.words, query, context)


def _without_vague_words(query: Query, context: LineContext) -> Query | None:
    """The query of a time without vague words; None if that finds nothing, too."""
    topic = without_vague(query.words.text)
    if topic == query.words.text:
        return None
    words = context.words(topic)
    if function_words_in(re.findall(r"\w+", context.line)).issuperset(words.surfaces):
        return replace(query, words=Words(""))
    if _are_in(words, query, context):
        return replace(query, words=words, listing=Listing.NOTES)
    return None


def _fallback_of(
    query: Query, time: SearchedTime, undated: Query, context: LineContext
) -> Query:
    """The query to search if this one has only weak hits within its time.

    That of all times, in which those of the time rank higher; but of a day the notes
    are listed if no passage of any time has all of its words.
    """
    words = query.words
    is_found = words.grams or _are_in(undated.words, undated, context)
    if is_found or not time.is_day:
        return undated
    said = " ".join(words.surfaces)
    note = f"No passage of {time.shown} has “{said}”: its notes are listed."
    return replace(query, words=Words(""), notes=(*query.notes, note))


def _are_in(words: Words, query: Query, context: LineContext) -> bool:
    """Whether a selected passage has each of some words."""
    every = None if words.grams else words.every
    having = context.reader.keywords.chunks_with
    return bool(every and having([every], within=query.within, limit=1)[0])
