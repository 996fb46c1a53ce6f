"""The ways to read a query line, in the order in which they are tried.

A line may name a time, a sender or a filter, or ask for a list. What no document of the
index satisfies was not meant as such: it is searched for as words.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query.asked import (
    NOTHING_ASKED,
    Asked,
    Listing,
    asks_when,
    take_listing,
    take_order,
    take_sender,
)
from ragtui_core.search.query.date_spellings import MAX_COUNTED, mention_of
from ragtui_core.search.query.filters import (
    DATES,
    Filters,
    build_filters,
    filters_without_dates,
    searched_as_words,
    unlikely_filters,
)
from ragtui_core.search.query.index_query import (
    MAX_QUERY_CHARS,
    Query,
    build_query,
    phrase,
)
from ragtui_core.search.query.query_language import (
    Clause,
    ParsedQuery,
    clauses_of,
    first_different,
    parse_clause,
    parse_line,
)
from ragtui_core.search.times.query_times import (
    effect_of,
    is_of_years,
    restricting,
    take_time,
    time_filters,
    without_generic,
    without_vague,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.reader import Reader
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import SearchedTime, TimeEffect


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line is read as, besides words."""

    as_words: tuple[Clause, ...] = ()
    """Filters of the line that are searched as words."""
    by_sender: bool = True
    """Whether "mails from Ann" selects mails by their sender."""
    times: bool = True
    """Whether "last week" is taken out, and restricts the search."""
    time: SearchedTime | None = None
    """What the time does instead, if it is not taken out."""
    lists: bool = True
    """Whether "how often" and "list all" ask for all documents with the words."""
    vague: bool = True
    """Whether "decided" is searched for beside a time."""
    notes: tuple[str, ...] = ()
    """What the user is told about this way to read the line."""


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A query line and its options, parsed in the way that `reading` says."""

    line: str
    options: SearchOptions
    today: date
    settings: SearchSettings
    reading: Reading
    queries: tuple[Query, ...]
    filters: Filters
    notes: tuple[str, ...]
    time: SearchedTime | None
    asked: Asked
    mentioned: SearchedTime | None
    """The time that the words of the line name, whatever it does to the search."""

    @property
    def all_filters(self) -> tuple[Filter, ...]:
        """The filters, and the phrases that are left out."""
        left_out = (
            Filter(FilterField.WORDS, (phrase(terms).text,), negated=True)
            for terms in self.queries[0].left_out
        )
        return (*self.filters.all(), *left_out)

    def read_as(self, reading: Reading) -> "ParsedLine":
        """The line, read in another way."""
        other = parse_search_line(
            self.line, self.options, self.today, self.settings, reading
        )
        return replace(other, mentioned=other.mentioned or self.mentioned)


def readings(parsed: ParsedLine) -> Iterator[ParsedLine]:
    """The ways to read a line, the likeliest first.

    One that names a time is about documents of that time; then about all of them with
    its words, but for those that are vague ("what did we decide in March"); then about
    the time, which documents of another date may state.
    """
    yield parsed
    if parsed.time and parsed.time.effect is TimeEffect.RESTRICTED:
        topical = parsed.read_as(replace(parsed.reading, vague=False))
        if topical.queries[0].text != parsed.queries[0].text:
            yield topical
        yield _without_time(parsed)


def as_indexed(parsed: ParsedLine, reader: Reader) -> ParsedLine:
    """The line, read as what the documents of the index can satisfy."""
    for settled in (_with_likely_filters, _with_known_sender, _with_known_time):
        parsed = settled(parsed, reader)
    return parsed


def without_list(parsed: ParsedLine) -> ParsedLine:
    """The line with the words that ask for a list as words."""
    return parsed.read_as(replace(parsed.reading, lists=False))


def _with_likely_filters(parsed: ParsedLine, reader: Reader) -> ParsedLine:
    """The line, if nothing satisfies its filters, without those that are unlikely."""
    if not (parsed.filters.wanted and reader.select(parsed.all_filters).is_nothing):
        return parsed
    words = tuple(unlikely_filters(clauses_of(parsed.line), reader))
    notes = tuple(searched_as_words(clause, reader) for clause in words)
    reading = replace(parsed.reading, as_words=words, notes=notes)
    return parsed.read_as(reading) if words else parsed


def _with_known_sender(parsed: ParsedLine, reader: Reader) -> ParsedLine:
    """The line, whose sender is dropped if there is no mail of him."""
    if parsed.asked.by_sender and reader.select(parsed.all_filters).is_nothing:
        return parsed.read_as(replace(parsed.reading, by_sender=False))
    return parsed


def _with_known_time(parsed: ParsedLine, reader: Reader) -> ParsedLine:
    """The line, whose time is dropped if no document is of it.

    If documents of another date mention it, it prefers documents.
    """
    time = parsed.time
    if time is None:
        return parsed
    if time.effect is TimeEffect.PREFERRED:
        wanted = replace(time, effect=TimeEffect.RESTRICTED)
        filters = [item for _, item in time_filters(wanted)]
        is_of_none = reader.select(filters).is_nothing
        return _with_time(parsed, None) if is_of_none else parsed
    if reader.select(parsed.all_filters).is_nothing:
        return _without_time(parsed)
    if _is_mentioned(parsed, reader):
        return _with_time(parsed, replace(time, effect=TimeEffect.PREFERRED))
    return parsed


def _is_mentioned(parsed: ParsedLine, reader: Reader) -> bool:
    """Whether a document of another date has the words of a line, and its day."""
    mention = mention_of(parsed.queries[0], parsed.time, reader)
    if mention is None:
        return False
    everywhere = reader.keywords.best_chunks(mention, MAX_COUNTED)
    with reader.restricted(reader.select(parsed.all_filters)):
        of_day = reader.keywords.best_chunks(mention, MAX_COUNTED)
    return len(everywhere) > len(of_day)


def _without_time(parsed: ParsedLine) -> ParsedLine:
    """The line with its time as words, and a note.

    Without a note if it is whole years: such a number is as often a fact to find.
    """
    if parsed.time is None or is_of_years(parsed.time):
        return _with_time(parsed, None)
    return _with_time(parsed, replace(parsed.time, effect=TimeEffect.DROPPED))


def _with_time(parsed: ParsedLine, time: SearchedTime | None) -> ParsedLine:
    """The line with its time as words; `time` is what it does to the search."""
    notes = (*parsed.reading.notes, effect_of(time)) if time else parsed.reading.notes
    return parsed.read_as(replace(parsed.reading, times=False, time=time, notes=notes))


def parse_search_line(
    line: str,
    options: SearchOptions,
    today: date,
    settings: SearchSettings,
    reading: Reading = Reading(),
) -> ParsedLine:
    """Parse a query line."""
    line = without_surrogates(line)  # like the parsed parts
    not_dates = list(filters_without_dates(clauses_of(line)))
    parsed = parse_line(line, (*not_dates, *reading.as_words))
    parsed.notes += [
        f"{clause.value!r} is not a date: {clause} is searched as words."
        for clause in not_dates
    ]
    parts = [parsed, *map(parse_clause, options.filters)]
    asked, time, mentioned = NOTHING_ASKED, reading.time, None
    if options.dates and reading.by_sender:
        asked = replace(asked, by_sender=take_sender(parsed))
    clauses = [clause for part in parts for clause in part.clauses]
    has_dates = any(clause.field in DATES for clause in clauses)
    if options.dates and reading.times and not has_dates:
        time = mentioned = _take_time(parsed, options, today, settings)
    if options.dates:
        asked = replace(asked, when=asks_when(parsed.text), order=take_order(parsed))
        listing = take_listing(parsed) if reading.lists else Listing.NONE
        asked = replace(asked, listing=listing)
    if time and mentioned and asked.listing is Listing.DATED:
        time = mentioned = restricting(time, parsed)
    if time and not reading.vague:
        parsed.text = without_vague(parsed.text)
        if reading.lists and parsed.text:
            asked = replace(asked, listing=Listing.NOTES)
    if asked.by_sender or asked.listing or (asked.order and mentioned):
        parsed.text = without_generic(parsed.text)
    notes = [note for part in parts for note in part.notes]
    filters = build_filters(first_different(clauses, "filters", notes), options, today)
    if time:
        filters = replace(filters, wanted=(*filters.wanted, *time_filters(time)))
    notes += filters.notes
    if len(parsed.text) > MAX_QUERY_CHARS:
        notes.append(
            f"The query is long: only its first {MAX_QUERY_CHARS} characters were used."
        )
    also = (build_query(parse_line(text)) for text in options.also)
    return ParsedLine(
        line=line,
        options=options,
        today=today,
        settings=settings,
        reading=reading,
        queries=(build_query(parsed), *also),
        filters=filters,
        notes=(*notes, *reading.notes),
        time=time,
        asked=asked,
        mentioned=mentioned,
    )


def _take_time(
    parsed: ParsedQuery, options: SearchOptions, today: date, settings: SearchSettings
) -> SearchedTime | None:
    """The time that a query names, or else that of the options."""
    time = take_time(parsed, today, settings.date_order)
    if time is None and options.time:
        time = options.time
        parsed.notes.append(effect_of(time))
    return time
