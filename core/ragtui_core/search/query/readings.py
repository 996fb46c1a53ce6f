"""The ways to read a query line, in the order in which they are tried.

A line may name a time, a sender or a filter, or ask for a list. What no document of the
index satisfies was not meant as such: it is searched for as words.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from ragtui_core.language.requests import (
    Listing,
    asks_when,
    take_listing,
    take_order,
    without_generic,
    without_vague,
)
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query.asked import (
    NOTHING_ASKED,
    Asked,
    take_mails,
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
    is_of_years,
    take_time,
    time_filters,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import SearchedTime, TimeEffect


@dataclass(frozen=True, slots=True)
class Reading:
    """What the parts of a line are taken for; what is taken for nothing is words."""

    as_words: tuple[Clause, ...] = ()
    """Filters that are searched as words: `note:well`, if no document has a `note`."""
    takes_sender: bool = True
    """Whether `mails from Ann` selects mails by their sender."""
    takes_time: bool = True
    """Whether `last week` is taken out of the words, and restricts the search."""
    time: SearchedTime | None = None
    """What a time does that is not taken out: it raises documents, or is reported."""
    must_state_time: bool = False
    """Whether a document of another date is an answer only if its text has the time."""
    takes_list: bool = True
    """Whether `how often` and `list all` ask for all documents with the words."""
    keeps_vague_words: bool = True
    """Whether `decide` is a word to find in `what did we decide on pumps in March`;
    else notes of March with `pumps` are found."""
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


def readings(parsed: ParsedLine, reader: Reader) -> Iterator[ParsedLine]:
    """Every way to read a line, the likeliest first, as far as the index satisfies it.

    Of `what did we decide on pumps in March`: notes of March, by `decide` and `pumps`;
    then by `pumps` alone; then notes of all dates, which have to say March. After a way
    in which the line asks for a list comes one in which it asks for words.
    """
    for line in _by_time(parsed):
        indexed = _as_indexed(line, reader)
        yield indexed
        if indexed.asked.listing:
            words = line.read_as(replace(line.reading, takes_list=False))
            yield _as_indexed(words, reader)


def _by_time(parsed: ParsedLine) -> Iterator[ParsedLine]:
    yield parsed
    if parsed.time and parsed.time.effect is TimeEffect.RESTRICTED:
        topical = parsed.read_as(replace(parsed.reading, keeps_vague_words=False))
        if topical.queries[0].text != parsed.queries[0].text:
            yield topical
        reading = replace(parsed.reading, must_state_time=True)
        yield _without_time(replace(parsed, reading=reading))


def _as_indexed(parsed: ParsedLine, reader: Reader) -> ParsedLine:
    """The line, read as what the documents of the index can satisfy."""
    for settled in (_with_likely_filters, _with_known_sender, _with_known_time):
        parsed = settled(parsed, reader)
    return parsed


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
        return parsed.read_as(replace(parsed.reading, takes_sender=False))
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
    return parsed.read_as(replace(parsed.reading, takes_time=False, time=time))


def parse_search_line(
    line: str,
    options: SearchOptions,
    today: date,
    settings: SearchSettings,
    reading: Reading = Reading(),
) -> ParsedLine:
    """Parse a query line: first its filters, then what its words ask for."""
    line = without_surrogates(line)  # like the parsed parts
    not_dates = tuple(filters_without_dates(clauses_of(line)))
    parsed = parse_line(line, (*not_dates, *reading.as_words))
    given = [parse_clause(text) for text in options.filters]
    optional = [clause for part in given for clause in part.clauses]
    is_dated = any(clause.field in DATES for clause in (*parsed.clauses, *optional))
    words = _read_words(parsed, reading, options, today, settings, is_dated=is_dated)
    notes = [
        *parsed.notes,
        *(f"{c.value!r} is not a date: {c} is searched as words." for c in not_dates),
        *words.notes,
        *(note for part in given for note in part.notes),
    ]
    clauses = [*parsed.clauses, *words.sender, *optional]
    filters = build_filters(first_different(clauses, "filters", notes), options, today)
    if words.time:
        wanted = (*filters.wanted, *time_filters(words.time))
        filters = replace(filters, wanted=wanted)
    notes += filters.notes
    if len(words.text) > MAX_QUERY_CHARS:
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
        queries=(build_query(replace(parsed, text=words.text)), *also),
        filters=filters,
        notes=(*notes, *reading.notes),
        time=words.time,
        asked=words.asked,
        mentioned=words.mentioned,
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """What the words of a line ask for; `text` are the others, to search for."""

    text: str
    sender: tuple[Clause, ...]
    time: SearchedTime | None
    mentioned: SearchedTime | None
    asked: Asked
    notes: tuple[str, ...]


def _read_words(
    parsed: ParsedQuery,
    reading: Reading,
    options: SearchOptions,
    today: date,
    settings: SearchSettings,
    *,
    is_dated: bool,
) -> _Words:
    """Read the words of a line; those in quotation marks ask for nothing but a list.

    Each step reads what the one before it has left: the sender ("mails from May" names
    no month), the time ("last week" asks for no order), the order, the list; then words
    that say nothing beside these are left out. A line with filters by date, `is_dated`,
    names no time.
    """
    text, time = parsed.text, reading.time
    if not options.dates:
        return _Words(text, (), time, None, NOTHING_ASKED, ())
    sender, mentioned, notes = tuple[Clause, ...](), None, tuple[str, ...]()
    order, listing = "", Listing.NONE
    if reading.takes_sender and not parsed.is_quoted:
        text, sender = take_sender(text)
    if reading.takes_time and not is_dated:
        if not parsed.is_quoted:
            text, mentioned, notes = take_time(text, today, settings.date_order)
        time = mentioned = mentioned or options.time
    when = asks_when(text)
    if not parsed.is_quoted:
        text, order = take_order(text)
        is_of_mails = reading.takes_sender and mentioned and not sender
        text, sender = take_mails(text) if is_of_mails else (text, sender)
    if reading.takes_list:
        text, listing = take_listing(text)
    if mentioned and listing is Listing.DATED:
        text, time = _restricting(text, mentioned)
        mentioned = time
    if time and not reading.keeps_vague_words:
        text = without_vague(text)
        listing = Listing.NOTES if reading.takes_list and text else listing
    if sender or listing or (order and mentioned):
        text = without_generic(text)
    asked = Asked(bool(sender), order, when, listing)
    return _Words(text, sender, time, mentioned, asked, notes)


def _restricting(text: str, time: SearchedTime) -> tuple[str, SearchedTime]:
    """The text without the words of a time, which restricts the search."""
    if time.effect is not TimeEffect.PREFERRED:
        return text, time
    return time.without_words(text), replace(time, effect=TimeEffect.RESTRICTED)
