"""Converts the clauses of a query to filters of the store, with notes for the user.

Clauses that are likely to be words, such as `status:404` or `kind:of`, are not filters:
no document has such a value, none is similar to it, and it has not the form of one. A
filter that was given as an option is one in any case.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ragtui_core.documents.mail_categories import BULK, MailCategory
from ragtui_core.files.kinds import OWN_KINDS
from ragtui_core.search.options import Scope, SearchOptions
from ragtui_core.search.query_language import Clause
from ragtui_core.search_results import Selects
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.tables.filters import most_similar, nearest_value
from ragtui_core.text.folding import folded
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import OVERDUE, ItemState

_SPAN = re.compile(r"(\d{1,4})\s*([dwmy])[a-z]*", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_NAMED = {"tomorrow": -1, "today": 0, "yesterday": 1}


def day_of(text: str, today: date = date(1970, 1, 1)) -> str | None:
    """An ISO date of day, month or year precision; None if it is not a date.

    `7d`, `2w`, `3m` (30 days each) and `1y` (365 days) count back from `today`.
    """
    text = text.strip().lower()
    days_ago = _NAMED.get(text, _days_in(text))
    if days_ago is None:
        from ragtui_core.language.times.dates import iso_date  # The grammar: 20 ms.

        return iso_date(text)[:10] or None
    try:
        return (today - timedelta(days=days_ago)).isoformat()
    except OverflowError:
        return None


def _days_in(text: str) -> int | None:
    """How many days `7d`, `2w`, `3m` or `1y` has."""
    span = _SPAN.fullmatch(text)
    return int(span[1]) * _DAYS[span[2].lower()] if span else None


def _due_days(text: str, today: date) -> str | None:
    """The first and the last day of `7d`, which count from `today` on, or a date."""
    days = _days_in(text)
    if days is None:
        return text if "/" in text else day_of(text, today)
    last = min(days, (date.max - today).days)
    return f"{today}/{today + timedelta(days=last)}"


ARCHIVED = "archived"
"""The value of `status` that excludes a document from searches."""

DATES = frozenset(
    {
        *(FilterField.AFTER, FilterField.BEFORE, FilterField.DATE),
        *(FilterField.CHANGED, FilterField.DUE),
    }
)
"""Fields whose values are dates."""

_OF_ITEMS = frozenset({FilterField.IS, FilterField.DUE})
"""Fields that items alone have."""

_Key = tuple[FilterField, bool, int | None]
"""Clauses with the same key are alternatives; a number makes a key unique."""

_EVERY = frozenset({FilterField.TAG})
"""Fields of which a document may have several values: each clause must match."""


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a search, each with its text in the query language.

    With `hides_archived`, archived documents are excluded by default; with
    `hides_bulk`, promotional, subscription and junk mails. A filter such as
    `-category:junk` keeps the other bulk categories hidden.
    """

    wanted: tuple[tuple[str, Filter], ...]
    hides_archived: bool
    hides_bulk: bool
    notes: tuple[str, ...] = ()

    @property
    def are_of_items(self) -> bool:
        """Whether they select items with a state, or that are due."""
        return self.selects is Selects.ITEMS

    @property
    def selects(self) -> Selects:
        """What they select: notes, or those of their passages that have a value."""
        fields = {item.field for _, item in self.wanted if not item.negated}
        if not fields.isdisjoint(_OF_ITEMS):
            return Selects.ITEMS
        return Selects.NOTES if fields.isdisjoint(DATES) else Selects.PASSAGES

    def all(self) -> tuple[Filter, ...]:
        """Every filter, including those that apply by default."""
        archived = (NOT_ARCHIVED,) if self.hides_archived else ()
        bulk = (NOT_BULK,) if self.hides_bulk else ()
        return (*(item for _, item in self.wanted), *archived, *bulk)


NOT_ARCHIVED = Filter(FilterField.STATUS, (ARCHIVED,), negated=True)
NOT_BULK = Filter(FilterField.BULK, BULK, negated=True)


