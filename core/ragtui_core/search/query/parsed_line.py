"""A query line and its options before any index is read, and other ways to read it."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import date

from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query.asked import NOTHING_ASKED, Asked, take_order, take_sender
from ragtui_core.search.query.asked_lists import Listing, take_listing
from ragtui_core.search.query.filters import (
    DATES,
    Filters,
    build_filters,
    filters_without_dates,
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
    take_time,
    time_filters,
    without_generic,
    without_vague,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import SearchedTime, TimeEffect


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line is read as, besides words."""

    settings: SearchSettings = field(default_factory=SearchSettings)
    as_words: tuple[Clause, ...] = ()
    """Filters of the line that are searched as words."""
    by_sender: bool = True
    """Whether "mails from Ann" selects mails by their sender."""
    times: bool = True
    """Whether "last week" is read as a time."""
    lists: bool = True
    """Whether "how often" and "list all" ask for all documents with the words."""
    vague: bool = True
    """Whether "decided" is searched for beside a time."""


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A query line and its options, before any index is read."""

    line: str
    queries: tuple[Query, ...]
    filters: Filters
    options: SearchOptions
    today: date
    notes: tuple[str, ...]
    time: SearchedTime | None = None
    asked: Asked = NOTHING_ASKED
    reading: Reading = Reading()
    mentioned: SearchedTime | None = None
    """The time that the words of the line name, whatever it does to the search."""

    @property
    def all_filters(self) -> tuple[Filter, ...]:
        """The filters, and the phrases that are left out."""
        left_out = (
            Filter(FilterField.WORDS, (phrase(terms).text,), negated=True)
            for terms in self.queries[0].left_out
        )
        return (*self.filters.all(), *left_out)


def parse_search_line(
    line: str,
    options: SearchOptions,
    today: date,
    reading: Reading = Reading(),
) -> ParsedLine:
    """Parse a query line."""
    line = without_surrogates(line)  # like the parsed parts
    parsed = _parsed_line(line, reading.as_words)
    parts = [parsed, *map(parse_clause, options.filters)]
    asked = NOTHING_ASKED
    if options.dates and reading.by_sender:
        asked = replace(asked, by_sender=take_sender(parsed))
    clauses = [clause for part in parts for clause in part.clauses]
    time = None
    if reading.times and not any(clause.field in DATES for clause in clauses):
        time = _take_time(parsed, options, today, reading.settings)
    if options.dates:
        asked = _take_asked(parsed, asked, reading)
    if time and not reading.vague:
        parsed.text = without_vague(parsed.text)
        if reading.lists and parsed.text:
            asked = replace(asked, listing=Listing.NOTES)
    if asked.by_sender or asked.listing or (asked.order and time):
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
    queries = (build_query(parsed), *also)
    return ParsedLine(
        line, queries, filters, options, today, tuple(notes), time, asked, reading, time
    )


def _take_time(
    parsed: ParsedQuery, options: SearchOptions, today: date, settings: SearchSettings
) -> SearchedTime | None:
    """The time that a query names, or else that of the options."""
    if not options.dates:
        return None
    time = take_time(parsed, today, settings.date_order)
    if time is None and options.time:
        time = options.time
        parsed.notes.append(effect_of(time))
    return time


def _take_asked(parsed: ParsedQuery, asked: Asked, reading: Reading) -> Asked:
    """The order and the list that a query asks for; their words are taken out."""
    asked = replace(asked, order=take_order(parsed))
    if reading.lists:
        asked = replace(asked, listing=take_listing(parsed))
    return asked


def read_as(parsed: ParsedLine, reading: Reading) -> ParsedLine:
    """The line, read in another way."""
    return parse_search_line(parsed.line, parsed.options, parsed.today, reading)


def _parsed_line(line: str, as_words: Collection[Clause]) -> ParsedQuery:
    """The line, with filters by date whose values are not dates as words."""
    undated = list(filters_without_dates(clauses_of(line)))
    parsed = parse_line(line, (*undated, *as_words))
    parsed.notes += [
        f"{clause.value!r} is not a date: {clause} is searched as words."
        for clause in undated
    ]
    return parsed


def without_time(parsed: ParsedLine) -> ParsedLine:
    """The line with its time as words, if it restricts the search, and a note.

    Without a note if it is whole years: such a number is as often a fact to find.
    """
    if parsed.time is None or parsed.time.effect is not TimeEffect.RESTRICTED:
        return parsed
    found = undated(parsed)
    if is_of_years(parsed.time):
        return found
    time = replace(parsed.time, effect=TimeEffect.DROPPED)
    return replace(found, time=time, notes=(*found.notes, effect_of(time)))


def without_list(parsed: ParsedLine) -> ParsedLine:
    """The line with the words that ask for a list as words."""
    return read_as(parsed, replace(parsed.reading, lists=False))


def without_vague_words(parsed: ParsedLine) -> ParsedLine:
    """The line of a time, without words that do not say what it is about."""
    return read_as(parsed, replace(parsed.reading, vague=False))


def undated(parsed: ParsedLine) -> ParsedLine:
    """The line with its time as words."""
    found = read_as(parsed, replace(parsed.reading, times=False))
    return replace(found, mentioned=parsed.mentioned)


def preferring(parsed: ParsedLine) -> ParsedLine:
    """The line, whose time prefers documents and does not restrict the search."""
    if parsed.time is None:
        return parsed
    time = replace(parsed.time, effect=TimeEffect.PREFERRED)
    found = undated(parsed)
    return replace(found, time=time, notes=(*found.notes, effect_of(time)))
