"""The time of a query: its words and its filters."""

from collections.abc import Iterator
from datetime import date, timedelta

from ragtui_core.language.requests import without_generic
from ragtui_core.language.times.calendar import Days
from ragtui_core.language.times.reading import read_time
from ragtui_core.search.query_language import parse_line
from ragtui_core.search_results import SearchedTime, TimeEffect
from ragtui_core.store.selection import Filter, FilterField


def take_time(
    text: str, today: date, order: str = "dmy"
) -> tuple[str, SearchedTime | None, tuple[str, ...]]:
    """The text without the words of a certain time, the time, and notes on its dates.

    Of several times the first is taken; of two that are joined, such as "on the 16th
    and 27th", all days between them are preferred. The order of 05/06/2026 is "dmy" or
    "mdy".
    """
    reading = read_time(text, today, order)
    if not reading.days:
        return text, None, tuple(map(_no_date, reading.unreal))
    days, certain = reading.days[0], reading.is_certain
    if len(reading.days) > 1:
        certain = False
        if len(reading.spans) == 1:
            days = Days(days.first, reading.days[-1].last)
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
    reading = read_time(line, today, origin=Days(time.first, time.last))
    if not reading.days:
        return line
    begin, end = reading.spans[0].start, reading.spans[0].end
    return f"{line[:begin]}in {reading.days[0]}{line[end:]}"


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
