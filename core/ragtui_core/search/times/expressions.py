"""Reads the times of a query line as a range of days."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ragtui_core.language.function_words import function_word_language
from ragtui_core.search.times import vocabulary as words
from ragtui_core.search.times.calendar import Days
from ragtui_core.search.times.points import ARTICLE, Point, read_point
from ragtui_core.search.times.vocabulary import any_of
from ragtui_core.text.folding import folded_in_place
from ragtui_core.types import TIMES_SEPARATOR, Span

MAX_WORDS = 40
"""A line with more words is a pasted text, whose times are not the searcher's."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """The times of a line: days, and the spans of its words in characters.

    Only a certain one is to exclude documents of other days.
    """

    days: Days
    is_certain: bool
    spans: tuple[Span, ...]
    readings: tuple[str, ...] = ()

    def words(self, line: str) -> str:
        """The words of the line that it was read from."""
        return TIMES_SEPARATOR.join(line[span.start : span.end] for span in self.spans)

    def without(self, line: str) -> str:
        """The line without them."""
        for span in reversed(self.spans):
            line = f"{line[: span.start]} {line[span.end :]}"
        return " ".join(line.split())


def read_times(
    line: str, today: date, order: str = "dmy"
) -> tuple[TimeExpression | None, tuple[str, ...]]:
    """The range of days that a line names, and its words for days that there are not.

    None if it names none, and if a day of it is not in the calendar.

    The order of 05/06/2026 is "dmy" or "mdy".
    """
    text = folded_in_place(line)
    if len(text.split()) > MAX_WORDS:
        return None, ()
    expressions, unreal = _expressions(text, today, order)
    if not expressions or unreal:
        return None, tuple(span.of(line) for span in unreal)
    merged = expressions[0]
    for other in expressions[1:]:
        merged = _merged(merged, other)
    return merged, ()


def _merged(one: TimeExpression, other: TimeExpression) -> TimeExpression:
    """Two times at once; if no day is of both, all days between them, uncertain."""
    spans = (*one.spans, *other.spans)
    readings = (*one.readings, *other.readings)
    certain = one.is_certain or other.is_certain
    days = one.days.within(other.days)
    if days is None:
        certain = False
        ends = [*_ends(one.days), *_ends(other.days)]
        days = Days(min(ends), max(ends))
    return TimeExpression(days, certain, spans, readings)


def _ends(days: Days) -> Iterator[date]:
    yield from (day for day in (days.first, days.last) if day)


FEW_WORDS = 4
"""In longer lines about others, "today" may mean nowadays."""

_NOWADAYS = frozenset(words.NOWADAYS.split())
_OWN = frozenset(words.OWN.split())

_START = re.compile(r"(?<![\w.:/+@#\\-])(?=\w)|(?<=\bl')(?=\w)|(?<=\bd')(?=\w)")
"""Where a time may begin: not in a version, a path, an address or a number."""

_TRAIL = re.compile(r"'s(?!\w)")


def _operator(names: str, joined: str = "(?!)") -> re.Pattern[str]:
    return re.compile(rf"{any_of(names)}\s+|{joined}")


_IN = _operator(
    "in on during from im am en em nel nella le il el op na au of vom von de di van "
    + words.FOR,
    "d'",
)
_MONTH_IN = _operator(
    f"in during from im en em nel nella of vom von de di van {words.FOR}", "d'"
)
_FOR = frozenset(words.FOR.split())
_ORIGINS = frozenset(("from", "de", "di", "van"))
_OTHER_MEANINGS = frozenset(words.OTHER_MEANINGS.split())
_SINCE, _UNTIL = _operator(words.SINCE), _operator(words.UNTIL)
_BEFORE, _AFTER = _operator(words.BEFORE), _operator(words.AFTER)
_PAIRS = (
    (_operator(words.BETWEEN), re.compile(rf"\s+{any_of(words.AND)}\s+")),
    (
        _operator(words.FROM),
        re.compile(rf"\s*(?:{any_of(words.TO)}\s|[-–])\s*"),
    ),
)
_MONTH_NAMES = words.words_in(words.MONTHS)
_NUMBER_BEFORE = re.compile(r"\d\w{0,2}\.?\s*$")
_NUMBER_AFTER = re.compile(r"\s*\d")
_DASH = re.compile(r"\s*[-–]\s*|\s+(?:to|bis|au|al|tot)\s+")
_SHORT_SPAN = re.compile(
    rf"(?:{any_of(words.BETWEEN + ' ' + words.FROM)}\s+)?"
    rf"{ARTICLE.pattern}(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)?"
    rf"(?:\s*[-–]\s*|\s+{any_of(words.AND + ' ' + words.TO)}\s+)"
    rf"(?={ARTICLE.pattern}\d{{1,2}}\D)"
)


def _expressions(
    text: str, today: date, order: str
) -> tuple[list[TimeExpression], list[Span]]:
    """The times of a line in order, and what is not in the calendar."""
    expressions, unreal, at = list[TimeExpression](), list[Span](), 0
    while start := _START.search(text, at):
        if time := _expression(text, start.start(), today, order):
            expressions.append(time)
            at = time.spans[0].end
        elif end := _unreal_end(text, start.start(), today, order):
            unreal.append(Span(start.start(), end))
            at = end
        else:
            at = start.start() + 1
    return expressions, unreal


def _unreal_end(text: str, at: int, today: date, order: str) -> int:
    """The end of what has the form of a date, but is not in the calendar; or 0."""
    point = read_point(text, at, today, order)
    if point is None or point.is_real or _NUMBER_BEFORE.search(text[:at]):
        return 0
    return 0 if _NUMBER_AFTER.match(text, point.end) else point.end


def _expression(text: str, at: int, today: date, order: str) -> TimeExpression | None:
    """The longest time that begins at a character, with its preposition."""
    return (
        _pair(text, at, today, order)
        or _half_open(text, at, today, order)
        or _single(text, at, today, order)
    )


def _point(text: str, at: int, today: date, order: str) -> Point | None:
    """The point at a character, after an article."""
    article = ARTICLE.match(text, at)
    after = article.end() if article else at
    point = read_point(text, after, today, order)
    if point and (trail := _TRAIL.match(text, point.end)):
        point = replace(point, end=trail.end())
    is_time = point and point.is_real and _is_meant(text, after, point)
    return point if is_time else None


def _is_meant(text: str, at: int, point: Point) -> bool:
    """Whether a word means a day: "hier" in French, "today" in a line about oneself."""
    said = text.split()
    if text[: point.end].split()[-1] in _NOWADAYS:
        return len(said) <= FEW_WORDS or not _OWN.isdisjoint(said)
    if text[at : point.end] != "hier":
        return True
    others = [word for word in re.findall(r"\w+", text) if word != "hier"]
    return not others or function_word_language(others) == "fr"


def _pair(text: str, at: int, today: date, order: str) -> TimeExpression | None:
    """Between two points, or two days of one month."""
    if short := _SHORT_SPAN.match(text, at):
        last = _point(text, short.end(), today, order)
        if last and last.days.first and last.days.first == last.days.last:
            first = last.days.first.replace(day=1) + timedelta(int(short["day"]) - 1)
            if first < last.days.first:
                return _range(at, last.end, Days(first, last.days.last), last)
    for opening, middle in _PAIRS:
        if start := opening.match(text, at):
            return _both(text, at, start.end(), middle, today, order)
    return _both(text, at, at, _DASH, today, order)


def _both(
    text: str, at: int, start: int, middle: re.Pattern[str], today: date, order: str
) -> TimeExpression | None:
    first = _point(text, start, today, order)
    between = middle.match(text, first.end) if first else None
    last = _point(text, between.end(), today, order) if between else None
    if first is None or last is None:
        return None
    if last.has_year and not first.has_year and last.days.last:
        first = _point(text, start, last.days.last, order) or first
    opening, closing = first.days.first, last.days.last
    if opening is None or closing is None or opening > closing:
        return None
    return _range(at, last.end, Days(opening, closing), first, last)


def _half_open(text: str, at: int, today: date, order: str) -> TimeExpression | None:
    """Since, until, before or after a point."""
    for opening in (_SINCE, _UNTIL, _BEFORE, _AFTER):
        start = opening.match(text, at)
        point = _point(text, start.end(), today, order) if start else None
        if point is None or point.days.first is None or point.days.last is None:
            continue
        first, last, step = point.days.first, point.days.last, timedelta(days=1)
        if opening is _SINCE:
            days = Days(first, None)
        elif opening is _UNTIL:
            days = Days(None, last)
        elif opening is _BEFORE:
            days = Days(None, first - step)
        else:
            days = Days(last + step, None)
        return _range(at, point.end, days, point)
    return None


def _single(text: str, at: int, today: date, order: str) -> TimeExpression | None:
    """A point, with a preposition or without one."""
    start = _IN.match(text, at)
    point = _point(text, start.end() if start else at, today, order)
    if point is None or _is_part_of_number(text, at, point):
        return None
    alone = not (text[:at] + text[point.end :]).strip(" ?.!")
    year = point.has_year and point.is_bare
    is_name = point.is_bare and not year
    if start and is_name and text[start.end() : point.end] in _MONTH_NAMES:
        start = _MONTH_IN.match(text, at)
    if is_name and not (start or alone):
        return None
    is_of = bool(start and start[0].strip() not in _FOR)
    certain = is_of or alone or point.is_complete
    if start and is_name and start[0].strip() in _ORIGINS:
        certain = alone or text[start.end() : point.end] not in _OTHER_MEANINGS
    return replace(_range(at, point.end, point.days, point), is_certain=certain)


def _is_part_of_number(text: str, at: int, point: Point) -> bool:
    """Whether digits beside an absolute time show that it is none: 30 February."""
    if not (point.has_year or point.is_bare or not point.is_complete):
        return False
    return bool(
        _NUMBER_BEFORE.search(text[:at]) or _NUMBER_AFTER.match(text, point.end)
    )


def _range(at: int, end: int, days: Days, *points: Point) -> TimeExpression:
    readings = tuple(point.reading for point in points if point.reading)
    return TimeExpression(days, True, (Span(at, end),), readings)
