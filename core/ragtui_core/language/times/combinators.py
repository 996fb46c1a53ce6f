"""Times as functions from the cycles of the calendar to days, and what combines them.

"March" is an interval in each year, "Tuesday" one in each week, "the 16th" one in each
month, and "last week" the same days in every cycle. What is said of a time, such as its
first half, is done to its interval in each cycle. So the year is chosen last, when the
whole time is known: "between 1 September and 15 October 2026".
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from ragtui_core.language.times.calendar import (
    DAYS_OF,
    ONE_DAY,
    Interval,
    months,
    one_day,
    unit_with,
)

_NO_DAYS = (ValueError, OverflowError, IndexError)
"""What is raised for days that the calendar does not have."""

_REACH = 10
"""Cycles in which the next interval is looked for: 29 February is in every fourth year,
but for 1900 and 2100."""


@dataclass(frozen=True, slots=True)
class Time:
    """A time: `at(n)` is its interval in cycle n, or None; without a cycle, in any.

    `is_bare` is a word that may also have another meaning: "March", "2025".
    """

    at: Callable[[int], Interval | None]
    unit: str
    cycle: str = ""
    has_year: bool = False
    is_relative: bool = False
    is_bare: bool = False
    note: str = ""


def cycle_of(day: date, cycle: str) -> int:
    """The number of the year, month or week that a day is in."""
    if cycle == "week":
        return (day.toordinal() - 1) // 7
    return day.year if cycle == "year" else day.year * 12 + day.month - 1


def fixed(interval: Interval, *, has_year: bool = False, bare: bool = False) -> Time:
    """An interval that no cycle changes; without a year, it is relative to today."""
    is_relative = not has_year
    return Time(lambda _: interval, interval.unit, "", has_year, is_relative, bare)


def recurring(cycle: str, unit: str, at: Callable[[int], Interval | None]) -> Time:
    """An interval in each cycle that has the days."""

    def real(index: int) -> Interval | None:
        try:
            return at(index)
        except _NO_DAYS:
            return None

    return Time(real, unit, cycle, is_bare=True)


@cache
def months_of_year(first: int, count: int, unit: str) -> Time:
    """Months of each year: a month, a quarter, a season."""
    return recurring("year", unit, lambda year: months(year, first, count, unit))


@cache
def weekday(number: int) -> Time:
    """A day of each week, Monday 0."""
    return recurring(
        "week", "day", lambda week: one_day(date.fromordinal(7 * week + 1 + number))
    )


@cache
def day_of_month(number: int) -> Time:
    """A day of each month that has it."""
    return recurring(
        "month", "day", lambda index: one_day(date(index // 12, index % 12 + 1, number))
    )


def week_of_year(number: int) -> Time:
    """A week of ISO 8601 of each year that has it."""
    return recurring(
        "year",
        "week",
        lambda year: unit_with(date.fromisocalendar(year, number, 1), "week"),
    )


def changed(
    time: Time, unit: str, change: Callable[[Interval], Interval | None]
) -> Time:
    """The time whose intervals are changes of those of another time."""

    def at(index: int) -> Interval | None:
        try:
            interval = time.at(index)
            return change(interval) if interval else None
        except _NO_DAYS:
            return None

    return replace(time, at=at, unit=unit, is_bare=False)


def inside(time: Time, whole: Interval) -> list[Interval]:
    """The intervals of a time within another; a week that has its Thursday there."""
    shift = 3 * ONE_DAY if time.unit == "week" else 0 * ONE_DAY
    begin, end = (cycle_of(day, time.cycle) for day in (whole.first, whole.last))
    found = (time.at(index) for index in range(begin - 1, end + 2))
    return [it for it in found if it and whole.first <= it.first + shift <= whole.last]


def nearest(time: Time, day: date, step: int) -> Interval | None:
    """The latest interval that begins until a day (-1), or the first not over (1)."""
    if not time.cycle:
        return time.at(0)
    start = cycle_of(day, time.cycle) - step
    for index in range(start, start + step * _REACH, step):
        it = time.at(index)
        if it and (it.first <= day if step < 0 else it.last >= day):
            return it
    return None


def intersected(part: Time, whole: Time) -> Time | None:
    """The part within the whole: a weekday of a week, a month of a year.

    Or a weekday that is said beside a day.
    """
    is_weekday_of_day = part.cycle == "week" and part.unit == whole.unit == "day"
    if not part.cycle or whole.cycle == "week":
        return None
    if not is_weekday_of_day and (
        DAYS_OF[part.unit] >= DAYS_OF[whole.unit]
        or DAYS_OF[part.cycle] < DAYS_OF[whole.unit]
    ):
        return None

    def change(interval: Interval) -> Interval | None:
        wrong_weekday = interval if is_weekday_of_day and not whole.cycle else None
        return next(iter(inside(part, interval)), wrong_weekday)

    return changed(whole, part.unit, change)


def pieces(of: str | Time, whole: Interval, *, from_end: bool) -> list[Interval]:
    """The units or weekdays of an interval; its weeks begin with it, or end with it."""
    if isinstance(of, Time):
        return inside(of, whole)
    first, last = whole.first, whole.last
    if of == "week":
        count = ((last - first).days + 1) // 7
        first = last - (7 * count - 1) * ONE_DAY if from_end else first
        begins = [first + 7 * number * ONE_DAY for number in range(count)]
        return [Interval(begin, begin + 6 * ONE_DAY, of) for begin in begins]
    found, step = list[Interval](), 0
    while (piece := unit_with(first, of, step)).first <= last:
        found += [piece] if piece.first >= first else []
        step += 1
    return found


def spanned(first: Time, last: Time) -> Time | None:
    """From a time to another of its kind, which says the year of both."""
    if first.unit != last.unit or (
        first.cycle and last.cycle and DAYS_OF[last.cycle] < DAYS_OF[first.cycle]
    ):
        return None

    def joined(begin: Interval | None, end: Interval | None) -> Interval | None:
        is_range = begin and end and begin.first <= end.last
        return replace(end, first=begin.first) if begin and end and is_range else None

    if last.cycle and not first.cycle:
        time = changed(
            first, first.unit, lambda it: joined(it, nearest(last, it.first, 1))
        )
    else:
        time = changed(
            last, last.unit, lambda it: joined(nearest(first, it.first, -1), it)
        )
    is_relative = first.is_relative or last.is_relative
    return replace(
        time, is_bare=first.is_bare and last.is_bare, is_relative=is_relative
    )


def both(one: Time, other: Time) -> Time | None:
    """Two times of a kind, of which the second says the year of both."""
    if one.unit != other.unit or one.is_relative != other.is_relative:
        return None

    def change(interval: Interval) -> Interval:
        return replace(interval, also=nearest(one, interval.first, -1))

    return replace(changed(other, other.unit, change), is_bare=other.is_bare)


def beside(count: int, unit: str | Time, step: int, time: Time) -> Time:
    """So many units, or the next weekday, before (-1) or after (1) a time."""

    def change(interval: Interval) -> Interval | None:
        day = interval.first if step < 0 else interval.last
        if isinstance(unit, str):
            return unit_with(day, unit, step * count)
        return nearest(unit, day + step * ONE_DAY, step)

    return changed(time, unit if isinstance(unit, str) else "day", change)
