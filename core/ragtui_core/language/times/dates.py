"""Finds the dates that a title, a heading, a value or a row states, in any spelling.

They have a year: `2026-11-03`, `2026_11_03`, `2026.11.3`, `20261103`, `3.11.2026`,
`3/11/2026` (the day first, unless the second number is above 12), `3 November 2026`,
`November 3rd, 2026`, `3 de noviembre de 2026`, `2026-W45`, `2026-11`, `November 2026`.
Years are 1900 to 2199.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache

from ragtui_core.language.times.calendar import DAYS_OF, Days, is_whole
from ragtui_core.language.times.chart import Node, parsed
from ragtui_core.language.times.grammar import Context
from ragtui_core.language.times.lexicon import named, words_of_kinds
from ragtui_core.language.times.numbers import numbers
from ragtui_core.language.times.reading import longest, meant_days
from ragtui_core.language.times.time_words import WORD, tokens_of, words
from ragtui_core.text.folding import folded_in_place
from ragtui_core.types import Span

_HINT = re.compile(r"\d{4}|\d[/.]\s?\d")
_DIGIT = re.compile(r"\d")
_KINDS = frozenset(
    (
        *("SERIES", "TIME", "DAY", "DIGITS", "NTH", "week_number"),
        *("link", "of", "article", "from", "to"),
    )
)
"""The parts of dates with a year."""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date at a place in a text: a day, a week, a month, or from one to another."""

    span: Span
    first: date
    last: date
    has_year: bool = True
    """Whether its year is stated; else it is any."""

    @property
    def days(self) -> Days:
        """The days of the date."""
        return Days(self.first, self.last)


def dates_in(
    text: str, order: str = "dmy", *, any_year: bool = False
) -> list[WrittenDate]:
    """The dates of a text in their order; none that the calendar does not have.

    With `any_year`, also days without a year: `3-5 May`.
    """
    if not (any_year or _HINT.search(text)):
        return []
    tokens = tokens_of(text)
    context = Context(date(2000, 1, 1), 0, order, is_strict=True)
    nodes = list(numbers(tokens, context))
    if not words("months", "week_number").isdisjoint(token.text for token in tokens):
        terminals = [node for node in (*named(tokens), *nodes) if node.kind in _KINDS]
        nodes = parsed(terminals, len(tokens), context, _KINDS)
    found = longest([node for node in nodes if _is_date(node, any_year)])
    return [
        WrittenDate(
            Span(tokens[node.start].start, tokens[node.end - 1].end),
            days.first or date.min,
            days.last or date.max,
            node.value.has_year,
        )
        for node in sorted(found, key=lambda node: node.start)
        for days in meant_days(node.value, context)
    ]


MAX_LEADING = 60
"""Characters in which a line begins with its date, after a weekday and marks."""


def leading_date(text: str, *, any_year: bool = False) -> WrittenDate | None:
    """The date with which a line begins, perhaps after its weekday or `Update`."""
    line = text[:MAX_LEADING].partition("\n")[0]
    digit = _DIGIT.search(line)
    first_words = WORD.findall(folded_in_place(line[: digit.start()])) if digit else ()
    if not digit or not _words_before().issuperset(first_words):
        return None
    found = dates_in(line, any_year=any_year)
    before = folded_in_place(line[: found[0].span.start]) if found else ""
    is_first = found and not any(map(str.isdecimal, before))
    allowed = words("weekdays", "updated")
    return found[0] if is_first and allowed.issuperset(WORD.findall(before)) else None


@cache
def _words_before() -> frozenset[str]:
    """The words that may be before the first digit of a date with which a line begins.

    There is none without digits, and most lines begin with another word.
    """
    return words("weekdays", "updated").union(words_of_kinds(_KINDS))


def _is_date(node: Node, any_year: bool) -> bool:
    time = node.value
    if node.kind != "TIME" or time.is_relative:
        return False
    is_day = any_year and time.unit == "day" and time.cycle == "year"
    return is_day or (time.has_year and DAYS_OF[time.unit] <= DAYS_OF["month"])


def as_iso(days: Days) -> str:
    """Days in ISO 8601: `2026-11-03`, `2026-11`, or `2026-11-02/2026-11-08`."""
    first, last = (day.isoformat() if day else ".." for day in (days.first, days.last))
    if is_whole(days, "month"):
        return first[: len("YYYY-MM")]
    return first if first == last else f"{first}/{last}"


_EPOCH = re.compile(r"\d{10}(?:\d{3})?", re.ASCII)
_REDUCED = re.compile(r"\d{4}(-(0[1-9]|1[0-2]))?")
_LINK = re.compile(r"\[\[(?:[^\]|]*/)?([^\]|]*)(?:\|[^\]]*)?\]\]")
_TIME = re.compile(
    r"t?\s*(?P<hour>\d{1,2})(?P<rest>:\d{2}(?::\d{2}(?:\.\d+)?)?)"
    r"\s*(?P<half>[ap]m)?\s*(?P<zone>z|utc|[-+]\d{1,2}(?::?\d{2})?)?"
)
_BESIDE = " ,>])"
"""What may be around the time that follows a date."""


def iso_date(text: str) -> str:
    """`2024-03-05`, or with a time `2024-03-05T10:00:00+01:00`; "" if it is not a date.

    The text is one date, perhaps with its weekday or as a link to a note; or seconds or
    milliseconds since 1970. A year or a month alone (`2024`, `2024-03`) is a date of
    reduced precision.
    """
    text = _LINK.sub(r"\1", text.strip())
    if _REDUCED.fullmatch(text):
        return text
    if _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(text[:10]), UTC).isoformat()
    if not text.isdecimal() or len(text) == len("YYYYMMDD"):
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            return _written(text)
        has_clock = len(text) > len("YYYY-MM-DD")
        return moment.isoformat() if has_clock else moment.date().isoformat()
    return ""


def _written(text: str) -> str:
    """A date in another spelling, with what may be beside it; "" if it is not one."""
    found = dates_in(text)
    if len(found) != 1 or found[0].first != found[0].last:
        return ""
    before, after = text[: found[0].span.start], text[found[0].span.end :]
    if not words("weekdays").issuperset(WORD.findall(folded_in_place(before))):
        return ""
    try:
        return found[0].first.isoformat() + _clock(after)
    except ValueError:
        return ""


def _clock(text: str) -> str:
    """The time that follows a date, with its `T`; "" if nothing or a weekday follows.

    Raises:
        ValueError: Something else follows.
    """
    weekdays = words("weekdays")
    said = WORD.sub(lambda it: it[0] * (it[0] not in weekdays), folded_in_place(text))
    if not any(map(str.isalnum, said)):
        return ""
    found = _TIME.fullmatch(said.strip(_BESIDE))
    if not found:
        raise ValueError(text)
    hour = int(found["hour"])
    if half := found["half"]:
        hour = hour % 12 + 12 * (half == "pm")
    zone = found["zone"] or ""
    if zone[:1] in "+-" and len(zone) == len("+1"):
        zone = f"{zone[0]}0{zone[1]}"
    zone = "+00:00" if zone in {"z", "utc"} else zone
    return "T" + time.fromisoformat(f"{hour:02}{found['rest']}{zone}").isoformat()
