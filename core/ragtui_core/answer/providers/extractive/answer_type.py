"""The expected answer type of an English question, and whether a text contains it.

A deliberately simple heuristic: a number, a date or a name anywhere in the text. For
other questions, and other languages, any answer is accepted.
"""

import re
from enum import Enum, auto

from ragtui_core.text.stemming import stems


class AnswerType(Enum):
    """The kinds of answer that are distinguished."""

    NUMBER = auto()
    DATE = auto()
    NAME = auto()
    ANYTHING = auto()


_ASKED = {
    AnswerType.DATE: r"\bwhen\b|\b(what|which) (year|date|day|month|century|decade)\b",
    AnswerType.NUMBER: (
        r"\bhow (many|much|long|often|old|far|high|deep|large|big|tall|wide|heavy|fast"
        r"|warm|cold|hot|thick|late|early)\b"
        r"|\b(what|which) (number|percentage|share|price|fraction|temperature"
        r"|extension)\b"
    ),
    AnswerType.NAME: (
        r"\bwho(m|se)?\b|\bwhere\b"
        r"|\b(what|which) (person|man|woman|player|colleague|city|country|town)\b"
    ),
}
_KINDS = {kind: re.compile(asked, re.IGNORECASE) for kind, asked in _ASKED.items()}

_NUMBER = re.compile(
    r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"
    r"|thirty|hundred|thousand|million|half|once|twice|none|no|never|every)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(1\d|20)\d\d\b|\d:\d\d|\d(st|nd|rd|th)\b"
    r"|\b(january|february|march|april|may|june|july|august|september|october|november"
    r"|december|(mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter"
    r"|morning|evening|noon|midnight|century|when|after|before|until)",
    re.IGNORECASE,
)


def expected_type(question: str) -> AnswerType:
    """The kind of answer that `question` asks for."""
    for kind, asked in _KINDS.items():
        if asked.search(question):
            return kind
    return AnswerType.ANYTHING


def holds_type(kind: AnswerType, text: str, question: str) -> bool:
    """Whether `text` contains an answer of that kind that is not in `question`."""
    if kind is AnswerType.NUMBER:
        return bool(_NUMBER.search(text))
    if kind is AnswerType.DATE:
        return bool(_DATE.search(text))
    if kind is AnswerType.NAME:
        asked = {stem for _, stem in stems(question)}
        return any(w[0].isupper() and stem not in asked for w, stem in stems(text))
    return True
