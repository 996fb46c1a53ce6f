"""Compares the numbers of a sentence of an answer with the passages that it cites."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ragtui_core.answer.checks.facts import (
    Clock,
    Day,
    Fact,
    Quantity,
    Value,
    facts_of,
    number_words,
    readable,
    text_language,
    units_in,
)
from ragtui_core.answer.model_text import plain_words
from ragtui_core.answer.remarks.remark_words import NOT_IN_PASSAGE
from ragtui_core.language.units import Unit

MAX_LISTED = 5
"""Maximum number of facts in a remark."""

MIN_TITLE_LETTERS = 4
"""Shorter names of sources are not looked for in sentences."""


@dataclass(frozen=True)
class ClaimChecker:
    """Checks the numbers, dates and units in the sentences of one answer.

    Attributes:
        source_names: Titles and paths of sources; a sentence may name any of them.
    """

    source_names: Sequence[str]

    def remark(self, sentence: str, passages: Sequence[Sequence[str]]) -> str:
        """What the texts of the passages that a sentence cites lack, if anything."""
        claim = self._claim(sentence)
        stated = StatedFacts.of(text for passage in passages for text in passage)
        missing = [
            fact.text
            for fact in facts_of(claim, text_language(claim))
            if not (fact.is_code or stated.supports(fact))
        ]
        plural = "s" if len(passages) > 1 else ""
        return f"{_listed(missing)}: {NOT_IN_PASSAGE}{plural}" if missing else ""

    def _claim(self, sentence: str) -> str:
        """A sentence without the names of sources."""
        for name in sorted(self.source_names, key=len, reverse=True):
            if sum(map(str.isalpha, name)) >= MIN_TITLE_LETTERS and not name.isalpha():
                sentence = sentence.replace(name, " ")
        return readable(sentence)


def _listed(facts: Sequence[str]) -> str:
    """Facts on one line of plain words."""
    facts = list(dict.fromkeys(map(plain_words, facts)))
    more = f" and {len(facts) - MAX_LISTED} more" if len(facts) > MAX_LISTED else ""
    return f"{', '.join(facts[:MAX_LISTED])}{more}"


@dataclass(slots=True)
class StatedFacts:
    """The facts of some texts, to look up those of a claim.

    Attributes:
        values: Numbers, also of dates and codes, without units.
        plain: Numbers that have no unit.
        bases: Quantities by what is measured, in base units.
        units: Units that occur, with a number or alone, as in a table's head.
    """

    values: set[float] = field(default_factory=set)
    plain: set[float] = field(default_factory=set)
    bases: set[tuple[str, str]] = field(default_factory=set)
    units: set[Unit] = field(default_factory=set)
    days: set[Day] = field(default_factory=set)
    minutes: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, texts: Iterable[str]) -> "StatedFacts":
        """The facts of displayed texts."""
        stated = cls()
        for text in map(readable, texts):
            language = text_language(text)
            for fact in facts_of(text, language):
                for value in fact.values:
                    stated._add(value)
            stated.units |= units_in(text)
            for quantity in number_words(text, language):
                stated._add(quantity)
        return stated

    def supports(self, fact: Fact) -> bool:
        """Whether the texts have one of the values of a fact; a bare 0 or 1 counts."""
        return any(map(self._has, fact.values))

    def _add(self, value: Value) -> None:
        match value:
            case Quantity(number, unit):
                self.values.add(number)
                if unit:
                    self.bases |= {value.base, value.counted.base}
                    self.units.add(unit)
                else:
                    self.plain.add(number)
            case Day():
                self.days.add(value)
                self.values.add(value.year)
            case Clock(minutes):
                self.minutes.add(minutes)
                self.values.add(minutes // 60)

    def _has(self, value: Value) -> bool:
        match value:
            case Quantity(number, None):
                return number in self.values or number in {0, 1}
            case Quantity(number, unit):
                is_plain = number in self.plain and unit in self.units
                return is_plain or value.base in self.bases or self._counts(value)
            case Day():
                return any(self._agrees(value, day) for day in self.days)
            case Clock(minutes):
                return minutes in self.minutes

    def _counts(self, value: Quantity) -> bool:
        """Whether, of a quantity of `mg/l`, the texts give `mg` without any `mg/…`."""
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
