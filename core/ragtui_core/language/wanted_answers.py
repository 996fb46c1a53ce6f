"""What a question wants to know, and whether a text says such a thing.

The words with which questions begin are in the section `requests` of the tables.
"""

from collections.abc import Iterator
from enum import Enum, auto
from functools import cache

from ragtui_core.language.function_words import (
    ENGLISH,
    FUNCTION_WORDS,
    language_of,
    words_in,
)
from ragtui_core.language.phrase_rules import PhraseLine
from ragtui_core.language.requests import without_vague
from ragtui_core.language.tables import words
from ragtui_core.language.times import time_words as times
from ragtui_core.language.times.dates import dates_in
from ragtui_core.text.folding import folded
from ragtui_core.text.runs import blanked
from ragtui_core.text.stemming import stems


class Wanted(Enum):
    """What an answer has to name."""

    PERSON = auto()
    TIME = auto()
    NUMBER = auto()


_TIMES = times.words("months", "weekdays", "seasons", "days")
"""The names of days, months and seasons of all languages."""

_BEGINNINGS = {
    "^ WHO": Wanted.PERSON,
    "^ WHEN": Wanted.TIME,
    "^ HOW_MANY": Wanted.NUMBER,
    "^ HOW_MUCH": Wanted.NUMBER,
}


def wanted_by(question: str) -> Wanted | None:
    """What the word wants with which a question begins; None if anything may answer."""
    return next((wanted for wanted, _ in _begun(question)), None)


def topic_of(question: str) -> str:
    """What a question is about: no vague words, nor those with which it begins.

    Nothing needs to say them: "how heavy is Ann?" is answered by a weight.
    """
    rests = (rest for _, rest in _begun(question))
    return without_vague(next(rests, question))


def _begun(question: str) -> Iterator[tuple[Wanted, str]]:
    """What the words may want with which a question begins, and the rest of it.

    A word of another language counts if the question seems English: Dutch "wie" is
    "who", German "wie viel" is "how much".
    """
    line, language = PhraseLine(question, "requests"), language_of(words_in(question))
    language = "" if language == ENGLISH else language
    for row, wanted in _BEGINNINGS.items():
        if begun := line.taken(row, language):
            yield wanted, begun.rest


def names(wanted: Wanted, text: str, question: str) -> bool:
    """Whether a text has a number or a name that its question has not, or none.

    The numbers of a date say no other number.
    """
    asked = {stem for _, stem in stems(question)}
    if wanted is Wanted.NUMBER:
        text = blanked(text, (date.span for date in dates_in(text)))
    said = [word for word, stem in stems(text) if stem not in asked]
    if any(folded(word) in words("negations") for word in said):
        return True
    if wanted is Wanted.PERSON:
        return any(w[0].isupper() and w.lower() not in FUNCTION_WORDS for w in said)
    known = _numbers() | (_TIMES if wanted is Wanted.TIME else set())
    return any(any(map(str.isdigit, word)) or folded(word) in known for word in said)


@cache
def _numbers() -> frozenset[str]:
    listed = (*words("cardinals"), *words("tens"))
    return frozenset(form for number in listed for form in number.split("/"))
