"""Completions for a query line: field names, and values that occur in the index."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ragtui_core.search.facets import all_folders
from ragtui_core.search.filters import DATES, day_of
from ragtui_core.search.query_language import FIELDS, Clause
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.tables.value_counts import COUNTED_FIELDS
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stemmed
from ragtui_core.types import OVERDUE, ItemState

MAX_COMPLETIONS = 8
"""Maximum number of completions."""

MIN_LETTERS = 2
"""Minimum prefix of a field name; with fewer letters most words would match one."""

MIN_WORD_LETTERS = 5
"""A word of the index of this length, such as `change`, begins no field."""

DAYS = ("today", "yesterday", "7d", "2w", "3m", "1y")
"""The most common dates in filters."""

_Known = tuple[tuple[str, int | None], ...]
"""Values and how many documents have each; None where that is not counted."""

_CLAUSE = re.compile(r"""(?:^|\s)(-?)([A-Za-z]{2,}):("[^"]*"?|[^\s"]*)$""")
_NAME = re.compile(r"""(?:^|\s)(-?)([A-Za-z]+)$""")


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion: `text` replaces the characters `start` to `end`.

    `label` is the text to display, `count` the number of documents with the value, or
    None if it is not counted. With `is_field` a value must follow.
    """

    start: int
    end: int
    text: str
    label: str
    count: int | None = None
    is_field: bool = False


def complete(line: str, at: int, reader: Reader) -> tuple[Completion, ...]:
    """The most likely completions, most documents first; none for plain words."""
    typed = line[:at]
    if clause := _CLAUSE.search(typed):
        offers = tuple(islice(_values(clause, at, reader), MAX_COMPLETIONS))
        is_whole = len(offers) == 1 and offers[0].text.strip() == clause[0].strip()
        return () if is_whole else offers
    name = _NAME.search(typed)
    if name is None or len(name[2]) < MIN_LETTERS or _is_word(name[2], reader):
        return ()
    return tuple(_fields(name, at))


def without_begun_filter(line: str, reader: Reader) -> str:
    """A line that is being typed, without a filter at its end that selects nothing yet.

    That is one that could be completed: `kind:`, or `tag:h` if the vault has `heat`.
    """
    clause = _CLAUSE.search(line)
    if clause is None or not (field := _field_of(clause)):
        return line
    value = clause[3].strip('"').removeprefix("#")
    if field in DATES:
        selects = day_of(value) is not None
    else:
        only = Filter(FilterField(field), (value,))
        selects = bool(value) and not reader.select([only]).is_nothing
    return (
        line
        if selects or not complete(line, len(line), reader)
        else line[: clause.start()]
    )


def is_completable(typed: str) -> bool:
    """Whether `complete` may have results; reads no index, so it is fast."""
    if clause := _CLAUSE.search(typed):
        return clause[2].lower().removesuffix("s") in FIELDS or clause[2] in FIELDS
    name = _NAME.search(typed)
    return bool(name and len(name[2]) >= MIN_LETTERS and any(_named(name[2])))


def _is_word(name: str, reader: Reader) -> bool:
    """Whether the beginning of a field's name is more likely to be a word of a text."""
    if len(name) < MIN_WORD_LETTERS or name.lower() in FIELDS or not any(_named(name)):
        return False
    return any(reader.keywords.document_frequencies(stemmed(name)).values())


def _named(start: str) -> Iterator[FilterField]:
    return (field for field in FIELDS if field.startswith(start.lower()))


def _fields(name: re.Match[str], at: int) -> Iterator[Completion]:
    start = at - len(name[2])
    for field in _named(name[2]):
        yield Completion(start, at, f"{field}:", f"{field}:", is_field=True)


def _field_of(clause: re.Match[str]) -> str:
    """The field of a clause, in singular or plural; empty if it is none."""
    name = clause[2].lower()
    return next((f for f in FIELDS if f in (name.removesuffix("s"), name)), "")


def _values(clause: re.Match[str], at: int, reader: Reader) -> Iterator[Completion]:
    minus, value = clause[1], clause[3]
    if not (field := _field_of(clause)):
        return
    start = at - len(value) - len(clause[2]) - 1 - len(minus)
    prefix = folded(value.strip('"').removeprefix("#"))
    for text, count in _fitting(_known(FilterField(field), reader), prefix):
        written = str(Clause(FilterField(field), text, negated=bool(minus)))
        yield Completion(start, at, f"{written} ", text, count)


def _fitting(known: _Known, prefix: str) -> Iterator[tuple[str, int | None]]:
    """Values that start with the prefix; then those with a word that does."""
    inside = re.compile(rf"(?<!\w){re.escape(prefix)}")
    later = []
    for text, count in known:
        name = folded(text)
        if name.startswith(prefix):
            yield text, count
        elif inside.search(name):
            later.append((text, count))
    yield from later


def _known(field: FilterField, reader: Reader) -> _Known:
    if field is FilterField.IS:
        return tuple((state, None) for state in (*ItemState, OVERDUE))
    if field in DATES:
        years = sorted(
            (year for year, _ in reader.value_counts(FilterField.YEAR)), reverse=True
        )
        return tuple((text, None) for text in (*DAYS, *years))
    if field not in COUNTED_FIELDS:
        return ()
    counts = reader.value_counts(field)
    if field is FilterField.YEAR:
        return tuple(sorted(counts, reverse=True))
    return all_folders(counts) if field is FilterField.FOLDER else counts
