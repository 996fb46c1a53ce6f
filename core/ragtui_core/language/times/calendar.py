"""Ranges of days: units of the calendar, their parts, and how they are shown."""

from dataclasses import dataclass
from datetime import date, timedelta

from ragtui_core.text.document_dates import shown_date

ONE_DAY = timedelta(days=1)

MONTHS_OF = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120}
"""Units that are whole months, and their number of months."""

DAYS_OF = {
    "day": 1,
    "weekend": 2,
    "week": 7,
    "fortnight": 14,
    **{unit: months * 30 for unit, months in MONTHS_OF.items()},
}
"""All units, and about how many days they have."""


@dataclass(frozen=True, slots=True, order=True)
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


@dataclass(frozen=True, slots=True)
class Interval:
    """A unit, a part of one or several of them; `unit` is the size that was named.

    With `also`, another interval is meant, too: the 16th and the 27th.
    """

    first: date
    last: date
    unit: str = "day"
    also: "Interval | None" = None


def _text(day: date) -> str:
    return shown_date(day.isoformat())


def _between(first: date, last: date) -> str:
    whole = Interval(first, last)
    if first == last:
        return _text(first)
    if is_whole(whole, "year"):
        return str(first.year)
    if is_whole(whole, "month"):
        return shown_date(first.isoformat()[: len("YYYY-MM")])
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{_text(last)}"
    if first.year == last.year:
        return f"{_text(first)[: -len(' YYYY')]} – {_text(last)}"
    return f"{_text(first)} – {_text(last)}"


def one_day(day: date) -> Interval:
    """A day as an interval."""
    return Interval(day, day)


def months(year: int, month: int, count: int, unit: str) -> Interval:
    """Whole months from one on; `month` may be outside 1..12.

    Raises:
        ValueError: Outside the years 1..9999.
    """

    def begin(number: int) -> date:
        return date(year + (number - 1) // 12, (number - 1) % 12 + 1, 1)

    return Interval(begin(month), begin(month + count) - ONE_DAY, unit)


def unit_with(day: date, unit: str, step: int = 0) -> Interval:
    """The unit that a day is in, or the one that is `step` units later.

    Raises:
        OverflowError, ValueError: Outside the years 1..9999.
    """
    if size := MONTHS_OF.get(unit):
        index = (day.year * 12 + day.month - 1) // size + step
        return months(0, index * size + 1, size, unit)
    if unit == "day":
        return one_day(day + step * ONE_DAY)
    weeks = 2 * step if unit == "fortnight" else step
    monday = day + (7 * weeks - day.weekday()) * ONE_DAY
    if unit == "weekend":
        return Interval(monday + 5 * ONE_DAY, monday + 6 * ONE_DAY, unit)
    return Interval(monday, monday + 6 * ONE_DAY, "week")


def is_whole(interval: Interval | Days, unit: str) -> bool:
    """Whether days are exactly one unit."""
    if interval.first is None:
        return False
    whole = unit_with(interval.first, unit)
    return (interval.first, interval.last) == (whole.first, whole.last)


def later(day: date, count: int, unit: str) -> date:
    """The day that is a number of units later; of a shorter month the last day.

    Raises:
        OverflowError, ValueError: Outside the years 1..9999.
    """
    if size := MONTHS_OF.get(unit):
        month = unit_with(day, "month", count * size)
        return month.first.replace(day=min(day.day, month.last.day))
    return day + count * DAYS_OF["week" if unit == "weekend" else unit] * ONE_DAY


def share(number: int, of: int, whole: Interval) -> Interval | None:
    """The first (0), second or last of two or three equal parts; None of a day."""
    if whole.unit in MONTHS_OF and whole.unit != "month":
        size = 12 if whole.unit == "decade" else 1
        count = MONTHS_OF[whole.unit] // size
        begin, end = (-(-n * count // of) * size for n in (number, number + 1))
        month = whole.first.month + begin
        return months(whole.first.year, month, end - begin, "month")
    days = (whole.last - whole.first).days + 1
    if days <= of:
        return None
    begin, end = ((2 * n * days + of - 1) // (2 * of) for n in (number, number + 1))
    first = whole.first + begin * ONE_DAY
    return Interval(first, whole.first + (end - 1) * ONE_DAY, "week")
