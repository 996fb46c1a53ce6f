"""The facts of a text that can be compared: quantities, days and times.

Facts are equal in any spelling: `6 months` and `six months`, `1,000` and `1.000`,
`5 May 2026` and `2026-05-05`, `30ml` and `30 ml`. A number that can be read in two ways
has both as its values.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from operator import attrgetter, itemgetter

from ragtui_core.citations.shown.folding import fold
from ragtui_core.language.function_words import LANGUAGES, is_function_word, language_of
from ragtui_core.language.times.calendar import is_whole
from ragtui_core.language.times.dates import WrittenDate, dates_in
from ragtui_core.language.units import (
    ARTICLES,
    CURRENCIES,
    INDIRECT,
    NUMBER_WORDS,
    SCALES,
    UNITS,
    Unit,
    unit_named,
)
from ragtui_core.text.number_values import number_values
from ragtui_core.text.runs import blanked
from ragtui_core.types import Span

GERMAN = "de"
"""The language in which all nouns are capitalized."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, with its unit if it has one."""

    value: float
    unit: Unit | None = None

    @property
    def base(self) -> tuple[str, str]:
        """What is measured, and how many base units that is, to six digits."""
        measure, size = self.unit or ("", 1)
        return measure, f"{self.value * size:.6g}"

    @property
    def counted(self) -> "Quantity":
        """The quantity without what it is relative to: 5 mg of 5 mg/l."""
        measure, size = self.unit or ("", 1)
        return Quantity(self.value, (measure.partition("/")[0], size))


@dataclass(frozen=True, slots=True)
class Day:
    """A day; `year`, `month` or `day` is 0 if it is not named."""

    year: int
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day, in minutes."""

    minutes: int


Value = Quantity | Day | Clock


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as written, with the values that it may have."""

    text: str
    values: tuple[Value, ...]
    is_code: bool = False
    """Whether the numbers are parts of a name, such as `PX-300`."""


_ALL_NUMBER_WORDS = {
    word: number for words in NUMBER_WORDS.values() for word, number in words.items()
}


