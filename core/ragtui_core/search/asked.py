"""What a line asks for in words: a sender, a time, items, an order, a list."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

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
)
from ragtui_core.language.times.time_words import may_have_time
from ragtui_core.search.filters import DATES, Filters, build_filters
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query_language import Clause, parse_line
from ragtui_core.search.words import Words, words_of
from ragtui_core.search_results import SearchedTime, TimeEffect
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import (
    ATTACHMENT,
    Filter,
    FilterField,
    SelectedChunks,
)
from ragtui_core.types import ChunkId, ItemState

IS_MAIL = Clause(FilterField.KIND, "mail")
"""A filter for mails, and not for what is attached to them."""

_ATTACHED = Clause(FilterField.HAS, ATTACHMENT)

_EVER = "0001-01-01/9999-12-31"
"""All days, as a value of the filter `due`."""


@dataclass(frozen=True, slots=True)
class LineContext:
    """A line, and what its words and filters depend on."""

    line: str
    options: SearchOptions
    settings: SearchSettings
    today: date
    reader: Reader
    excluded: tuple[Filter, ...]
    """The words and phrases that passages must not have."""

    def filters(
        self, clauses: Iterable[Clause], time: SearchedTime | None = None
    ) -> Filters:
        """The filters of clauses, of the options and of a time."""
        return with_time(build_filters(clauses, self.options, self.today), time)

    def selected(self, filters: Filters) -> SelectedChunks:
        """The chunks that satisfy filters, without those with excluded words."""
        return self.reader.select((*filters.all(), *self.excluded))

    def has(self, clauses: Iterable[Clause]) -> bool:
        """Whether the index has a chunk that satisfies clauses and the options."""
        return not self.selected(self.filters(clauses)).is_nothing

    def words(self, text: str, source: Sequence[ChunkId] = ()) -> Words:
        """The words of a text; their counts are without those of the `source`."""
        return words_of(
            text,
            self.reader,
            self.settings,
            beside=self.line,
            elsewhere=self.reader.keywords.terms_in(source) if source else {},
        )


def with_time(filters: Filters, time: SearchedTime | None) -> Filters:
    """The filters with those of a time, if it restricts the search."""
    if time is None:
        return filters
    return replace(filters, wanted=(*filters.wanted, *time_filters(time)))


@dataclass(frozen=True, slots=True)
class Asked:
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

    def without_time(self, time: SearchedTime) -> "Asked":
        """The request without its time; the words of a short time are dropped."""
        text = self.dated if is_long(time) else self.text
        dropped = replace(time, effect=TimeEffect.DROPPED)
        return replace(self, text=text, time=None if is_of_years(time) else dropped)


def asked_by(
    text: str, clauses: Sequence[Clause], context: LineContext, *, is_quoted: bool
) -> Asked:
    """Read what the words of a line ask for; quoted words can only ask for a list.

    Each step reads what the one before it has left: notes with a tag or a link, the
    sender ("mails from May" names no month), the time ("last week" asks for no order),
    items, the order, the list; then a rest of only generic words, such as "notes", is
    dropped. A line with filters by date names no time.
    """
    if not context.options.dates:
        return Asked(text)
    asked = Asked(text)
    if not is_quoted:
        field, value = take_documents(text)
        named = (Clause(FilterField(field), value),) if value else ()
        if named and context.has([*clauses, *named]):
            return Asked("", listing=Listing.NOTES, items=named)
        asked = _with_sender(asked, clauses, context, may_be_unknown=False)
    if not any(clause.field in DATES for clause in clauses):
        asked = _with_time(asked, clauses, context, is_quoted=is_quoted)
    asked = replace(asked, when=asks_when(asked.text))
    if not is_quoted:
        if not asked.sender:
            asked = _with_sender(asked, clauses, context, may_be_unknown=True)
        asked = _with_items(asked, clauses, context)
        rest, order = take_order(asked.text)
        asked = replace(asked, text=rest, order=order)
        if asked.time and not asked.sender and asks_for_mails(rest):
            asked = replace(asked, text="", sender=(IS_MAIL,))
    return _with_listing(asked)


def _with_sender(
    asked: Asked,
    clauses: Iterable[Clause],
    context: LineContext,
    *,
    may_be_unknown: bool,
) -> Asked:
    """With filters for "mails from Ann" or "mails with attachments".

    A sender whom the index does not have is words; unless, with `may_be_unknown`, it
    is written with a capital.
    """
    unknown: Asked | None = None
    for names in (1, 2):
        rest, mails = take_mails_of(asked.text, names)
        if mails is None:
            break
        others = (IS_MAIL,) if mails.are_mails else ()
        field = FilterField.TO if mails.are_own else FilterField.FROM
        first = Clause(field, mails.person) if mails.person else _ATTACHED
        last = replace(first, value=first.value.split()[-1])  # Of "Herr Gerlach".
        for person in dict.fromkeys((first, last)):
            if context.has([*clauses, person, *others]):
                return replace(asked, text=rest, sender=(person, *others))
        if others and last.value[0].isupper():
            unknown = replace(asked, text=rest, sender=(last, *others))
    is_answer = unknown and may_be_unknown and context.has([IS_MAIL])
    return unknown if unknown and is_answer else asked


def _with_time(
    asked: Asked, clauses: Iterable[Clause], context: LineContext, *, is_quoted: bool
) -> Asked:
    """With a time that the words name, or that of the options.

    A time that no document has is words.
    """
    text, clauses = asked.text, [*clauses, *asked.sender]
    rest, time, notes = text, None, tuple[str, ...]()
    if not is_quoted:
        rest, time, notes = take_time(text, context.today, context.settings.date_order)
    asked = replace(asked, dated=text, notes=notes)
    time = time or context.options.time
    if time is None:
        return asked
    restricted = replace(time, effect=TimeEffect.RESTRICTED)
    is_nothing = context.selected(context.filters(clauses, restricted)).is_nothing
    if time.effect is TimeEffect.PREFERRED:
        return asked if is_nothing else replace(asked, time=time)
    if is_nothing and IS_MAIL in clauses and rest is not text:
        # That there is no such mail is an answer.
        return replace(asked, text=rest, time=restricted)
    if is_nothing:
        # A year may be part of a text, "yesterday" is not: only the former is kept.
        is_said = is_long(time) or any(map(str.isdecimal, time.words)) or not rest
        dropped = replace(time, effect=TimeEffect.DROPPED)
        time = None if is_of_years(time) else dropped
        return replace(asked, text=text if is_said else rest, time=time)
    return replace(asked, text=rest, time=time)


def _with_items(asked: Asked, clauses: Iterable[Clause], context: LineContext) -> Asked:
    """With filters for the items that the words ask for.

    Only if the index has such items in a folder with the name of the other words, or
    with all of them; otherwise, the text is searched as it is. That nothing is due at a
    time is a result, if an item is due at any time.
    """
    text, time = asked.text, asked.time
    rest, state = take_items(time.without_words(text) if time else text)
    if not state:
        return asked
    clauses = [*clauses, *asked.sender]
    is_open = Clause(FilterField.IS, ItemState.OPEN if state == DUE else state)
    items: tuple[Clause, ...] = (is_open,)
    notes = tuple[str, ...]()
    if time and state != ItemState.DONE:  # The time is that of the due date.
        due, ever = (Clause(FilterField.DUE, days) for days in (days_of(time), _EVER))
        items = (is_open, due)
        notes = (f"Items with a due date {time.of_days} are listed.",)
        if (
            state == DUE
            and not context.has([*clauses, *items])
            and context.has([is_open, ever])
        ):
            notes = (*asked.notes, f"No open item has a due date {time.of_days}.")
            return replace(asked, text=rest, time=None, items=items, notes=notes)
        time = None
    within = context.selected(context.filters([*clauses, *items], time))
    words = context.words(rest)
    if folder := " ".join(words.surfaces):
        named = (*items, Clause(FilterField.FOLDER, folder))
        inside = context.selected(context.filters([*clauses, *named], time))
        if not inside.is_nothing:
            items, rest, within = named, "", inside
        elif words.unknown:
            return asked
        elif words.every:
            within = context.reader.narrowed(within, words.every)
    if within.is_nothing:
        return asked
    notes = (*asked.notes, *notes)
    return replace(asked, text=rest, time=time, items=items, notes=notes)


def _with_listing(asked: Asked) -> Asked:
    """With what the words list; only dated notes say how often something was."""
    time = asked.time
    text, listing = take_listing(asked.text, in_time=time is not None)
    if time and listing is Listing.DATED and time.effect is TimeEffect.PREFERRED:
        text = time.without_words(text)
        time = replace(time, effect=TimeEffect.RESTRICTED)
    if asked.sender or listing or (asked.order and time):
        text = without_generic(text)
    if text == asked.text and not listing:
        return asked
    return replace(asked, text=text, time=time, listing=listing)


def take_time(
    text: str, today: date, order: str = "dmy"
) -> tuple[str, SearchedTime | None, tuple[str, ...]]:
    """The text without the words of a certain time, the time, and notes on its dates.

    Of several times the first is taken; of two that are joined, such as "on the 16th
    and 27th", all days between them are preferred. The order of 05/06/2026 is "dmy" or
    "mdy".
    """
    if not may_have_time(text):
        return text, None, ()
    from ragtui_core.language.times.reading import read_time  # The grammar: 20 ms.

    reading = read_time(text, today, order)
    if not reading.days:
        return text, None, tuple(map(_no_date, reading.unreal))
    days, certain = reading.days[0], reading.is_certain
    if len(reading.days) > 1:
        certain = False
        if len(reading.spans) == 1:
            days = replace(days, last=reading.days[-1].last)
    effect = TimeEffect.RESTRICTED if certain else TimeEffect.PREFERRED
    said = reading.words(text)
    time = SearchedTime(days.first, days.last, said, str(days), effect)
    rest = without_generic(reading.without(text)) if certain else text
    return rest, time, reading.notes


def _no_date(words: str) -> str:
    return f"“{words}” is not in the calendar: it was searched as words."


def time_in(line: str, today: date) -> SearchedTime | None:
    """The time that a line of the query language names."""
    parsed = parse_line(line)
    return None if parsed.is_quoted else take_time(parsed.text(), today)[1]


def with_days_beside(line: str, time: SearchedTime | None, today: date) -> str:
    """The line with days for "the week before", which is counted from another time."""
    if time is None or time_in(line, today):
        return line
    from ragtui_core.language.times.calendar import Days
    from ragtui_core.language.times.reading import read_time

    reading = read_time(line, today, origin=Days(time.first, time.last))
    if not reading.days:
        return line
    begin, end = reading.spans[0].start, reading.spans[0].end
    return f"{line[:begin]}in {reading.days[0]}{line[end:]}"


def time_filters(time: SearchedTime) -> Iterator[tuple[str, Filter]]:
    """The filters of a time that restricts the search, with their words."""
    if time.effect is not TimeEffect.RESTRICTED:
        return
    words = f"a date {time.of_days}"
    if time.first:
        yield words, Filter(FilterField.AFTER, (time.first.isoformat(),))
    if time.last and time.last < date.max:
        end = time.last + timedelta(days=1)
        yield words, Filter(FilterField.BEFORE, (end.isoformat(),))


def days_of(time: SearchedTime) -> str:
    """The first and the last day of a time, as a value of the filter `due`."""
    return "/".join(
        day.isoformat() for day in (time.first or date.min, time.last or date.max)
    )


def is_of_years(time: SearchedTime) -> bool:
    """Whether a time is whole years, or begins or ends with one."""
    first, last = time.first or date(1, 1, 1), time.last or date(9999, 12, 31)
    return (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)


def is_long(time: SearchedTime) -> bool:
    """Whether a time is a month or longer."""
    first, last = time.first or date.min, time.last or date.max
    return last - first >= timedelta(days=27)
