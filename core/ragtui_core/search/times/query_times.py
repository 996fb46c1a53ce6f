"""The time of a parsed query, and its effect on the search."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from ragtui_core.language.function_words import function_words_in
from ragtui_core.search.query.query_language import parse_line
from ragtui_core.search.times.vocabulary import (
    ANY_TIME,
    CHANGES,
    GENERIC,
    TRIGGERS,
    VAGUE,
)
from ragtui_core.store.records import ChunkMatch
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.folding import folded, folded_in_place
from ragtui_core.text.stemming import stemmed
from ragtui_core.types import SearchedTime, TimeEffect

_WORD = re.compile(r"\w+")
_GENERIC = frozenset(GENERIC.split())


def take_time(
    text: str, today: date, order: str = "dmy"
) -> tuple[str, SearchedTime | None, tuple[str, ...]]:
    """The text without the words of a certain time, the time, and notes on its dates.

    The order of 05/06/2026 is "dmy" or "mdy".
    """
    words = folded(text).replace("\u2019", " ").replace("'", " ")
    if not (any(map(str.isdigit, words)) or TRIGGERS & {*_WORD.findall(words)}):
        return text, None, ()
    from ragtui_core.search.times.expressions import read_times

    expression, unreal = read_times(text, today, order)
    if expression is None:
        return text, None, tuple(map(_no_date, unreal))
    certain, days = expression.is_certain, expression.days
    effect = TimeEffect.RESTRICTED if certain else TimeEffect.PREFERRED
    said = expression.words(text)
    time = SearchedTime(days.first, days.last, said, str(days), effect)
    rest = without_generic(expression.without(text)) if certain else text
    return rest, time, expression.readings


def _no_date(words: str) -> str:
    return f"“{words}” is not in the calendar: it was searched as words."


def time_in(line: str, today: date) -> SearchedTime | None:
    """The time that a line of the query language names."""
    parsed = parse_line(line)
    return None if parsed.is_quoted else take_time(parsed.text, today)[1]


def with_days_beside(line: str, time: SearchedTime | None, today: date) -> str:
    """The line with days for "the week before", which is counted from another time."""
    words = _WORD.findall(folded(line))
    if time is None or not TRIGGERS & {*words}:
        return line
    from ragtui_core.search.times.calendar import Days
    from ragtui_core.search.times.points import read_beside

    try:
        found = read_beside(folded_in_place(line), Days(time.first, time.last))
    except (OverflowError, ValueError):  # outside the calendar
        return line
    if found is None:
        return line
    begin, end, days = found
    if time_in(f"{line[:begin]} {line[end:]}", today):
        return line
    return f"{line[:begin]}in {days}{line[end:]}"


def is_of_any_time(line: str) -> bool:
    """Whether a line asks for all times in words, such as "ever"."""
    words = f" {' '.join(_WORD.findall(folded(line)))} "
    return any(f" {way.replace('_', ' ')} " in words for way in ANY_TIME.split())


def without_generic(text: str) -> str:
    """The text; empty if its words name nothing to search for."""
    words = _WORD.findall(folded(text))
    known = function_words_in(words) | _GENERIC
    return "" if all(word in known or len(word) == 1 for word in words) else text


@cache
def _with_stems(table: str) -> frozenset[str]:
    return frozenset((*table.split(), *stemmed(table)))


def without_vague(text: str) -> str:
    """The text without words that do not say what it is about; empty if none does."""
    words = (word for word in text.split() if not _is_one_of(VAGUE, word))
    return without_generic(" ".join(words))


def asks_what_changed(text: str) -> bool:
    """Whether a text without its time asks for all that notes say about a subject."""
    is_asked = any(_is_one_of(CHANGES, word) for word in text.split())
    return is_asked and bool(without_vague(text))


def _is_one_of(table: str, word: str) -> bool:
    plain = " ".join(_WORD.findall(folded(word)))
    known = _with_stems(table)
    return plain in known or " ".join(stemmed(plain)) in known


def time_filters(time: SearchedTime) -> Iterator[tuple[str, Filter]]:
    """The filters of a time that restricts the search, with their words."""
    if time.effect is not TimeEffect.RESTRICTED:
        return
    words = f"a date of {time.shown}"
    if time.first:
        yield words, Filter(FilterField.AFTER, (time.first.isoformat(),))
    if time.last and time.last < date.max:
        end = time.last + timedelta(days=1)
        yield words, Filter(FilterField.BEFORE, (end.isoformat(),))


def is_of_years(time: SearchedTime) -> bool:
    """Whether a time is whole years, or begins or ends with one."""
    first, last = time.first or date(1, 1, 1), time.last or date(9999, 12, 31)
    return (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)


_MONTH = timedelta(days=28)


def is_long(time: SearchedTime) -> bool:
    """Whether a time is a month or longer."""
    first, last = time.first or date.min, time.last or date.max
    return last - first >= _MONTH - timedelta(days=1)


def is_named(time: SearchedTime, chunk: ChunkMatch) -> bool:
    """Whether a chunk or its heading has the words with which a query says a time.

    They are next to each other, without prepositions: `November 2025`. The year of
    several words, such as `third quarter`, may be elsewhere.
    """
    said = _WORD.findall(folded(time.words))
    named = [word for word in said if word not in function_words_in(said)]
    years = [word for word in named if word.isdigit() and len(word) == len("2026")]
    if len(named) - len(years) > 1:
        named = [word for word in named if word not in years]
    stated = "\n".join((chunk.fields.title, *chunk.heading_path, chunk.text))
    words = _WORD.findall(folded(stated))
    is_said = f" {' '.join(named)} " in f" {' '.join(words)} "
    return bool(named) and is_said and set(years) <= set(words)
