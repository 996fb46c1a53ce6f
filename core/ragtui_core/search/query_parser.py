"""Parses a line, once, to what is searched: words, filters, a time, an order, a list.

An unlikely filter that no document satisfies, and a sender or a time that none has, are
searched as words.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from ragtui_core.search.asked import Asked, asked_by
from ragtui_core.search.filters import (
    Filters,
    filters_without_dates,
    filters_without_match,
    is_of_items,
    searched_as_words,
    unlikely_filters,
)
from ragtui_core.search.line_context import LineContext, with_time
from ragtui_core.search.options import LineRange, SearchOptions
from ragtui_core.search.query import Query
from ragtui_core.search.query_language import (
    Clause,
    ParsedQuery,
    first_different,
    parse_clause,
    parse_line,
)
from ragtui_core.search.time_fallback import (
    fallback_of,
    may_find_nothing,
    without_vague_words,
)
from ragtui_core.search.words import MAX_QUERY_CHARS, Words
from ragtui_core.search_results import Relaxation, TimeEffect
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import Phrase
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField
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
    if not may_find_nothing(query, context):
        return query
    if of_topic := without_vague_words(query, context):
        return of_topic
    undated = _query(asked.without_time(time), filters, parsed, notes, context)
    return replace(query, fallback=fallback_of(query, time, undated, context))


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
    options, reader, notes = context.options, context.reader, [*notes]
    if len(asked.text) > MAX_QUERY_CHARS:
        notes.append(
            f"The query is long: only its first {MAX_QUERY_CHARS} characters were used."
        )
    filters = with_time(filters, asked.time)
    within = context.selected(filters)
    if within.is_nothing and asked.sender:
        notes.append(_no_mail(asked))
    elif within.is_nothing and filters.wanted and not asked.items:
        notes.append(filters_without_match(reader, filters))
    source = _chunks_at(options.exclude, reader) if options.exclude else []
    words, corrected = context.words(asked.text, source), ""
    within = reader.without(within, source) if source else within
    if is_of_items(filters) and words.every:
        having = reader.narrowed(within, words.every)
        if not having.is_nothing:
            words, within = Words(""), having
    if words.unknown and not source and options.correct:
        corrected = _corrected(words, parsed.quoted, notes, context)
        words = context.words(corrected) if corrected else words
    also = tuple(context.words(parse_line(text).text()) for text in options.also)
    is_empty = words.is_empty and all(other.is_empty for other in also)
    if is_empty and not filters.wanted and not asked.listing:
        notes.append("The query contains no words to search for.")
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
    return _with_phrases(query, parsed.phrases, reader) if parsed.phrases else query


def _corrected(
    words: Words, quoted: Iterable[str], notes: list[str], context: LineContext
) -> str:
    """The text with likely typos corrected, and a note; empty if there are none."""
    as_typed = {stem for text in quoted for stem in context.words(text).terms}
    unknown = [
        word
        for word in words.asked
        if not word.chunks and len(word.forms) == 1 and word.stem not in as_typed
    ]
    if not unknown:
        return ""
    from ragtui_core.search.typo_correction import corrections

    better = corrections(unknown, context.reader)
    if not better:
        return ""
    by_stem = {word.stem: better.get(word.surface, "") for word in unknown}
    text = words.text
    for start, end, stem in reversed(tokens(text)):
        text = text[:start] + (by_stem.get(stem) or text[start:end]) + text[end:]
    verb = "is" if len(better) == 1 else "are"
    notes.append(
        f"Showing results for “{text}”: {' and '.join(better)} {verb} not in the index."
    )
    return text


def _with_phrases(query: Query, phrases: Iterable[str], reader: Reader) -> Query:
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


def _no_mail(asked: Asked) -> str:
    """A sentence on mails that a line asks for, of which there are none."""
    of_time = f" of {asked.time.shown}" if asked.time else ""
    asked_for = asked.sender[0]
    if asked_for.field is FilterField.HAS:
        return f"No mail{of_time} has an attachment."
    return f"No mail{of_time} is {asked_for.field} {asked_for.value}."


def _chunks_at(location: LineRange, reader: Reader) -> list[ChunkId]:
    """The chunks that overlap a range of lines."""
    wanted = location.lines
    return [
        chunk.id
        for chunk in reader.chunks(reader.chunks_of(location.path)).values()
        if chunk.lines.first <= wanted.last and wanted.first <= chunk.lines.last
    ]
