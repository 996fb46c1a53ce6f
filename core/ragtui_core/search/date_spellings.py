"""Finds a day that notes mention, however they spell it: `5 May` finds `2026-05-05`.

A day has spellings as numbers in the usual orders, and with the names of the month that
the vault has.
"""

import re
from collections.abc import Iterator
from datetime import date

from ragtui_core.language.times.time_words import month_numbers
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.stemming import stemmed
from ragtui_core.types import SearchedTime

MONTHS_OF_YEAR = 12


def mentioned_day(time: SearchedTime | None) -> date | None:
    """The day that a time is, if a note may mention it: not for "yesterday"."""
    if time is None or time.first is None or time.first != time.last:
        return None
    written = {int(number) for number in re.findall(r"\d{1,4}", time.words)}
    return time.first if time.first.day in written else None


def spellings(day: date, reader: Reader, *, any_year: bool) -> Iterator[str]:
    """The spellings of a day that texts may have, without their punctuation.

    Its year is the one that is asked for, or that is likely; with `any_year` the years
    before and after are meant, too.
    """
    number, month, year = day.day, day.month, day.year
    for near in (year, year - 1, year + 1) if any_year else (year,):
        yield f"{near} {month:02} {number:02}"
        yield f"{near}{month:02}{number:02}"
        yield f"{number} {month} {near}"
        yield f"{number:02} {month:02} {near}"
    yield f"{number} {month}"
    if number > MONTHS_OF_YEAR or number == month:  # else it may be another day
        yield f"{number:02} {month:02}"
    names = {
        stemmed(name)[0]: name for name, of in month_numbers().items() if of == month
    }
    known = reader.keywords.document_frequencies(names)
    for name in (names[stem] for stem, count in known.items() if count):
        for written in (f"{number}", f"{number:02}", f"{number}{_ending(number)}"):
            yield f"{written} {name}"
            yield f"{name} {written}"
        for between in ("of", "de"):
            yield f"{number} {between} {name}"
        yield f"{number}{_ending(number)} of {name}"
        if number == 1:
            yield f"1er {name}"


def _ending(number: int) -> str:
    if number in {11, 12, 13}:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
