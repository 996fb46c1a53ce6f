"""The words of times, the tokens of lines, and a cheap test for lines without times."""

import re
from functools import cache
from typing import Any, NamedTuple

from ragtui_core.language import tables
from ragtui_core.text.folding import folded_in_place

TOKEN = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")
"""What a line consists of: numbers, words, marks."""

WORD = re.compile(r"[^\W\d_]+")

ANY_LANGUAGE = -1
"""The languages of numbers and marks: all bits are set."""


class Token(NamedTuple):
    """A word, a number or a mark, folded; glued if no space is before it."""

    text: str
    start: int
    end: int
    is_glued: bool


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text, with their places in it; no stops of months."""
    found, end = list[Token](), -1
    for match in TOKEN.finditer(folded_in_place(text)):
        last, (start, end) = end, match.span()
        is_glued = start == last
        if not (match[0] == "." and is_glued and found[-1].text in _abbreviations()):
            found.append(Token(match[0], start, end, is_glued))
    return found


@cache
def _abbreviations() -> frozenset[str]:
    """Names of months that end with a full stop: `Sept. 14`."""
    stopped = tables.words("abbreviations_before_numbers")
    return words("months").intersection(map(folded_in_place, stopped))


@cache
def time_tables() -> list[dict[str, Any]]:
    """The tables of times of the languages that have one."""
    return [table["times"] for table in tables.tables().values() if "times" in table]


@cache
def words(*keys: str) -> frozenset[str]:
    """The single words under some keys, of all languages, folded."""
    texts = (table.get(key, "") for table in time_tables() for key in keys)
    listed = " ".join(t if isinstance(t, str) else " ".join(t) for t in texts)
    return frozenset(folded_in_place(listed).split())


@cache
def unit_words(*units: str) -> frozenset[str]:
    """The words of units, of all languages, folded."""
    tables = (table.get("units", {}) for table in time_tables())
    listed = " ".join(table.get(unit, "") for table in tables for unit in units)
    return frozenset(folded_in_place(listed).split())


@cache
def _triggers() -> frozenset[str]:
    """The first words of units and of times with a name."""
    names = words("months", "weekdays", "seasons", "days")
    units = {unit for table in time_tables() for unit in table.get("units", {})}
    phrases = names | unit_words(*units)
    return frozenset(TOKEN.findall(phrase.replace("_", " "))[0] for phrase in phrases)


def may_have_time(line: str) -> bool:
    """Whether a line has a digit, or a word with which a time may begin."""
    if any(map(str.isdecimal, line)):
        return True
    return not _triggers().isdisjoint(WORD.findall(folded_in_place(line)))


@cache
def month_numbers() -> dict[str, int]:
    """Months, 1..12, by their names in lower case that have one meaning."""
    return {
        name: number
        for table in time_tables()
        for number, names in enumerate(table.get("months", ()), 1)
        for name in (*names.split(), *folded_in_place(names).split())
        if name not in table.get("weak", "").split()
    }
