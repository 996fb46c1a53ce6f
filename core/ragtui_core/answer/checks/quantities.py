"""Parses numbers with units, times and days to comparable quantities."""

import re
from dataclasses import dataclass

from ragtui_core.answer.checks.unsupported_claims import NUMBER_WORDS
from ragtui_core.documents.front_matter.iso_dates import iso_date

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th|\.)?"
DAY = (
    rf"\b(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
    rf"|(?:{_ORDINAL} {_MONTH}|{_MONTH} {_ORDINAL})(?:,? \d{{4}})?)\b"
)
"""Regular expression of a day as usually written, with or without its year."""

NUMBER = (
    r"(?:(?<![\w)])[-\u2212])?(?<![\w.:/\[])\d+(?:[.,:]\d+)*(?=[^\W\d_]{0,5}(?![\w-]))"
)
"""Regular expression of a number that is not part of a code."""

_PLAIN = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)?")
_CLOCK = re.compile(r"[0-2]?\d:[0-5]\d")
_YEAR = re.compile(r"(?:19|20)\d\d")

_UNITS: dict[str, tuple[str, float]] = {
    "ms": ("time", 0.001),
    "second seconds sec s": ("time", 1),
    "minute minutes min": ("time", 60),
    "hour hours h": ("time", 3600),
    "day days": ("time", 86_400),
    "week weeks": ("time", 604_800),
    "month months": ("months", 1),
    "year years": ("months", 12),
    "mm": ("length", 0.001),
    "cm": ("length", 0.01),
    "m metre metres meter meters": ("length", 1),
    "km": ("length", 1000),
    "mg": ("mass", 0.001),
    "g": ("mass", 1),
    "kg": ("mass", 1000),
    "ml": ("volume", 0.001),
    "l litre litres liter liters": ("volume", 1),
    "kb": ("memory", 1e3),
    "mb": ("memory", 1e6),
    "gb": ("memory", 1e9),
    "% percent": ("share", 1),
    "\u00b0": ("degrees", 1),
    "bar": ("pressure", 1),
    "w": ("power", 1),
    "kw": ("power", 1000),
    "\u20ac euro euros eur": ("euros", 1),
    "$ dollar dollars usd": ("dollars", 1),
    "\u00a3 pound pounds gbp": ("pounds", 1),
}
_MEASURES = {name: unit for names, unit in _UNITS.items() for name in names.split()}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, a time or a day; comparable with one of the same measure."""

    measure: str
    value: str | float


def day_of(text: str) -> tuple[str, Quantity] | None:
    """The year, "" if there is none, and the day of a match of `DAY`."""
    if whole := iso_date(text):
        return whole[:4], Quantity("day", whole[5:])
    day = iso_date(f"{text.rstrip('.')} 2000")
    return ("", Quantity("day", day[5:])) if day else None


def quantity_of(text: str, after: str) -> Quantity | None:
    """The quantity of a number or number word; None if it is neither.

    Args:
        text: A match of `NUMBER`, or a word.
        after: The word that follows.
    """
    if _CLOCK.fullmatch(text):
        return Quantity("clock", text.rjust(5, "0"))
    word = NUMBER_WORDS.get(text.lower()) if after[:1].islower() else None
    if word is None and not _PLAIN.fullmatch(text):
        return None
    measure, size = _MEASURES.get(after.lower(), ("", 1.0))
    if _YEAR.fullmatch(text) and not measure:
        return None
    number = float((word or text).replace(",", ".").replace("\u2212", "-"))
    return Quantity(measure, round(number * size, 6))
