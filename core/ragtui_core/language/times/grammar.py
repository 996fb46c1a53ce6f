"""The grammar of times: rows of what is made, of which parts, and how.

A part in capitals has a value, which the function of its row gets, after the context;
one with `?` may be missing. Parts in small letters are keys of the tables.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from ragtui_core.language.times.calendar import (
    DAYS_OF,
    MONTHS_OF,
    ONE_DAY,
    Days,
    Interval,
    later,
    one_day,
    share,
    unit_with,
)
from ragtui_core.language.times.combinators import (
    Time,
    beside,
    both,
    changed,
    cycle_of,
    day_of_month,
    fixed,
    intersected,
    months_of_year,
    nearest,
    pieces,
    spanned,
    week_of_year,
)

Period = str | Time
"""A unit, or a time that comes again: a week, a Sunday, a March."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the times of a line depend on.

    `direction` is 1 for plans, -1 for reports, else 0; `is_own` a line about the
    searcher's own days, or a short one. From `origin`, "the week before" is counted.
    """

    today: date
    direction: int = 0
    order: str = "dmy"
    is_strict: bool = False
    is_own: bool = False
    origin: Days | None = None


def _day(_: Context, number: int) -> int | None:
    return number if 1 <= number <= 31 else None


def _day_in(_: Context, day: int, whole: Time) -> Time | None:
    return intersected(day_of_month(day), whole) if whole.unit == "month" else None


def _numbered_week(_: Context, number: int) -> Time | None:
    return week_of_year(number) if number < 100 else None


def _numbered(_: Context, number: int, unit: Period) -> Time | None:
    """The fourth quarter, the first half of a year."""
    if unit not in ("quarter", "half") or not isinstance(unit, str):
        return None
    size = MONTHS_OF[unit]
    if not 1 <= number <= 12 // size:
        return None
    return months_of_year((number - 1) * size + 1, size, unit)


def _stepped(c: Context, step: int, of: Period) -> Time | None:
    """Last May, this summer, next Monday, last week; not "last day"."""
    if of == "fortnight":
        return _counted(c, step, 1, of)
    if isinstance(of, str):
        is_other = of == "day" or (of == "decade" and not c.is_own)
        return None if is_other else fixed(unit_with(c.today, of, step))
    this = cycle_of(c.today, of.cycle)
    if step == 0:
        interval = of.at(this)
        return fixed(interval) if interval else None
    near = [it for index in range(this - 4, this + 5) if (it := of.at(index))]
    if step < 0:
        return fixed([it for it in near if it.last < c.today][step])
    return fixed([it for it in near if it.first > c.today][step - 1])


def _counted(c: Context, step: int, count: int, unit: str) -> Time | None:
    """The last three days, the next two weeks."""
    if abs(step) != 1:
        return None
    first, last = sorted((c.today, later(c.today, step * count, unit)))
    return fixed(Interval(first, last, unit))


def _ago(c: Context, count: int, of: Period) -> Time | None:
    return _shifted(c, -count, of)


def _shifted(c: Context, count: int, of: Period) -> Time | None:
    if isinstance(of, Time):
        return _stepped(c, count, of)
    return fixed(unit_with(c.today, of, count))


def _ahead(c: Context, count: int, unit: str) -> Time | None:
    """In three days, unless something else takes as long: "run 5 km in a day"."""
    is_meant = c.direction > 0 or (c.is_own and not c.direction)
    return _shifted(c, count, unit) if is_meant else None


def _from(c: Context, count: int, unit: str, day: int | Time) -> Time | None:
    """A week ago today, two weeks from Monday: a day, and not its week."""
    if isinstance(day, int):
        start: Interval | None = one_day(c.today + day * ONE_DAY)
    else:
        start = nearest(day, c.today, 1)
    if start is None or start.unit != "day":
        return None
    return fixed(one_day(later(start.first, count, unit)))


def _weekend(c: Context, unit: str) -> Time | None:
    """This weekend, or the last one in a report before Saturday."""
    if unit != "weekend":
        return None
    is_past = c.direction < 0 and c.today.weekday() < 5
    return replace(fixed(unit_with(c.today, unit, -is_past)), is_bare=True)


def _several_of(
    _: Context, number: int, count: int, of: Period, whole: Time
) -> Time | None:
    """The first Sunday, the last week, the first two weeks of a time."""
    unit, size = (of, of) if isinstance(of, str) else (of.unit, of.cycle)
    if DAYS_OF[size] >= DAYS_OF[whole.unit] or (count > 1 and abs(number) > 1):
        return None

    def change(interval: Interval) -> Interval:
        found = pieces(of, interval, from_end=number < 0)
        start = number - 1 if number > 0 else len(found) + number + 1 - count
        some = found[max(start, 0) :][:count]
        return Interval(some[0].first, some[-1].last, unit)

    return changed(whole, unit, change)


def _one_of(c: Context, number: int, of: Period, whole: Time) -> Time | None:
    return _several_of(c, number, 1, of, whole)


def _share(number: int, of: int, whole: Time) -> Time | None:
    if DAYS_OF[whole.unit] < DAYS_OF["week"]:
        return None
    return changed(whole, "week", lambda interval: share(number, of, interval))


def _unit_of(_: Context, unit: str, time: Time) -> Time | None:
    """The month of May, the week of 9 November."""
    if unit == time.unit:
        return replace(time, is_bare=False)
    is_week = unit in ("week", "weekend") and time.unit == "day"
    return (
        changed(time, unit, lambda it: unit_with(it.first, unit)) if is_week else None
    )


def _until_day(_: Context, first: Time, day: int) -> Time | None:
    """November 16 to 22."""
    if first.unit != "day" or first.is_relative:
        return None

    def change(interval: Interval) -> Interval | None:
        begin = interval.first
        return (
            replace(interval, last=begin.replace(day=day)) if begin.day < day else None
        )

    return changed(first, "day", change)


def _from_origin(c: Context, count: int, unit: str, step: int) -> Time | None:
    """The week before, counted from a time that was named earlier."""
    day = (c.origin.first if step < 0 else c.origin.last) if c.origin else None
    if day is None:
        return None
    return fixed(unit_with(day, unit, step * count))


def _certain(time: Time | None) -> Time | None:
    return replace(time, is_bare=False) if time else None


def _as_it_is(_: Context, value: Any) -> Any:
    return value


Action = Callable[..., Any]

GRAMMAR: tuple[tuple[str, str, Action], ...] = (
    ("DAY", "article? DIGITS", _day),
    ("DAY", "article? NTH", _day),
    ("DAY", "article ORDINAL", _day),
    ("DAY", "day_article ORDINAL", _day),
    ("PERIOD", "SERIES", _as_it_is),
    ("PERIOD", "UNIT", _as_it_is),
    ("WHOLE", "TIME", _as_it_is),
    ("WHOLE", "article UNIT", lambda c, unit: _stepped(c, 0, unit)),
    ("TIME", "SERIES", _as_it_is),
    ("TIME", "article TIME", _as_it_is),
    ("TIME", "day_article NTH", lambda c, n: day_of_month(n) if _day(c, n) else None),
    ("TIME", "NAMED", lambda c, n: fixed(unit_with(c.today, "day", n))),
    ("TIME", "week_number DIGITS", _numbered_week),
    ("TIME", "quarter_number DIGITS", lambda c, n: _numbered(c, n, "quarter")),
    ("TIME", "half_number DIGITS", lambda c, n: _numbered(c, n, "half")),
    ("TIME", "ORDINAL UNIT", _numbered),
    ("TIME", "DAY of? TIME", _day_in),
    ("TIME", "DAY to TIME", _day_in),  # 14-Sep-2026
    ("TIME", "ORDINAL of TIME", _day_in),
    ("TIME", "TIME DAY", lambda c, t, n: None if t.has_year else _day_in(c, n, t)),
    ("TIME", "TIME link? TIME", lambda _, a, b: intersected(a, b) or intersected(b, a)),
    ("TIME", "STEP PERIOD", _stepped),
    ("TIME", "PERIOD STEP_AFTER", lambda c, period, n: _stepped(c, n, period)),
    ("TIME", "article? UNIT", _weekend),
    ("TIME", "STEP NUMBER UNIT", _counted),
    ("TIME", "NUMBER STEP UNIT", lambda c, n, step, unit: _counted(c, step, n, unit)),
    ("TIME", "NUMBER PERIOD ago", _ago),
    ("TIME", "ago_before NUMBER UNIT", _ago),
    ("TIME", "NUMBER UNIT ago NAMED", lambda c, n, unit, d: _from(c, -n, unit, d)),
    ("TIME", "NAMED ago_before NUMBER UNIT", lambda c, d, n, u: _from(c, -n, u, d)),
    ("TIME", "NUMBER UNIT from NAMED", _from),
    ("TIME", "NUMBER UNIT from SERIES", _from),
    ("TIME", "since NUMBER UNIT", lambda c, n, unit: _counted(c, -1, n, unit)),
    ("TIME", "SERIES daypart", lambda _, t: t if t.cycle == "week" else None),
    ("TIME", "in NUMBER UNIT", _ahead),
    ("TIME", "NUMBER UNIT ahead", _ahead),
    (
        "TIME",
        "ORDINAL PERIOD link? WHOLE",
        lambda c, n, p, w: _several_of(c, n, 1, p, w),
    ),
    ("TIME", "ORDINAL NUMBER UNIT link? WHOLE", _several_of),
    (
        "TIME",
        "ORDINAL HALF link? WHOLE",
        lambda _, n, half, w: _share(int(n != 1), 2, w),
    ),
    ("TIME", "PART of? WHOLE", lambda _, part, whole: _share(part, 3, whole)),
    ("TIME", "UNIT of? TIME", _unit_of),
    ("TIME", "PERIOD BESIDE TIME", lambda _, p, step, t: beside(1, p, step, t)),
    ("TIME", "NUMBER UNIT BESIDE TIME", lambda _, n, u, step, t: beside(n, u, step, t)),
    ("TIME", "UNIT TURN", lambda c, unit, step: _from_origin(c, 1, unit, step)),
    ("TIME", "NUMBER UNIT TURN", _from_origin),
    ("TIME", "TIME to TIME", lambda _, a, b: spanned(a, b)),
    ("TIME", "from TIME to TIME", lambda _, a, b: _certain(spanned(a, b))),
    ("TIME", "between TIME and TIME", lambda _, a, b: _certain(spanned(a, b))),
    ("TIME", "from? DAY to TIME", lambda _, n, t: spanned(day_of_month(n), t)),
    ("TIME", "between DAY and TIME", lambda _, n, t: spanned(day_of_month(n), t)),
    ("TIME", "TIME to DAY", _until_day),
    ("TIME", "TIME and at? TIME", lambda _, a, b: both(a, b)),
    ("TIME", "DAY and TIME", lambda _, n, t: both(day_of_month(n), t)),
    ("OPEN", "BOUND TIME", lambda _, bound, t: (bound, t)),
)
