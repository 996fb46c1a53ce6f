"""Ranges of days: units of the calendar, steps between them, and how they are shown."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta

from ragtui_core.search.times.vocabulary import MONTH, QUARTER, YEAR, Unit
from ragtui_core.text.document_dates import shown_date

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Days:
    """From the first day to the last one, inclusive; None is an open end."""

    first: date | None
    last: date | None

    def __str__(self) -> str:
        """The range in the form shown to users, such as `16–22 Nov 2026`."""
        if self.first is None:
            return f"until {_text(self.last)}" if self.last else "any date"
        if self.last is None:
            return f"since {_text(self.first)}"
        return _between(self.first, self.last)

    def within(self, other: "Days") -> "Days | None":
        """The days of both; None if there are none."""
        first = max(self.first or date.min, other.first or date.min)
        last = min(self.last or date.max, other.last or date.max)
        if first > last:
            return None
        return Days(
            None if first == date.min else first, None if last == date.max else last
        )


def _text(day: date) -> str:
    return shown_date(day.isoformat())


def _between(first: date, last: date) -> str:
    if first == last:
        return _text(first)
    if Days(first, last) == unit(first, YEAR):
        return str(first.year)
    if Days(first, last) == unit(first, MONTH):
        return shown_date(first.isoformat()[: len("YYYY-MM")])
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{_text(last)}"
    if first.year == last.year:
        return f"{_text(first)[: -len(' YYYY')]} – {_text(last)}"
    return f"{_text(first)} – {_text(last)}"


def months(year: int, month: int, number: int = 1) -> Days:
    """A number of whole months from one on; `month` may be outside 1..12.

    Raises:
        ValueError: Outside the years 1..9999.
    """
    first = _month(year, month)
    return Days(first, _month(year, month + number) - _DAY)


def _month(year: int, month: int) -> date:
    return date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)


def unit(day: date, of: Unit, step: int = 0) -> Days:
    """The day, week, month, quarter or year of `day`, or one `step` units later.

    Raises:
        OverflowError, ValueError: Outside the years 1..9999.
    """
    if of.days:
        monday = day - day.weekday() * _DAY
        days = step * of.days + of.offset
        first = (day if of.days == 1 else monday) + days * _DAY
        return Days(first, first + (of.days - of.offset - 1) * _DAY)
    start = (day.month - 1) // of.months * of.months + 1
    return months(day.year, start + step * of.months, of.months)


def third(days: Days, part: int) -> Days | None:
    """The first (0), second or last third of a month, a quarter or a year."""
    first, last = days.first, days.last
    if first is None or last is None:
        return None
    for of in (MONTH, QUARTER, YEAR):
        if days == unit(first, of):
            if of is not MONTH:
                number = of.months // 3
                return months(first.year, first.month + part * number, number)
            begin = (first, first + 10 * _DAY, last - 9 * _DAY)[part]
            return Days(begin, (begin + 9 * _DAY, last - 10 * _DAY, last)[part])
    return None


def recent(day: date, of: Unit, number: int) -> Days:
    """The last days, weeks, months, quarters or years up to `day`.

    Raises:
        OverflowError, ValueError: Before the year 1.
    """
    if of.days:
        return Days(day - number * of.days * _DAY, day)
    month = _month(day.year, day.month - number * of.months)
    longest = calendar.monthrange(month.year, month.month)[1]
    return Days(month.replace(day=min(day.day, longest)), day)
