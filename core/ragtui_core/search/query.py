"""Parses a line, once, to what is searched: words, filters, a time, an order, a list.

An unlikely filter that no document satisfies, and a sender or a time that none has, are
searched as words.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from ragtui_core.language.function_words import function_words_in
from ragtui_core.language.requests import (
    DUE,
    Listing,
    asks_for_mails,
    asks_when,
    take_documents,
    take_items,
    take_listing,
    take_mails_of,
    take_order,
    without_generic,
    without_vague,
)
from ragtui_core.search.filters import (
    DATES,
    OF_ITEMS,
    Filters,
    build_filters,
    filters_without_dates,
    filters_without_match,
    searched_as_words,
    unlikely_filters,
)
from ragtui_core.search.options import LineRange, SearchOptions, Sort
from ragtui_core.search.query_language import (
    Clause,
    ParsedQuery,
    first_different,
    parse_clause,
    parse_line,
)
from ragtui_core.search.query_times import (
    days_of,
    is_long,
    is_of_years,
    take_time,
    time_filters,
)
from ragtui_core.search.words import MAX_QUERY_CHARS, Words, any_of, words_of
from ragtui_core.search_results import Mode, Relaxation, SearchedTime, TimeEffect
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import Phrase, TermKind
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import (
    ATTACHMENT,
    Filter,
    FilterField,
    SelectedChunks,
)
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.text.stemming import tokens
from ragtui_core.types import ChunkId, ItemState

_WORD = re.compile(r"\w+")

MAX_LISTED = 1_000
"""Hits of a list for which no limit is given; its number counts all."""

_EVER = "0001-01-01/9999-12-31"
"""All days, as a value of the filter `due`."""

IS_MAIL = Clause(FilterField.KIND, "mail")
"""A filter for mails, and not for what is attached to them."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed line and its options, in terms of an index.

    `quoted` are phrases that passages should have. `is_of_mails` is whether the line
    asks for the mails of a sender; `asks_when`, whether it asks for a time and not for
    a note. `corrected` is the text after typos were corrected, if any; `relaxed` is how
    the words were changed before the search.
    """

    line: str
    options: SearchOptions
    settings: SearchSettings
    today: date
    words: Words
    filters: Filters
    within: SelectedChunks
    also: tuple[Words, ...] = ()
    quoted: tuple[str, ...] = ()
    phrases: tuple[Filter, ...] = ()
    """Phrases that passages must have, and words that they must not."""
    notes: tuple[str, ...] = ()
    time: SearchedTime | None = None
    order: str = ""
    asks_when: bool = False
    is_of_mails: bool = False
    listing: Listing = Listing.NONE
    corrected: str = ""
    relaxed: Relaxation | None = None
    otherwise: "Query | None" = field(default=None, repr=False)
    """The query to search instead if this one has only weak hits within its time."""

    @property
    def texts(self) -> tuple[Words, ...]:
        """The words of the line, then those of `options.also`."""
        return (self.words, *self.also)

    @property
    def is_empty(self) -> bool:
        """Whether there are no words to search for."""
        return all(words.is_empty for words in self.texts)

    @property
    def mode(self) -> Mode:
        """The mode that is asked for."""
        return Mode(self.options.mode or self.settings.mode)

    @property
    def limit(self) -> int:
        """How many hits: `MAX_LISTED` for a list in a question or without a limit."""
        is_whole = self.listing and (self.options.question or not self.options.limit)
        return MAX_LISTED if is_whole else self.options.limit or self.settings.limit

    @property
    def is_of_items(self) -> bool:
        """Whether it asks for items with a state, or that are due."""
        fields = {item.field for _, item in self.filters.wanted if not item.negated}
        return not fields.isdisjoint(OF_ITEMS)

    @property
    def noun(self) -> str:
        """The noun for the listed things: `note`, `mail`, `open item`."""
        if self.is_of_items:
            wanted = (item for _, item in self.filters.wanted)
            states = [it.values for it in wanted if it.field is FilterField.IS]
            return " ".join([*(" or ".join(values) for values in states), "item"])
        return "mail" if self.is_of_mails else "note"

    @property
    def is_by_date(self) -> bool:
        """Whether an order or list is asked for, or a time, mails or items alone."""
        restricts = self.time and self.time.effect is TimeEffect.RESTRICTED
        is_of_some = restricts or self.is_of_mails or self.is_of_items
        lists = is_of_some and self.words.is_empty
        return bool(self.order or self.listing or lists)

    @property
    def sort(self) -> Sort:
        """The order that the line asks for, or else that of the options.

        A list is newest first.
        """
        if self.listing and self.options.sort == Sort.RELEVANCE:
            return Sort(self.order or Sort.NEWEST)
        return Sort(self.order or self.options.sort)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the words of a line ask for; `text` are the others, to search for."""

    text: str
    sender: tuple[Clause, ...] = ()
    time: SearchedTime | None = None
    order: str = ""
    when: bool = False
    listing: Listing = Listing.NONE
    notes: tuple[str, ...] = ()
    dated: str = ""
    """The text with the words of the time, if that restricts the search."""
    items: tuple[Clause, ...] = ()
    """Filters for items, or for notes, which the line asks for."""


