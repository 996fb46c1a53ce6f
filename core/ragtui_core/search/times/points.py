"""Reads one time at a position of a line: a date, a month, a season, "last week"."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ragtui_core.search.times import vocabulary as words
from ragtui_core.search.times.calendar import Days, months, recent, third, unit
from ragtui_core.search.times.vocabulary import any_of


@dataclass(frozen=True, slots=True)
class Point:
    """A time that ends at a character of the line.

    `is_bare` is a name or number that means a time only beside a word such as "in" or
    in a line of its own; `has_year` is an absolute time that needs no other.
    `reading` says how an ambiguous date was read. `is_real` is false for what has the
    form of a date, but is not in the calendar: 30 February.
    """

    days: Days
    end: int
    is_bare: bool = False
    is_complete: bool = True
    has_year: bool = False
    reading: str = ""
    is_real: bool = True


def _numbers(*tables: dict[int, str]) -> dict[str, int]:
    return {
        word.replace("_", " "): number
        for table in tables
        for number, text in table.items()
        for word in text.split()
    }


_MONTHS = _numbers(words.MONTHS, words.SHORT_MONTHS)
_WEEKDAYS = _numbers(words.WEEKDAYS)
_SEASONS = _numbers(words.SEASONS)
_NUMBERS = _numbers(words.NUMBERS)
_ORDINALS = _numbers(words.ORDINALS)
_DAYS_AGO = _numbers(words.DAYS_AGO)
_UNITS = {
    word.replace("_", " "): unit for unit in words.UNITS for word in unit.words.split()
}
_PARTS = _numbers(words.PARTS)

_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?!\d)(?:st|nd|rd|th|er|º|°|\.)?"
_MONTH = rf"(?P<name>{any_of(_MONTHS)})(?!\w)\.?"
_FULL = any_of(words.words_in(words.MONTHS))
_UNIT = rf"(?P<unit>{any_of(words.words_in(*(u.words for u in words.UNITS)))})"
_COUNT = rf"(?P<count>\d{{1,7}}|{any_of(_NUMBERS)})"
_OF = rf"(?:(?:{any_of(words.OF)}\s+)*|d')"
_ART = rf"(?:{any_of(words.ARTICLES)}\s+|l')?"
_PENULT, _LAST, _THIS, _NEXT = (
    rf"(?P<{name}>{any_of(table)})"
    for name, table in (
        ("penult", words.BEFORE_LAST),
        ("last", words.LAST),
        ("this", words.THIS),
        ("next", words.NEXT),
    )
)
_STEP = f"(?:{_PENULT}|{_LAST}|{_THIS}|{_NEXT})"
_NAMED = (
    rf"(?:(?P<name>{_FULL})|(?P<weekday>{any_of(_WEEKDAYS)})"
    rf"|(?P<season>{any_of(_SEASONS)}))"
)
_ZONE = r"(?:[t\s]\d\d?:\d\d[\d:.,]*(?:\s?z|\s?[+-]\d\d:?\d\d)?)?"


def read_point(text: str, at: int, today: date, order: str) -> Point | None:
    """The longest time at a character of a folded line.

    Args:
        text: The line, folded.
        at: Of its first character.
        today: The day that relative times are counted from, and the last one that a
            date without a year may be, unless the line is about plans.
        order: "dmy" or "mdy", for 05/06/2026.
    """
    points = []
    for pattern, resolve in _PATTERNS:
        if match := pattern.match(text, at):
            try:
                point = resolve(match, today, order)
            except (ValueError, OverflowError):
                point = Point(Days(None, None), match.end(), is_real=False)
            if point:
                points.append(point)
    return max(points, key=lambda point: point.end) if points else None


def _numeric(match: re.Match[str], today: date, order: str) -> Point:
    one, other, year = int(match["one"]), int(match["other"]), int(match["year"])
    is_unclear = match["sep"] != "." and max(one, other) <= 12 and one != other
    day_first = match["sep"] == "." or order == "dmy"
    if max(one, other) > 12 and match["sep"] != ".":
        day_first = one > 12
    day = date(year, other, one) if day_first else date(year, one, other)
    reading = ""
    if is_unclear:
        other_day = date(year, one, other) if day_first else date(year, other, one)
        reading = (
            f"{match[0]} was read as {Days(day, day)}, and not as "
            f"{Days(other_day, other_day)}: see the setting search.date_order."
        )
    return Point(Days(day, day), match.end(), has_year=True, reading=reading)


def _dotted(match: re.Match[str], today: date, order: str) -> Point | None:
    """`2026.11.03`; `2026.11.3` is the number of a version."""
    is_padded = len(match["month"]) == len(match["day"]) == 2
    return _absolute(match, today, order) if is_padded else None


def _month(match: re.Match[str], today: date, order: str) -> Point | None:
    """`2026-11`; `2010-11` may also be two years."""
    if int(match["month"]) == int(match["year"][2:]) + 1:
        return None
    return _absolute(match, today, order)


_AFTER_DAY = re.compile(rf"\s*(?:$|[^\w\s]|{any_of(words.AFTER_DAY)}(?!\w))")


def _is_word(match: re.Match[str], name: str) -> bool:
    """Whether the name of a month beside a day, without a year, is another word."""
    if name in words.FOREIGN_WORDS.split() and match.start("name") == match.start():
        return True
    listed = f"{words.COMMON_WORDS} {words.FOREIGN_WORDS}".split()
    return name in listed and not _AFTER_DAY.match(match.string, match.end())


_PLANS = re.compile(rf"\b{any_of(words.PLANS)}\b")
_PLANNED_ONCE = re.compile(rf"\s{any_of(words.PLANNED_ONCE)}\b")


def _is_to_come(line: str) -> bool:
    """Whether a line asks what is planned, and not what once was."""
    return bool(_PLANS.search(line)) and not _PLANNED_ONCE.search(line)


def _absolute(match: re.Match[str], today: date, order: str) -> Point | None:
    """A day or a month; without a year the latest that has begun.

    In a line about plans, without a year, the next that is not over.
    """
    groups = match.groupdict()
    name = groups.get("name") or ""
    if groups.get("day") and not groups.get("year") and _is_word(match, name):
        return None
    month = int(groups["month"]) if groups.get("month") else _MONTHS[name]
    is_day = bool(groups.get("day"))
    day = int(groups["day"]) if is_day else 1
    if groups.get("year"):
        year = int(groups["year"])
    elif _is_to_come(match.string):
        last_day = day if is_day else 31
        year = today.year + ((month, last_day) < (today.month, today.day))
    else:
        year = today.year - ((month, day) > (today.month, today.day))
    days = Days(date(year, month, day), date(year, month, day))
    has_year = bool(groups.get("year"))
    return Point(
        days if is_day else months(year, month),
        match.end(),
        is_bare=not (is_day or has_year),
        # "Mars 2020" is not only a month.
        is_complete=has_year and (is_day or name != "mars"),
        has_year=has_year,
    )


def _short(match: re.Match[str], today: date, order: str) -> Point | None:
    """`3.11.`, which counts beside a preposition, or in a line of its own."""
    point = _absolute(match, today, order)
    return replace(point, is_bare=True) if point else None


def _week(match: re.Match[str], today: date, order: str) -> Point:
    year = int(match["year"]) if match["year"] else today.isocalendar().year
    monday = date.fromisocalendar(year, int(match["week"]), 1)
    if not match["year"] and monday > today:
        monday = date.fromisocalendar(year - 1, int(match["week"]), 1)
    return Point(
        unit(monday, words.WEEK),
        match.end(),
        is_bare=not match["year"],
        is_complete=bool(match["year"]),
        has_year=bool(match["year"]),
    )


def _week_of(match: re.Match[str], today: date, order: str) -> Point | None:
    """The week with a day, or seven days of a month.

    `week of 9 November`, `first week of November`, `last week of May 2024`.
    """
    article = re.compile(rf"\s+{_ART}").match(match.string, match.end())
    point = article and read_point(match.string, article.end(), today, order)
    if not point or not point.days.first or not point.days.last:
        return None
    first, last = point.days.first, point.days.last
    ordinal = match["ordinal"]
    if not ordinal and not match["last"]:
        days = unit(first, words.WEEK) if first == last else None
    elif point.days != months(first.year, first.month):
        days = None
    else:
        weeks = timedelta(weeks=_ORDINALS[ordinal] - 1 if ordinal else 0)
        begin = first + weeks if ordinal else last - timedelta(days=6)
        days = Days(begin, begin + timedelta(days=6))
    if days is None:
        return None
    return replace(point, days=days, is_bare=False, is_complete=True)


def _quarter(match: re.Match[str], today: date, order: str) -> Point:
    groups = match.groupdict()
    ordinal = groups.get("ordinal")
    number = _ORDINALS[ordinal] if ordinal else int(match["quarter"])
    days = months(int(match["year"]), 3 * number - 2, 3)
    return Point(days, match.end(), has_year=True)


def _season(match: re.Match[str], today: date, order: str) -> Point:
    days = months(int(match["year"]), _SEASONS[match["season"]], 3)
    return Point(days, match.end(), has_year=True)


_NUMBERED = re.compile(rf"{any_of(words.NOT_A_YEAR_AFTER)}[\s:#.-]*$")
_COUNTED = re.compile(rf"\s*[-–]?\s*{any_of(words.NOT_A_YEAR_BEFORE)}(?!\w)")


def _year(match: re.Match[str], today: date, order: str) -> Point | None:
    """A year until the next one, unless the number counts or names something else."""
    if (
        int(match["year"]) > today.year + 1
        or _NUMBERED.search(match.string[: match.start()])
        or _COUNTED.match(match.string, match.end())
    ):
        return None
    days = months(int(match["year"]), 1, 12)
    return Point(days, match.end(), is_bare=True, is_complete=False, has_year=True)


def _decade(match: re.Match[str], today: date, order: str) -> Point:
    return Point(months(int(match["decade"]), 1, 120), match.end(), has_year=True)


def _named_day(match: re.Match[str], today: date, order: str) -> Point:
    name = " ".join(match["named"].split())
    return Point(unit(today, words.DAY, -_DAYS_AGO[name]), match.end())


def _ago(match: re.Match[str], today: date, order: str) -> Point:
    return Point(unit(today, _unit(match), -_count(match)), match.end())


def _unit(match: re.Match[str]) -> words.Unit:
    return _UNITS[" ".join(match["unit"].split())]


def _count(match: re.Match[str]) -> int:
    return _NUMBERS.get(match["count"]) or int(match["count"])


def _recent(match: re.Match[str], today: date, order: str) -> Point:
    return Point(recent(today, _unit(match), _count(match)), match.end())


def _moves(words_beside: str, at_the_end: str, before: str) -> re.Pattern[str]:
    beside = rf"(?:{any_of(words_beside)}|{any_of(at_the_end)}(?=\W*$))"
    unit_after = _UNIT.replace("?P<unit>", "?P<other>")
    return re.compile(
        rf"(?<!\w){_ART}(?:(?:{_COUNT}\s+)?{_UNIT}\s+{beside}"
        rf"|{any_of(before)}\s+{unit_after})(?!\w)"
    )


_MOVES = (
    (-1, _moves(words.EARLIER, f"{words.BEFORE} prima antes", words.PREVIOUS)),
    (1, _moves(words.LATER, f"{words.AFTER} despues", words.FOLLOWING)),
)


def read_beside(text: str, days: Days) -> tuple[int, int, Days] | None:
    """The begin and the end of words such as "the week before", and their days.

    They are counted from `days`, whose ends are given; None without such words.

    Raises:
        OverflowError, ValueError: Outside the years 1..9999.
    """
    for step, pattern in _MOVES:
        day = days.first if step < 0 else days.last
        if day and (match := pattern.search(text)):
            of = _UNITS[" ".join((match["unit"] or match["other"]).split())]
            number = _count(match) if match["count"] else 1
            return match.start(), match.end(), unit(day, of, step * number)
    return None


def _step(match: re.Match[str]) -> int:
    if match["penult"]:
        return -2
    return -1 if match["last"] else 1 if match["next"] else 0


_OF_WHAT = re.compile(r"\s+(?:of|der|des|von|van)(?!\w)")


_OF_LAST = re.compile(rf"before\s+last\s+(?:{_UNIT}|{_NAMED})(?!\w)")
"""Words for a time before another one: `the month before last summer`."""


def _unit_step(match: re.Match[str], today: date, order: str) -> Point | None:
    """A time such as "last week"; not "last week of school" or "quarter past"."""
    is_part = _OF_WHAT.match(match.string, match.end()) or match[0].endswith("past")
    of = _unit(match)
    if is_part or of is words.DAY:
        return None
    if match["penult"] and _OF_LAST.match(match.string, match.start("penult")):
        return None
    days = unit(today, of, _step(match))
    if day := match.groupdict().get("weekday"):
        days = _day_of(days, day)
    return Point(days, match.end())


_THEN = re.compile(rf"[\s,-]+(?:{any_of(f'{words.OF} della da der')}\s+)*{_ART}(?:d')?")


def _following(match: re.Match[str], today: date, order: str) -> Point | None:
    """The time that follows, after words such as "of the"."""
    then = _THEN.match(match.string, match.end())
    return read_point(match.string, then.end(), today, order) if then else None


def _weekday_of(match: re.Match[str], today: date, order: str) -> Point | None:
    """A day of a week that follows: `Tuesday last week`, `Friday of week 45 2026`."""
    point = _following(match, today, order)
    if not point or point.days.first is None:
        return None
    if point.days != unit(point.days.first, words.WEEK):
        return None
    return Point(_day_of(point.days, match["weekday"]), point.end)


def _day_of(week: Days, weekday: str) -> Days:
    day = (week.first or date.min) + timedelta(days=_WEEKDAYS[weekday])
    return Days(day, day)


def _part_of(match: re.Match[str], today: date, order: str) -> Point | None:
    """A third of a month, a quarter or a year: `end of October`, `early 2025`."""
    point = _following(match, today, order)
    part = _PARTS[" ".join(match["part"].split())]
    days = third(point.days, part) if point and point.is_real else None
    if point is None or days is None:
        return None
    if point.has_year:
        return replace(point, days=days)
    name = match.string[: point.end].split()[-1]
    is_followed = not _AFTER_DAY.match(match.string, point.end)
    if is_followed and name in words.COMMON_WORDS.split():
        return None
    return replace(point, days=days, is_bare=False, is_complete=True)


def _named_step(match: re.Match[str], today: date, order: str) -> Point:
    """A time such as "last May", "this summer" or "next Monday"."""
    step, groups = _step(match), match.groupdict()
    if groups["weekday"]:
        days = _weekday(today, _WEEKDAYS[groups["weekday"]], step)
    elif groups["season"]:
        days = _stepped(today, _SEASONS[groups["season"]], 3, step)
    else:
        days = _stepped(today, _MONTHS[groups["name"]], 1, step)
    return Point(days, match.end())


def _weekday(today: date, weekday: int, step: int) -> Days:
    """The latest one, today included; or the one before or after today."""
    back = (today.weekday() - weekday) % 7
    if step > 0:
        back -= 7
    elif step < 0:
        back = (back or 7) - 7 * (step + 1)
    day = today - timedelta(days=back)
    return Days(day, day)


def _stepped(today: date, month: int, number: int, step: int) -> Days:
    """Months by name: of this year, or the latest that ended, or the next to begin."""
    years = [months(today.year + offset, month, number) for offset in range(-3, 2)]
    if step < 0:
        return [days for days in years if days.last and days.last < today][step]
    if step > 0:
        return next(days for days in years if days.first and days.first > today)
    return years[3]


def _bare_weekday(match: re.Match[str], today: date, order: str) -> Point:
    step = 1 if _is_to_come(match.string) else 0
    days = _weekday(today, _WEEKDAYS[match["weekday"]], step)
    return Point(days, match.end(), is_bare=True, is_complete=False)


_Resolver = Callable[[re.Match[str], date, str], Point | None]
_PATTERNS: tuple[tuple[re.Pattern[str], _Resolver], ...] = tuple(
    (re.compile(rf"{pattern}(?!\w)(?![-./:+]\d|:\w)"), resolve)
    for pattern, resolve in (
        (
            rf"{_YEAR}(?P<sep>[-/])(?P<month>\d\d?)(?P=sep)(?P<day>\d\d?){_ZONE}",
            _absolute,
        ),
        (rf"{_YEAR}\.(?P<month>\d\d?)\.(?P<day>\d\d?)", _dotted),
        (rf"(?P<one>\d\d?)(?P<sep>[-./])(?P<other>\d\d?)(?P=sep){_YEAR}", _numeric),
        (rf"{_DAY}\s*{_OF}{_MONTH}(?:,?\s+{_OF}{_YEAR})?", _absolute),
        (rf"{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?", _absolute),
        (rf"{_MONTH},?\s+{_OF}{_YEAR}", _absolute),
        (rf"{_YEAR}-(?P<month>0[1-9]|1[0-2])", _month),
        (rf"(?P<month>0[1-9]|1[0-2])\s?[/.]\s?{_YEAR}", _absolute),
        (r"(?P<day>0?[1-9]|[12]\d|3[01])\.\s?(?P<month>0?[1-9]|1[0-2])\.", _short),
        (rf"(?P<name>{_FULL})", _absolute),
        (rf"{_YEAR}-?w(?P<week>\d\d?)", _week),
        (
            rf"{any_of(words.WEEK_NUMBERS)}\s+(?P<week>\d\d?)"
            rf"(?:,?\s+|\s*/\s*){_OF}{_YEAR}",
            _week,
        ),
        (
            rf"(?:(?:(?P<ordinal>{any_of(_ORDINALS)})|{_LAST})\s+)?"
            rf"{any_of(words.WEEK_NUMBERS)}\s+{any_of(words.WEEK_OF)}(?=\s)",
            _week_of,
        ),
        (r"kw\s*(?P<week>[1-4]\d|5[0-3]|0?[1-9])(?P<year>(?!))?", _week),
        (rf"q(?P<quarter>[1-4])\s*[-/]?\s*{_OF}{_YEAR}", _quarter),
        (rf"{_YEAR}\s*-?\s*q(?P<quarter>[1-4])", _quarter),
        (
            rf"(?P<ordinal>{any_of(_ORDINALS)})\s+"
            rf"{any_of(words.QUARTER.words)}\s+{_OF}{_YEAR}",
            _quarter,
        ),
        (rf"(?P<season>{any_of(_SEASONS)})\s+{_OF}{_YEAR}", _season),
        (r"(?P<decade>(?:19|20)\d0)s", _decade),
        (rf"(?P<named>{any_of(words.words_in(words.DAYS_AGO))})", _named_day),
        (rf"{_COUNT}\s+{_UNIT}\s+{any_of(words.AGO_AFTER)}", _ago),
        (rf"{any_of(words.AGO_BEFORE)}\s+{_COUNT}\s+{_UNIT}", _ago),
        (rf"{_LAST}\s+{_COUNT}\s+{_UNIT}", _recent),
        (rf"{_COUNT}\s+{_LAST}\s+{_UNIT}", _recent),
        (rf"{_STEP}\s+{_UNIT}", _unit_step),
        (rf"{_UNIT}\s+{_STEP}", _unit_step),
        (
            rf"{_STEP}\s+(?P<unit>{any_of(words.WEEK.words)}),?\s+"
            rf"(?:{any_of('on am le el')}\s+)?(?P<weekday>{any_of(_WEEKDAYS)})",
            _unit_step,
        ),
        (rf"(?P<weekday>{any_of(_WEEKDAYS)})", _weekday_of),
        (rf"(?P<part>{any_of(words.words_in(words.PARTS))})", _part_of),
        (rf"{_STEP}\s+{_NAMED}", _named_step),
        (rf"{_NAMED}\s+{_STEP}", _named_step),
        (rf"(?P<weekday>{any_of(_WEEKDAYS)})", _bare_weekday),
        (rf"{_YEAR}(?!-)", _year),
    )
)
ARTICLE = re.compile(_ART)