def build_filters(
    clauses: Iterable[Clause], options: SearchOptions, today: date
) -> Filters:
    """Filters of a query's clauses and of a search's options.

    Clauses of the same field are alternatives, except tags: a document may have many,
    so all of the given ones are required.
    """
    notes: list[str] = []
    groups: dict[_Key, list[tuple[str, str]]] = {}
    overdue: list[tuple[str, Filter]] = []
    for number, clause in enumerate(clauses):
        value = _value(clause, today)
        if clause.field is FilterField.IS and value == OVERDUE and not clause.negated:
            overdue = [(str(clause), item) for item in _overdue(today)]
            continue
        if value is None:
            notes.append(
                f"{clause} was ignored: {clause.value!r} is not a date such as "
                "2026-03-01, 2026-03 or 7d."
            )
            continue
        separate = number if clause.field in _EVERY | DATES else None
        key = (clause.field, clause.negated, separate)
        groups.setdefault(key, []).append((str(clause), value))
    wanted = [*overdue, *(_filter(key, items) for key, items in groups.items())]
    limits = _limits(options, notes)
    if options.question:  # a saved answer does not show its scope otherwise
        notes += [f"Sources: only {words}." for words, _ in limits]
    wanted += limits
    asked = {item.field for _, item in wanted}
    named = {item.field for _, item in wanted if not item.negated}
    return Filters(
        tuple(wanted),
        hides_archived=not (FilterField.STATUS in asked or options.archived),
        hides_bulk=not (FilterField.CATEGORY in named or options.archived),
        notes=tuple(notes),
    )


def hidden_categories(filters: Filters) -> tuple[str, ...]:
    """The categories of bulk mails that are hidden though no filter excludes them."""
    excluded = {
        folded(value)
        for _, item in filters.wanted
        if item.field is FilterField.CATEGORY and item.negated
        for value in item.values
    }
    return tuple(
        category for category in BULK if filters.hides_bulk and category not in excluded
    )


def _value(clause: Clause, today: date) -> str | None:
    if clause.field is FilterField.DUE:
        return _due_days(clause.value, today)
    if clause.field is FilterField.IS:
        return folded(clause.value)
    return day_of(clause.value, today) if clause.field in DATES else clause.value


def _overdue(today: date) -> tuple[Filter, ...]:
    """Open items that were due before `today`; without a year, in half a year before.

    So the days of all years are filtered by a range of one day of a year.
    """
    begin, end = today - timedelta(days=182), today - timedelta(days=1)
    before = begin - timedelta(days=1)
    days = (f"0001{before:-%m-%d}/{before}", f"{begin}/{end}")
    is_open = Filter(FilterField.IS, (ItemState.OPEN,))
    return is_open, Filter(FilterField.DUE, days)


def _filter(key: _Key, items: Sequence[tuple[str, str]]) -> tuple[str, Filter]:
    field, negated, _ = key
    values = tuple(value for _, value in items)
    words = " or ".join(text for text, _ in items)
    return words, Filter(field, values, negated)


def _limits(options: SearchOptions, notes: list[str]) -> list[tuple[str, Filter]]:
    """The filters of the current location, and of chosen files."""
    limits = []
    paths = options.within
    if options.scope != Scope.VAULT and options.at is None:
        notes.append(f"Scope {options.scope} was ignored: there is no current file.")
    elif options.at and options.scope == Scope.FILE:
        path = options.at.path
        limits.append((f"file {path}", Filter(FilterField.FILE, (path,))))
    elif options.at and options.scope == Scope.FOLDER:
        folder = without_surrogates(options.at.path).rpartition("/")[0]
        inside = Filter(FilterField.INSIDE, (folder,))
        limits.append((f"folder {folder or 'of the vault'}", inside))
    if paths:
        words = f"file {paths[0]}" if len(paths) == 1 else f"{len(paths)} chosen files"
        limits.append((words, Filter(FilterField.FILE, tuple(paths))))
    return limits