def parse(
    line: str,
    options: SearchOptions,
    settings: SearchSettings,
    today: date,
    reader: Reader,
) -> Query:
    """Parse a line: its filters, then what its words ask for, then its words."""
    return _Parser(options, settings, today, reader).parse(without_surrogates(line))


class _Parser:
    """Parses one line for an index."""

    def __init__(
        self,
        options: SearchOptions,
        settings: SearchSettings,
        today: date,
        reader: Reader,
    ) -> None:
        self._options = options
        self._settings = settings
        self._today = today
        self._reader = reader
        self._left_out: tuple[Filter, ...] = ()
        self._line = ""

    def parse(self, line: str) -> Query:
        """The query of a line."""
        self._line = line
        parsed, given = parse_line(line), [*map(parse_clause, self._options.filters)]
        notes = [*parsed.notes, *(note for part in given for note in part.notes)]
        self._left_out = tuple(
            Filter(FilterField.WORDS, (phrase,), negated=True)
            for phrase in parsed.left_out
        )
        optional = [clause for part in given for clause in part.clauses]
        words, clauses = self._likely(parsed.clauses, optional, notes)
        asked = self._asked_by(
            parsed.text(words),
            first_different([*clauses, *optional], "filters", notes),
            is_quoted=parsed.is_quoted,
        )
        notes += asked.notes
        clauses = first_different(
            [*clauses, *asked.sender, *asked.items, *optional], "filters", []
        )
        filters = self._filters(clauses)
        notes += filters.notes
        query = self._query(asked, filters, parsed, notes)
        time = asked.time
        if time is None or time.effect is not TimeEffect.RESTRICTED:
            return query
        if not self._may_find_nothing(query):
            return query
        if of_topic := self._of_topic(query):
            return of_topic
        undated = self._query(_undated(asked, time), filters, parsed, notes)
        return replace(query, otherwise=self._otherwise(query, time, undated))

    def _likely(
        self,
        clauses: Sequence[Clause],
        optional: Sequence[Clause],
        notes: list[str],
    ) -> tuple[list[Clause], list[Clause]]:
        """The filters that are meant as words, and the others."""
        words = list(filters_without_dates(clauses))
        notes += (
            f"{c.value!r} is not a date: {c} is searched as words." for c in words
        )
        kept = [clause for clause in clauses if clause not in words]
        if kept and self._within(self._filters([*kept, *optional])).is_nothing:
            unlikely = list(unlikely_filters(kept, self._reader))
            notes += (searched_as_words(clause, self._reader) for clause in unlikely)
            words += unlikely
            kept = [clause for clause in kept if clause not in unlikely]
        return words, kept

    def _filters(
        self, clauses: Iterable[Clause], time: SearchedTime | None = None
    ) -> Filters:
        filters = build_filters(clauses, self._options, self._today)
        if time:
            wanted = (*filters.wanted, *time_filters(time))
            filters = replace(filters, wanted=wanted)
        return filters

    def _within(self, filters: Filters) -> SelectedChunks:
        return self._reader.select((*filters.all(), *self._left_out))

    def _asked_by(
        self, text: str, clauses: Sequence[Clause], *, is_quoted: bool
    ) -> _Asked:
        """Read the words of a line, perhaps for notes with a tag or a link alone."""
        if not is_quoted and self._options.dates:
            field, value = take_documents(text)
            named = (Clause(FilterField(field), value),) if value else ()
            if named and self._has([*clauses, *named]):
                return _Asked("", listing=Listing.NOTES, items=named)
        return self._asked(text, clauses, is_quoted=is_quoted)

    def _asked(
        self, text: str, clauses: Sequence[Clause], *, is_quoted: bool
    ) -> _Asked:
        """Read the words of a line; those in quotation marks ask for a list alone.

        Each step reads what the one before it has left: the sender ("mails from May"
        names no month), the time ("last week" asks for no order), the order, the list;
        then a rest of only generic words, such as "notes", is dropped. A line with
        filters by date names no time.
        """
        if not self._options.dates:
            return _Asked(text)
        sender, order = tuple[Clause, ...](), ""
        if not is_quoted:
            text, sender = self._sender(text, clauses)
        dated, time, notes = text, None, tuple[str, ...]()
        if not any(clause.field in DATES for clause in clauses):
            text, time, notes = self._time(text, [*clauses, *sender], is_quoted)
        when = asks_when(text)
        if not (sender or is_quoted):
            text, sender = self._sender(text, clauses, is_known=False)
        items = tuple[Clause, ...]()
        if not is_quoted:
            text, time, items, said = self._items(text, time, [*clauses, *sender])
            notes = (*notes, *said)
            text, order = take_order(text)
            if time and not sender and asks_for_mails(text):
                text, sender = "", (IS_MAIL,)
        text, listing = take_listing(text)
        if time and listing is Listing.DATED and time.effect is TimeEffect.PREFERRED:
            text = time.without_words(text)
            time = replace(time, effect=TimeEffect.RESTRICTED)
        if sender or listing or (order and time):
            text = without_generic(text)
        return _Asked(text, sender, time, order, when, listing, notes, dated, items)

    def _sender(
        self, text: str, clauses: Sequence[Clause], *, is_known: bool = True
    ) -> tuple[str, tuple[Clause, ...]]:
        """The text without a sender that the index has, and filters for that.

        Unless it has to be `is_known`, it may be one with a capital who wrote no mail.
        """
        rest, sender = _sender_of(text)
        if sender and not self._has([*clauses, *sender]):  # As "Herr Gerlach".
            *_, name = sender[0].value.split()
            sender = (replace(sender[0], value=name), *sender[1:])
        if not self._has([*clauses, *sender]):
            is_name = IS_MAIL in sender and sender[0].value[0].isupper()
            is_none = is_name and not is_known and self._has([IS_MAIL])
            return (rest, sender) if is_none else (text, ())
        return rest if sender else text, sender

    def _has(self, clauses: Iterable[Clause]) -> bool:
        return not self._within(self._filters(clauses)).is_nothing

    def _items(
        self, text: str, time: SearchedTime | None, clauses: Sequence[Clause]
    ) -> tuple[str, SearchedTime | None, tuple[Clause, ...], tuple[str, ...]]:
        """The text without words for items, the time of passages, filters, and notes.

        Only if the index has such items with all of the other words; otherwise, the
        text is searched as it is. That nothing is due at a time is a result, if an item
        is due at any time.
        """
        rest, state = take_items(time.without_words(text) if time else text)
        if not state:
            return text, time, (), ()
        is_open = Clause(FilterField.IS, ItemState.OPEN if state == DUE else state)
        items: tuple[Clause, ...] = (is_open,)
        left, notes = time, tuple[str, ...]()
        if time and state != ItemState.DONE:  # The time is that of the due date.
            items, left = (*items, Clause(FilterField.DUE, days_of(time))), None
            notes = (f"Items that are due on {time.shown} are listed.",)
            ever = (is_open, Clause(FilterField.DUE, _EVER))
            due = self._within(self._filters([*clauses, *items]))
            if due.is_nothing and state == DUE and self._has(ever):
                return rest, left, items, (f"No open item is due on {time.shown}.",)
        within = self._within(self._filters([*clauses, *items], left))
        if every := self._words(rest).every:
            within = self._reader.narrowed(within, every)
        if within.is_nothing:
            return text, time, (), ()
        return rest, left, items, notes

    def _time(
        self, text: str, clauses: Sequence[Clause], is_quoted: bool
    ) -> tuple[str, SearchedTime | None, tuple[str, ...]]:
        """The text without a time that restricts the search, the time, and notes.

        A time that no document has is words.
        """
        rest, time, notes = text, None, tuple[str, ...]()
        if not is_quoted:
            rest, time, notes = take_time(text, self._today, self._settings.date_order)
        time = time or self._options.time
        if time is None:
            return text, None, notes
        restricted = replace(time, effect=TimeEffect.RESTRICTED)
        within = self._within(self._filters(clauses, restricted))
        if time.effect is TimeEffect.PREFERRED:
            return text, None if within.is_nothing else time, notes
        if within.is_nothing and IS_MAIL in clauses and rest is not text:
            return rest, restricted, notes  # That there is no such mail is an answer.
        if within.is_nothing:
            dropped = replace(time, effect=TimeEffect.DROPPED)
            # A year may be part of a text, "yesterday" is not: only the former is kept.
            is_said = is_long(time) or any(map(str.isdecimal, time.words)) or not rest
            said = text if is_said else rest
            return said, None if is_of_years(time) else dropped, notes
        return rest, time, notes

    def _query(
        self,
        asked: _Asked,
        filters: Filters,
        parsed: ParsedQuery,
        notes: Iterable[str],
    ) -> Query:
        options, reader, notes = self._options, self._reader, [*notes]
        if len(asked.text) > MAX_QUERY_CHARS:
            notes.append(
                f"The query is long: only its first {MAX_QUERY_CHARS} characters were "
                "used."
            )
        if asked.time:
            wanted = (*filters.wanted, *time_filters(asked.time))
            filters = replace(filters, wanted=wanted)
        within = self._within(filters)
        if within.is_nothing and asked.sender:
            notes.append(_no_mail(asked))
        elif within.is_nothing and filters.wanted and not asked.items:
            notes.append(filters_without_match(reader, filters))
        source = _chunks_at(options.exclude, reader)
        words = self._words(asked.text, source)
        query = Query(
            self._line,
            options,
            self._settings,
            self._today,
            words,
            filters,
            reader.without(within, source) if source else within,
            also=tuple(self._words(parse_line(text).text()) for text in options.also),
            quoted=tuple(parsed.quoted),
            phrases=self._left_out,
            time=asked.time,
            order=asked.order,
            asks_when=asked.when,
            is_of_mails=bool(asked.sender),
            listing=asked.listing,
        )
        if query.is_of_items and words.every:
            having = reader.narrowed(query.within, words.every)
            if not having.is_nothing:
                query = replace(query, words=Words(""), within=having)
        if words.unknown and not source and options.correct:
            query = self._corrected(query, notes)
        if query.is_empty and not filters.wanted and not query.listing:
            notes.append("The query contains no words to search for.")
        query = replace(query, notes=tuple(notes))
        return self._with_phrases(query, parsed.phrases)

    def _words(self, text: str, source: Sequence[ChunkId] = ()) -> Words:
        elsewhere = self._reader.keywords.terms_in(source) if source else None
        return words_of(
            text,
            self._reader,
            self._settings,
            beside=self._line,
            typed=self._options.as_you_type and not self._line[-1:].isspace(),
            elsewhere=elsewhere,
        )

    def _corrected(self, query: Query, notes: list[str]) -> Query:
        """The query with likely typos corrected; adds a note if there are any."""
        as_typed = {s for text in query.quoted for s in self._words(text).terms}
        unknown = [
            word
            for word in query.words.asked
            if not word.chunks and len(word.forms) == 1 and word.stem not in as_typed
        ]
        if not unknown:
            return query
        from ragtui_core.search.typo_correction import corrections

        better = corrections(unknown, self._reader)
        if not better:
            return query
        by_stem = {word.stem: better.get(word.surface, "") for word in unknown}
        text = query.words.text
        for start, end, stem in reversed(tokens(text)):
            text = text[:start] + (by_stem.get(stem) or text[start:end]) + text[end:]
        verb = "is" if len(better) == 1 else "are"
        notes.append(
            f"Showing results for “{text}”: {' and '.join(better)} {verb} not in the "
            "index."
        )
        return replace(
            query,
            words=self._words(text),
            corrected=text,
            relaxed=Relaxation.CORRECTED,
        )

    def _of_topic(self, query: Query) -> Query | None:
        """The query of a time without vague words; None if that finds nothing, too."""
        topic = without_vague(query.words.text)
        if topic == query.words.text:
            return None
        words = self._words(topic)
        if function_words_in(_WORD.findall(self._line)).issuperset(words.surfaces):
            return replace(query, words=Words(""))
        if self._are_in(words, query):
            return replace(query, words=words, listing=Listing.NOTES)
        return None

    def _otherwise(
        self, query: Query, time: SearchedTime, undated: Query
    ) -> Query | None:
        """The query to search if this one has only weak hits within its time.

        The words without their time if a passage of any time has all of them. If none
        has, the notes of a day are listed; of a longer time, there is no such query if
        one of its passages has some of the words, else it is the words without it.
        """
        words = query.words
        if words.grams or self._are_in(undated.words, undated):
            return undated
        if time.is_day:
            said = " ".join(words.surfaces)
            note = f"No passage of {time.shown} has “{said}”: its notes are listed."
            return replace(query, words=Words(""), notes=(*query.notes, note))
        some = any_of(words.wanted, TermKind.WORD)
        has_some = some and self._reader.keywords.best_chunks(some, 1, query.within)
        return None if has_some else undated

    def _may_find_nothing(self, query: Query) -> bool:
        """Whether no selected passage has all words, if there are any."""
        is_whole = query.listing or query.words.is_empty
        return not is_whole and not self._are_in(query.words, query)

    def _are_in(self, words: Words, query: Query) -> bool:
        """Whether a selected passage has each of some words."""
        if words.every is None or words.grams:
            return False
        return bool(self._reader.keywords.best_chunks(words.every, 1, query.within))

    def _with_phrases(self, query: Query, phrases: Iterable[str]) -> Query:
        """The query restricted to phrases; one in no passage is searched as words."""
        notes, within, is_dropped = list(query.notes), query.within, False
        required = list[Filter]()
        for phrase in phrases:
            words = " ".join(_WORD.findall(phrase))
            narrowed = self._reader.narrowed(within, Phrase(phrase))
            if not words or (narrowed.is_nothing and within.is_nothing):
                continue
            if narrowed.is_nothing:
                notes.append(
                    f'No passage contains the phrase "{words}": its words were '
                    "searched for."
                )
                is_dropped = True
            else:
                within = narrowed
                required.append(Filter(FilterField.WORDS, (phrase,)))
        relaxed = Relaxation.PHRASE if is_dropped else query.relaxed
        return replace(
            query,
            notes=tuple(notes),
            within=within,
            relaxed=relaxed,
            phrases=(*query.phrases, *required),
        )


