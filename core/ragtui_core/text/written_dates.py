"""Finds the dates that a text states, with a year, in any usual spelling.

`2026-11-03`, `2026_11_03`, `2026.11.3`, `20261103`, `3.11.2026`, `3/11/2026` (the day
first, unless the second number is above 12), `3 November 2026`, `November 3rd, 2026`,
`3 de noviembre de 2026`, `2026-W45`, `2026-11`, `November 2026`. Years are 1900
to 2199.
"""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from ragtui_core.text.calendar_names import MONTHS
from ragtui_core.types import Span

MONTH_NUMBERS = {name: n for n, names in enumerate(MONTHS, 1) for name in names}
"""Months, 1..12, by their names in lower case."""

_YEAR = r"(?P<year>(?:19|20|21)\d\d)"
_MONTH = r"(?P<month>0?[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_NAMED = (
    rf"(?P<name>{'|'.join(sorted(map(re.escape, MONTH_NUMBERS), key=len)[::-1])})\.?"
)
ORDINAL = r"(?:st|nd|rd|th|er|ère|º|ª|°|\.)?"
"""What may follow the number of a day."""
_CLOCK = r"(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"
_OF = r"(?:\s*(?:of|de|del|di|des)\s+|[\s,/_-]+)"

_PATTERNS = tuple(
    re.compile(rf"(?<![\d]){pattern}(?!\d)", re.IGNORECASE)
    for pattern in (
        rf"{_YEAR}(?P<mark>[-_./]){_MONTH}(?P=mark){_DAY}{_CLOCK}",
        rf"{_YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])"
        r"(?:[01]\d[0-5]\d(?:[0-5]\d)?|2[0-3][0-5]\d(?:[0-5]\d)?)?",
        rf"{_DAY}(?P<mark>[-./_])\s?{_MONTH}(?P=mark)\s?{_YEAR}",
        rf"{_MONTH}(?P<mark>[-/])(?P<day>1[3-9]|2\d|3[01])(?P=mark){_YEAR}",
        rf"{_DAY}{ORDINAL}{_OF}{_NAMED}{_OF}{_YEAR}",
        rf"\b{_NAMED}{_OF}{_DAY}{ORDINAL}{_OF}{_YEAR}",
        rf"{_YEAR}[-_ ]?(?:W|KW ?)(?P<week>0?[1-9]|[1-4]\d|5[0-3])",
        rf"\bKW ?(?P<week>0?[1-9]|[1-4]\d|5[0-3])[-_/ ]{_YEAR}",
        rf"\b{_NAMED}{_OF}{_YEAR}",
        rf"{_YEAR}[-_.](?P<month>0[1-9]|1[0-2])(?![-_.]\d)",
    )
)

_VERSION = re.compile(r"(?:\bv|\bversion\s?|\d[.,:+-]|[A-Za-z]\d*)$", re.IGNORECASE)
"""What makes the digits after it a part of a version, an account or an identifier."""


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """The days from `first` to `last`, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date at a place in a text: a day, a week or a month."""

    span: Span
    period: Period


def written_dates(text: str) -> list[WrittenDate]:
    """The dates of a text in their order; none that the calendar does not have."""
    periods: dict[Span, Period | None] = {}
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            span = Span(match.start(), match.end())
            if not any(map(span.overlaps, periods)):
                is_number = _VERSION.search(text, 0, span.start)
                periods[span] = None if is_number else _period(match)
    dates = [WrittenDate(span, period) for span, period in periods.items() if period]
    return sorted(dates, key=lambda written: written.span.start)


def _period(match: re.Match[str]) -> Period | None:
    parts = match.groupdict()
    year = int(parts["year"])
    try:
        if parts.get("week"):
            return week_of(date.fromisocalendar(year, int(parts["week"]), 1))
        name = parts.get("name")
        month = MONTH_NUMBERS[name.lower()] if name else int(parts["month"])
        if not parts.get("day"):
            return month_of(date(year, month, 1))
        day = date(year, month, int(parts["day"]))
    except ValueError:
        return None
    return Period(day, day)


def week_of(day: date) -> Period:
    """The days from Monday to Sunday around a day."""
    monday = day - timedelta(days=day.weekday())
    return Period(monday, monday + timedelta(days=6))


def month_of(day: date) -> Period:
    """The days of the month of a day."""
    last = monthrange(day.year, day.month)[1]
    return Period(day.replace(day=1), day.replace(day=last))


def as_iso(period: Period) -> str:
    """A period in ISO 8601: `2026-11-03`, `2026-11`, or `2026-11-02/2026-11-08`."""
    first, last = period.first.isoformat(), period.last.isoformat()
    if period == month_of(period.first):
        return first[: len("YYYY-MM")]
    return first if first == last else f"{first}/{last}"