def describe_filters(filters: Filters) -> str:
    """The filters of a search as text for a message."""
    return " and ".join(dict.fromkeys(words for words, _ in filters.wanted))


def filters_without_match(reader: Reader, filters: Filters) -> str:
    """A sentence on which filters match no document."""
    for words, item in filters.wanted:
        if reader.select([item]).is_nothing:
            if item.field is FilterField.FILE:
                return f"The index does not contain {words}: nothing else was searched."
            near = _nearest(reader, item.field, item.values[0])
            near = near or _of_other_field(Clause(item.field, item.values[0]), reader)
            hint = f" (did you mean {near}?)" if near else ""
            if item.field is FilterField.KIND:
                kinds = (kind for kind, _ in reader.value_counts(item.field))
                hint += f"; there are {', '.join(sorted(kinds))}"
            return f"No document satisfies {words}{hint}."
    together = describe_filters(filters)
    if not reader.select([item for _, item in filters.wanted]).is_nothing:
        return (
            f"All documents with {together} are archived, or mails of the categories "
            f"{', '.join(BULK)}: add --archived."
        )
    are_several = len({words for words, _ in filters.wanted}) > 1
    return f"No document satisfies {together}{' together' * are_several}."


_OTHERS = (
    *(FilterField.KIND, FilterField.TYPE, FilterField.TAG, FilterField.FOLDER),
    *(FilterField.STATUS, FilterField.CATEGORY),
)
"""Fields whose values are taken for those of one another."""


def _of_other_field(clause: Clause, reader: Reader) -> str:
    """The filter that has the value of another one, which nothing satisfies; or ""."""
    for field in _OTHERS:
        only = Filter(field, (clause.value,))
        if field is not clause.field and not reader.select([only]).is_nothing:
            return f"{field}:{clause.value}"
    return ""


def searched_as_words(clause: Clause, reader: Reader) -> str:
    """A sentence on a filter that nothing satisfies."""
    near = _of_other_field(clause, reader)
    hint = f" (did you mean {near}?)" if near else ""
    return f"No document satisfies {clause}{hint}: searched as words."


_LIKELY = {
    FilterField.KIND: frozenset({"markdown", *OWN_KINDS}),
    FilterField.STATUS: frozenset({ARCHIVED}),
    FilterField.IS: frozenset({*ItemState, OVERDUE}),
    FilterField.CATEGORY: frozenset(MailCategory),
    FilterField.HAS: frozenset({"attachment"}),
}
"""Values that are likely in any vault."""

_FORMS = {
    FilterField.PATH: "/*?.",
    FilterField.FOLDER: "/",
    FilterField.FROM: "@",
    FilterField.TO: "@",
    FilterField.THREAD: "@",
    FilterField.YEAR: "0123456789",
}
"""Characters that are typical of these fields' values and rare in words."""


def filters_without_dates(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """The filters by date whose values are not dates, nor begin as one."""
    for clause in clauses:
        is_word = clause.field in DATES and not clause.value[0].isdigit()
        if is_word and not clause.negated and day_of(clause.value) is None:
            yield clause


def unlikely_filters(clauses: Iterable[Clause], reader: Reader) -> Iterator[Clause]:
    """The filters with unlikely values that no document satisfies."""
    for clause in clauses:
        if clause.field in DATES or clause.negated or _is_likely(clause):
            continue
        only = Filter(clause.field, (clause.value,))
        near = _nearest(reader, clause.field, clause.value)
        if near is None and reader.select([only]).is_nothing:
            yield clause


def _nearest(reader: Reader, field: FilterField, value: str) -> str | None:
    """The most similar value of the index; of the states, the most similar one."""
    if field is FilterField.IS:
        return most_similar(value, [*ItemState, OVERDUE])
    return nearest_value(reader, field, value)


def _is_likely(clause: Clause) -> bool:
    if folded(clause.value) in _LIKELY.get(clause.field, ()):
        return True
    return not set(_FORMS.get(clause.field, "")).isdisjoint(clause.value)
