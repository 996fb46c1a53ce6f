"""The facts of some texts, to look up those of a claim: what they support."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from ragtui_core.answer.checks.facts import (
    Clock,
    Code,
    Day,
    Fact,
    Quantity,
    Value,
    facts_of,
    parts_of,
    readable,
    text_language,
)
from ragtui_core.answer.checks.units import (
    ARTICLES,
    INDIRECT,
    NUMBER_WORDS,
    UNITS,
    Unit,
    unit_named,
)
from ragtui_core.text.calendar_names import MONTHS, WEEKDAYS
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stems

MAX_PARTS = 4
"""Maximum number of words and numbers that a code or name may be written in."""

MAX_ENDING = 3
"""Maximum length of an ending by which names may differ: Berlin, Berliner."""

SHORT = 2
"""Maximum number of digits of a code that may be another name of a thing."""

_WORD = re.compile(r"[^\W_][\w'\u2019.-]*|[%\u2030\u00b0\u20ac$\u00a3\u00a5]")
_UNIT_ALONE = re.compile(r"[(\[/]\s?(\w{1,3}|\u00b0[CF])\s?[)\]]|(\w+/\w+)")


@dataclass(slots=True)
class StatedFacts:
    """The facts of some texts, to look up those of a claim.

    Attributes:
        values: Numbers, also of dates and codes, without units.
        plain: Numbers that have no unit.
        bases: Quantities by what is measured, in base units.
        units: Units that occur, with a number or alone, as in a table's head.
        forms: Words without endings.
        runs: Up to `MAX_PARTS` adjacent words and numbers, as one word.
        initials: First letters of adjacent words.
        sequence: All words and numbers, in order.
    """

    values: set[float] = field(default_factory=set)
    plain: set[float] = field(default_factory=set)
    bases: set[tuple[str, str]] = field(default_factory=set)
    units: set[Unit] = field(default_factory=set)
    days: set[Day] = field(default_factory=set)
    minutes: set[int] = field(default_factory=set)
    forms: set[str] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)
    initials: str = ""
    sequence: str = ""

    @classmethod
    def of(cls, texts: Iterable[str]) -> "StatedFacts":
        """The facts of Markdown texts."""
        facts = cls()
        for text in texts:
            facts.add(readable(text))
        return facts

    def add(self, text: str) -> None:
        """Add the facts of a readable text."""
        language = text_language(text)
        for fact in facts_of(text, language):
            for value in fact.values:
                self._add_value(value)
                if isinstance(value, Clock) and fact.text[0].isdigit():
                    self.values.add(value.minutes // 60)
        self._add_words(text, NUMBER_WORDS.get(language, {}))
        parts = parts_of(text)
        self.sequence += f" {' '.join(parts)} |"
        for length in range(1, MAX_PARTS + 1):
            starts = range(len(parts) - length + 1)
            self.runs |= {"".join(parts[at : at + length]) for at in starts}
        self.initials += " " + "".join(part[0] for part in parts if part)

    def supports(self, fact: Fact) -> bool:
        """Whether the texts have one of the values of a fact."""
        return any(self._has(value) for value in fact.values)

    def is_certain(self, fact: Fact) -> bool:
        """Whether a fact that is not here must be wrong, and no other name of a thing.

        Short codes may be one, such as `M2`, unless the texts have another of the kind,
        and 0 and 1, as in `type 1`.
        """
        match fact.values:
            case (Quantity(number, None), *_):
                return number not in {0, 1}
            case (Code(text), *_):
                letters = re.escape(text.rstrip("0123456789 "))
                is_long = sum(map(str.isdigit, text)) > SHORT
                return is_long or bool(re.search(rf" {letters} \d", self.sequence))
        return True

    def _add_value(self, value: Value) -> None:
        match value:
            case Quantity(number, unit):
                self.values.add(number)
                if unit:
                    self.bases |= {value.base, value.counted.base}
                    self.units.add(unit)
                else:
                    self.plain.add(number)
            case Day(year, month):
                self.days.add(value)
                self.values.add(year)
                if month:
                    self.forms |= {_form(name) for name in MONTHS[month - 1]}
                self._add_weekday(value)
            case Clock(minutes):
                self.minutes.add(minutes)
            case Code(text):
                digits = [part for part in text.split() if part.isdigit()]
                self.values |= set(map(float, digits if len(digits) == 1 else ()))

    def _add_weekday(self, day: Day) -> None:
        try:
            weekday = date(day.year, day.month, day.day).weekday()
        except ValueError:
            return
        self.forms |= {_form(name) for name in WEEKDAYS[weekday]}

    def _add_words(self, text: str, number_words: Mapping[str, int]) -> None:
        words = [word.lower() for word in _WORD.findall(text)]
        self.units |= {UNITS[w] for w in words if w in UNITS and len(w) != 1}
        self.units |= {UNITS[w] for w in words if w in UNITS and not w.isalnum()}
        alone = (
            unit_named(match[1] or match[2]) for match in _UNIT_ALONE.finditer(text)
        )
        self.units |= set(filter(None, alone))
        for word, after in pairwise([*words, ""]):
            values = {*INDIRECT.get(word, ())}
            self.bases |= {Quantity(number, UNITS["%"]).base for number in values}
            if word in number_words:
                values.add(number_words[word])
            self.values |= values
            self.plain |= values
            if after in UNITS and word in ARTICLES:
                self._add_value(Quantity(1, UNITS[after]))
        self.forms |= {_form(word) for word in words}

    def _has(self, value: Value) -> bool:
        match value:
            case Quantity(number, None):
                return number in self.values
            case Quantity(number, unit):
                is_plain = number in self.plain and unit in self.units
                return is_plain or value.base in self.bases or self._counts(value)
            case Day():
                return any(self._agrees(value, day) for day in self.days)
            case Clock(minutes):
                return minutes in self.minutes
            case Code(text):
                joined = text.replace(" ", "")
                return f" {text} " in self.sequence or joined in self.initials

    def _counts(self, value: Quantity) -> bool:
        """Whether a quantity of `mg/l` is one of `mg` here, relative to nothing."""
        measure = value.counted.base[0]
        return value.counted.base in self.bases and not any(
            other.startswith(f"{measure}/") for other, _ in self.bases
        )

    def _agrees(self, claimed: Day, day: Day) -> bool:
        has_year = not claimed.year or claimed.year in {day.year, 0}
        if not day.year:
            has_year = has_year or claimed.year in self.values
        return (
            has_year
            and claimed.month in {0, day.month}
            and (not claimed.day or claimed.day == day.day)
        )

    def has_name(self, name: str) -> bool:
        """Whether the texts have a name, or its capitalized parts, in any form."""
        parts = [part for part in name.split("-") if part[:1].isupper()]
        return self._has_word(name) or (
            len(parts) > 0 and "-" in name and all(map(self._has_word, parts))
        )

    def _has_word(self, name: str) -> bool:
        form, whole = _form(name), folded(name)
        bare = re.sub(r"[\W_]", "", whole)
        if form in self.forms or bare in self.runs:
            return True
        if name.rstrip("s").isupper() and bare.rstrip("s") in self.initials:
            return True
        return any(_is_ending(whole, run) for run in self.runs)


def _is_ending(name: str, word: str) -> bool:
    """Whether two names differ in an ending of the longer one."""
    short, long = sorted((name, word), key=len)
    return (
        len(short) > MAX_ENDING
        and len(long) - len(short) <= MAX_ENDING
        and long.startswith(short)
    )


def _form(word: str) -> str:
    """A word without its ending and its possessive."""
    bare = re.sub(r"['\u2019]s?\Z", "", word)
    return " ".join(stem for _, stem in stems(bare))