def _any_of(words: Iterator[str] | list[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_NUM = (
    r"(?:\d{1,3}(?:[ '\u2019\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)"
    r"(?!\d)"
)
_CLOCK = r"""
    (?:12\s)?(?P<named>noon|midday|midnight|mittags?|mitternacht|midi|minuit|mediod\u00eda
        |medianoche|mezzogiorno|mezzanotte|meio-dia|meia-noite|middernacht)\b
  | (?P<hour>[01]?\d|2[0-4]) (?: [:h] (?P<minute>[0-5]\d)
        (?:\s?(?P<half>[ap])\.?m\b\.?|\s?Uhr\b)?
      | (?:[.](?P<minute2>[0-5]\d))? (?:\s?(?P<half2>[ap])\.?m\b\.?|\s?Uhr\b) )
"""
_SPELLED = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(r"\s+([^\W\d_]+)")
_DECADE = re.compile(r"\d{4}s")
_ORDINAL = {"st", "nd", "rd", "th", "er", "\u00ba"}
_SUFFIX = r"(?:st|nd|rd|th|er|e|s|x|k|\u00ba)"
_CODE = r"""
    (?:[A-Z][A-Za-z]*[-_]?|[a-z]+)\d\w*(?:[-_./](?!(?-i:[a-z]+)\b)\w+)*
  | \d+(?:\.\d+){2,}
"""
_ONE = rf"(?:{_any_of(list(UNITS))})"
_UNIT = rf"{_ONE}(?:(?:\s?/\s?|\s(?:per|pro|par|por|a)\s){_ONE})?(?!\w)"
_CURRENCY = rf"(?:{_any_of(list(CURRENCIES))})"
_LEFT = r"(?<![\w.,:/\u2044])(?<!\w[-\u2013])"
"""Left border of a number: not within a code, a number or a path."""

_DEGREES = re.compile(
    r"(?:\u00b0|\b(?:degrees?|grad|degr\u00e9s?|grados?|gradi|graus?|graden)) ?"
    r"(?:(C|celsius)|(F|fahrenheit))\b",
    re.I,
)
_PER_CENT = re.compile(r"\b(?:per|pour|por|per) ?(?:cent|ciento|cento)\b", re.I)
_SOURCE = re.compile(r"https?://\S+|\S+@\S+\.\w+")
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_MEASURED = re.compile(r"[^\W_][\w'\u2019.-]*|[%\u2030\u00b0\u20ac$\u00a3\u00a5]")
_UNIT_ALONE = re.compile(r"[(\[/]\s?(\w{1,3}|\u00b0[CF])\s?[)\]]|(\w+/\w+)")
_PART = re.compile(r"\d+")


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """Finds numbers, times and codes in a text of a language."""
    words = _any_of([w for w, n in NUMBER_WORDS.get(language, {}).items() if n != 1])
    # Those of other languages only before a unit: `due`, `once` and `sei` are words.
    others = _any_of([word for word, n in _ALL_NUMBER_WORDS.items() if n != 1])
    spelled = (
        rf"\b(?:{words or r'(?!)'})(?:-(?:{words or r'(?!)'}))?\b"
        rf"|\b(?:{others})\b(?=[ ]{_UNIT})"
    )
    scales = rf"(?:{_any_of(list(SCALES))})\b"
    return re.compile(
        rf"""
        (?P<clock>{_LEFT}(?:{_CLOCK})(?![\d:]))
      | (?P<code>(?<![\w.-])(?-i:{_CODE}))
      | (?P<number>(?:(?P<before>(?<!\w){_CURRENCY})\s?)?
          (?P<digits>(?:(?<![\w)])[-\u2212]|\b(?:minus|moins|menos|meno)\s)?
            (?:(?<![^\W\d_])(?<![\d.,/])|(?<=\w[-/\u2013])){_NUM}|{spelled})
          (?:[ ]?(?P<scale>{scales}))?
          (?:[ ]?[-\u2011]?(?P<unit>{_UNIT})|(?P<suffix>{_SUFFIX})\b
            |(?P<rest>[^\W\d_]\w*))?)
        """,
        re.VERBOSE | re.I,
    )


def readable(displayed: str) -> str:
    """A displayed text without addresses, with one spelling of degrees and per cent."""
    text = fold(_SOURCE.sub(" ", displayed))
    text = _DEGREES.sub(lambda m: "\u00b0C" if m[1] else "\u00b0F", text)
    return _PER_CENT.sub("%", text)


def facts_of(text: str, language: str) -> list[Fact]:
    """The numbers, days, times and codes of a readable text, in order."""
    orders = ("dmy", "mdy") if "/" in text else ("dmy",)
    dates = [
        named for order in orders for named in dates_in(text, order, any_year=True)
    ]
    facts = [(span.start, Fact(span.of(text), days)) for span, days in _days(dates)]
    text = blanked(text, sorted({d.span for d in dates}, key=attrgetter("start")))
    facts += (
        (match.start(), Fact(match[0].strip(" ."), values, match.lastgroup == "code"))
        for match in _pattern(language).finditer(text)
        if (values := tuple(_values(match))) and not _is_pronoun(match, text)
    )
    return [fact for _, fact in sorted(facts, key=itemgetter(0))]


def _days(dates: Iterable[WrittenDate]) -> set[tuple[Span, tuple[Day, ...]]]:
    """Where the first and the last day of each date are, as it may be read."""
    readings = defaultdict[Span, list[WrittenDate]](list)
    for named in dates:
        readings[named.span].append(named)
    return {
        (span, tuple(_day(named, end(named)) for named in of))
        for span, of in readings.items()
        for end in (attrgetter("first"), attrgetter("last"))
    }


def _day(written: WrittenDate, day: date) -> Day:
    is_month = written.first != written.last and is_whole(written.days, "month")
    return Day(day.year * written.has_year, day.month, 0 if is_month else day.day)


def _is_pronoun(match: re.Match[str], text: str) -> bool:
    """Whether a number word is used like a pronoun: `the two`, `option two`."""
    if not (match["digits"] or "0").isalpha() or match["unit"] or match["scale"]:
        return False
    counted = _COUNTED.match(text, match.end())
    return counted is None or is_function_word(counted[1])


def units_in(text: str) -> set[Unit]:
    """The units of a readable text, with a number or alone, as in a table's head."""
    words = [word.lower() for word in _MEASURED.findall(text)]
    found = {UNITS[word] for word in words if word in UNITS and word != word[:1]}
    found |= {UNITS[w] for w in words if w in UNITS and not w.isalnum()}
    alone = (unit_named(match[1] or match[2]) for match in _UNIT_ALONE.finditer(text))
    return found | set(filter(None, alone))


def number_words(text: str, language: str) -> Iterator[Quantity]:
    """The numbers that words of a readable text mean: `half`, `a year`, `ten`."""
    words = [word.lower() for word in _MEASURED.findall(text)]
    for word, after in pairwise([*words, ""]):
        for number in INDIRECT.get(word, ()):
            yield Quantity(number)
            yield Quantity(number, UNITS["%"])
        if number_word := NUMBER_WORDS.get(language, {}).get(word):
            yield Quantity(number_word)
        if after in UNITS and word in ARTICLES:
            yield Quantity(1, UNITS[after])


def text_language(*texts: str) -> str:
    """The language whose number words texts are read by: German if one is German."""
    codes = [language_of(_WORD.findall(text)) for text in texts]
    if GERMAN in codes:
        return GERMAN
    return codes[0] if codes else LANGUAGES[0]


def _values(match: re.Match[str]) -> Iterator[Value]:
    """The values that a match may have."""
    match match.lastgroup:
        case "clock":
            yield from _clocks(match)
        case "code":
            yield from (Quantity(float(n)) for n in _PART.findall(match[0]))
        case _:
            yield from _quantities(match)


def _clocks(match: re.Match[str]) -> Iterator[Clock]:
    if match["named"]:
        is_night = re.search(r"nig|nui|nacht|no(?:ch|tt|it)", match["named"], re.I)
        yield Clock(0 if is_night else 12 * 60)
        return
    hour = int(match["hour"])
    minute = int(match["minute"] or match["minute2"] or 0)
    half = (match["half"] or match["half2"] or "").lower()
    if half and hour <= 12:
        yield Clock((hour % 12 + 12 * (half == "p")) * 60 + minute)
        return
    yield Clock(hour % 24 * 60 + minute)
    if hour < 12 and "uhr" not in match[0].lower():
        yield Clock((hour + 12) * 60 + minute)


def _quantities(match: re.Match[str]) -> Iterator[Value]:
    scale = SCALES.get((match["scale"] or "").lower(), 1)
    name = (match["unit"] or match["before"] or "").lower()
    if _DECADE.fullmatch(match[0]):
        name = ""
    for value in _numbers(match["digits"]):
        yield Quantity(value * scale, unit_named(name))
        if (match["suffix"] or "").lower() in _ORDINAL:
            yield Day(0, 0, int(value))
        if (match["suffix"] or "").lower() == "k":
            yield Quantity(value * 1000, unit_named(name))


def _numbers(digits: str) -> list[float]:
    if any(character.isdigit() for character in digits):
        return number_values(digits)
    words = _SPELLED.findall(digits.lower())
    parts = [_ALL_NUMBER_WORDS[word] for word in words if word in _ALL_NUMBER_WORDS]
    return [float(sum(parts)) * (1 if digits[0].isalpha() else -1)]