def _no_mail(asked: _Asked) -> str:
    """A sentence on mails that a line asks for, of which there are none."""
    of_time = f" of {asked.time.shown}" if asked.time else ""
    asked_for = asked.sender[0]
    if asked_for.field is FilterField.HAS:
        return f"No mail{of_time} has an attachment."
    return f"No mail{of_time} is {asked_for.field} {asked_for.value}."


def _undated(asked: _Asked, time: SearchedTime) -> _Asked:
    """The request without its time; the words of a short time are dropped."""
    text = asked.dated if is_long(time) else asked.text
    dropped = replace(time, effect=TimeEffect.DROPPED)
    return replace(asked, text=text, time=None if is_of_years(time) else dropped)


def _sender_of(text: str) -> tuple[str, tuple[Clause, ...]]:
    """The text without "mails from Ann" or "mails with attachments", and filters."""
    rest, mails = take_mails_of(text)
    if mails is None:
        return text, ()
    if mails.person:
        field = FilterField.TO if mails.are_own else FilterField.FROM
        sender = Clause(field, mails.person)
        return rest, (sender, IS_MAIL) if mails.are_mails else (sender,)
    return rest, (Clause(FilterField.HAS, ATTACHMENT), IS_MAIL)


def _chunks_at(location: LineRange | None, reader: Reader) -> list[ChunkId]:
    """The chunks that overlap a range of lines."""
    if location is None:
        return []
    wanted = location.lines
    return [
        chunk.id
        for chunk in reader.chunks(reader.chunks_of(location.path)).values()
        if chunk.lines.first <= wanted.last and wanted.first <= chunk.lines.last
    ]
