"""The meanings of digits: dates, years and days, but none of codes and versions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from ragtui_core.language.times.calendar import MONTHS_OF, months, one_day
from ragtui_core.language.times.chart import Node
from ragtui_core.language.times.combinators import (
    Time,
    day_of_month,
    fixed,
    intersected,
    months_of_year,
)
from ragtui_core.language.times.grammar import Context
from ragtui_core.language.times.time_words import Token, unit_words, words
from ragtui_core.text.document_dates import shown_date

YEARS = range(1900, 2200)
"""The numbers of four digits that may be years."""

_NUMBERED = ("week_number", "quarter_number", "half_number")
_SPACED = re.compile(r"[12] \. [12] \. 4")
_SHAPES = (
    (re.compile(r"4([-/._])[12]\1[12]"), "ymd"),
    (re.compile(r"[12]([-/._])[12]\1[24]"), "?"),
    (re.compile(r"4[-/._]2"), "ym"),
    (re.compile(r"2[/.]4"), "my"),
)
"""What numbers with so many digits are; `?` is a day and a month in either order."""


def numbers(tokens: Sequence[Token], context: Context) -> Iterator[Node]:
    """The meanings of the digits of a line, by their chains, such as 2026-11-18."""
    at = 0
    while at < len(tokens):
        if not tokens[at].text.isdecimal():
            at += 1
            continue
        end = at + 5 if _is_spaced(tokens[at : at + 5]) else at + 1
        while _goes_on(tokens, end):
            end += 2
        yield from _chain(tokens, at, end, context)
        at = end


def _is_spaced(five: Sequence[Token]) -> bool:
    """Whether tokens are a date such as `3. 11. 2026`."""
    if (
        len(five) < 5
        or five[1].text != "."
        or not (five[1].is_glued and five[3].is_glued)
    ):
        return False
    shape = " ".join(str(len(t.text)) if t.text.isdecimal() else t.text for t in five)
    return bool(_SPACED.fullmatch(shape))


def _goes_on(tokens: Sequence[Token], end: int) -> bool:
    two = tokens[end : end + 2]
    is_glued = len(two) == 2 and two[0].is_glued and two[1].is_glued
    return is_glued and two[0].text in "-/.:_" and two[1].text.isdecimal()


def _chain(tokens: Sequence[Token], at: int, end: int, c: Context) -> Iterator[Node]:
    before = tokens[at - 1].text if at and tokens[at].is_glued else ""
    after = tokens[end].text if end < len(tokens) and tokens[end].is_glued else ""
    is_joined = before == "-" and tokens[at - 2].text.isalpha() and not c.is_strict
    if is_joined or _is_code(before, c) or _is_address(tokens[end : end + 2]):
        return
    digits = [token.text for token in tokens[at:end:2]]
    marks = {token.text for token in tokens[at + 1 : end : 2]}
    date_end = end
    if len(digits) == 2 and marks == {"."} and after == "." and not c.is_strict:
        time, date_end, after = _day_and_month(digits), end + 1, ""
    else:
        time = _date(digits, marks, c, has_clock=_has_clock(tokens, end))
        is_named = at > 0 and tokens[at - 1].text in words("numbered")
        time = None if is_named and marks == {"."} else time  # version 2026.11
    if time and (c.is_strict or after == "t" or not after.isalnum()):
        yield Node("TIME", at, date_end, time)
    is_date = time and len(digits[0]) == len("2026")
    if len(digits) == 1 or (len(digits) == 2 and marks <= {"-", "/"} and not is_date):
        for place in range(at, end, 2):
            yield from _single(tokens, place, after if place == end - 1 else "")


def _is_code(before: str, c: Context) -> bool:
    """Whether digits belong to what is glued before them, as in v2026 or +49."""
    if before.isalpha() and before not in words(*_NUMBERED):
        return True
    return bool(before) and before in ("+@#\\:" if c.is_strict else "+@#\\:/._")


def _is_address(after: Sequence[Token]) -> bool:
    """Whether a colon and a word are glued behind digits, as in 2001:db8."""
    is_glued = len(after) == 2 and after[0].is_glued and after[1].is_glued
    return is_glued and after[0].text == ":"


def _single(tokens: Sequence[Token], at: int, after: str) -> Iterator[Node]:
    """The meanings of one number: a decade, an ordinal, a year, a day, an amount."""
    number = tokens[at].text
    value = int(number[:9])
    is_year = len(number) == len("2026") and value in YEARS
    if is_year and value % 10 == 0 and after and after in words("decade"):
        decade = months(value, 1, 120, "decade")
        end = at + 2
        while end < len(tokens) and tokens[end].text in unit_words("year"):
            end += 1
        yield Node("TIME", at, end, fixed(decade, has_year=True))
        return
    if after in words("suffixes") and value <= 366:
        yield Node("NTH", at, at + 2, value)
        yield Node("ORDINAL", at, at + 2, value)
        after = "" if after == "." else after
    if _is_amount(tokens[at + 1 : at + 3]):
        return
    if after.isalnum() and after not in words(*_NUMBERED):
        return
    if is_year:
        year = months(value, 1, 12, "year")
        yield Node("TIME", at, at + 1, fixed(year, has_year=True, bare=True))
    elif len(number) <= len("2026"):
        yield Node("NUMBER", at, at + 1, value)
        if len(number) <= len("31"):
            yield Node("DIGITS", at, at + 1, value)


def _is_amount(after: Sequence[Token]) -> bool:
    """Whether digits go on behind a letter or a comma, as in 9h30 and 2,000."""
    is_glued = len(after) == 2 and after[0].is_glued and after[1].is_glued
    if not (is_glued and after[1].text.isdecimal()):
        return False
    mark, digits = after[0].text, after[1].text
    return mark.isalpha() or (mark == "," and len(digits) == len("000"))


def _has_clock(tokens: Sequence[Token], end: int) -> bool:
    """Whether a time of the day follows, as in the lines of chats."""
    rest = [token.text for token in tokens[end : end + 4] if token.text != ","]
    return len(rest) > 2 and rest[0].isdecimal() and rest[1] in ":."


def _date(
    digits: Sequence[str], marks: set[str], c: Context, *, has_clock: bool
) -> Time | None:
    """A date of digits; a year of two digits only beside a time, as in chats."""
    text = digits[0]
    if len(text) in (8, 12, 14) and (len(digits) == 1 or c.is_strict):
        digits, marks = (text[:4], text[4:6], text[6:8]), {"-"}
    shape = "".join(marks).join(str(len(text)) for text in digits)
    fields = next((it for pattern, it in _SHAPES if pattern.fullmatch(shape)), "")
    is_short = fields == "?" and shape[-1] == "2"
    is_version = marks == {"."} and fields == "ymd" and shape != "4.2.2"
    if is_version or is_short:
        fields = fields if c.is_strict and (has_clock or not is_short) else ""
    if not fields or len(marks) > 1:
        return None
    numbers = [int(text) for text in digits]
    note = ""
    if fields == "?":
        fields, other = _orders(numbers, marks, c.order)
        note = _note("".join(marks).join(digits), numbers, fields, other)
    values = dict(zip(fields, numbers, strict=True))
    year, month = values["y"] + 2000 * is_short, values["m"]
    is_years = shape == "4-2" and month == year % 100 + 1 and not c.is_strict
    if year not in YEARS or is_years:  # 2010-11
        return None
    if "d" not in values:
        return _month(year, month)
    return replace(_day(year, month, values["d"]), note=note)


def _orders(numbers: Sequence[int], marks: set[str], order: str) -> tuple[str, str]:
    """The order of a day and a month before a year, and the other one if it may be."""
    one, other = numbers[:2]
    if one > MONTHS_OF["year"] or marks == {"."}:
        return "dmy", ""
    if other > MONTHS_OF["year"] or one == other:
        return ("mdy" if other > MONTHS_OF["year"] else "dmy"), ""
    return ("mdy", "dmy") if order == "mdy" else ("dmy", "mdy")


def _note(text: str, numbers: Sequence[int], fields: str, other: str) -> str:
    """What is said of a date with two possible orders."""
    if not other or len(str(numbers[2])) < len("2026"):
        return ""
    one, two = numbers[0], numbers[1]
    day, month = (one, two) if fields == "dmy" else (two, one)
    read, not_read = (
        shown_date(f"{numbers[2]}-{m:02}-{d:02}")
        for m, d in ((month, day), (day, month))
    )
    return (
        f"{text} was read as {read}, and not as {not_read}: "
        "see the setting search.date_order."
    )


def _month(year: int, month: int) -> Time | None:
    is_real = 1 <= month <= MONTHS_OF["year"]
    return fixed(months(year, month, 1, "month"), has_year=True) if is_real else None


def _day(year: int, month: int, day: int) -> Time:
    """A day of a year; without days if the calendar does not have it."""
    try:
        return fixed(one_day(date(year, month, day)), has_year=True)
    except ValueError:
        return Time(lambda _: None, "day", has_year=True)


def _day_and_month(digits: Sequence[str]) -> Time | None:
    """18.11. without a year."""
    day, month = map(int, digits)
    if not (1 <= day <= 31 and 1 <= month <= MONTHS_OF["year"]):
        return None
    time = intersected(day_of_month(day), months_of_year(month, 1, "month"))
    return replace(time, is_bare=True) if time else None
