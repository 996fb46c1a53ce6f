"""Numbers and names of an answer that no cited passage contains.

Models often invent them, and readers rely on them. This gives a notice, not a verdict:
a sum, or another form of a name, may be correct without being in a passage.
"""

import re
from collections.abc import Iterable, Iterator

from ragtui_core.text.stemming import stems

MAX_LISTED = 5
"""Maximum number of numbers and names in the notice."""

CAPITALS_RATIO = 0.3
"""If the ratio of capitalized words is higher, capitals indicate no names (German)."""

_UNIT = r"[^\W\d_]{0,5}(?![\w-])"
"""A unit or suffix directly after a number: 30ml, 1990s, 5th."""

_NUMBER = re.compile(rf"(?<![\w.])(?<!\w-)\d+(?:[.,:/-]\d+)*(?:(?!\w)|(?={_UNIT}))")
_CODE = re.compile(
    rf"\b(?!\d+{_UNIT})(?=\w*\d)(?=\w*[^\W\d])\w+(?:-\w+)*|\b[A-Z]{{2,}}-\d+\b"
)
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_INSIDE = re.compile(r"(?<=[a-z,;)] )(?!I['\u2019])[A-Z][\w'\u2019-]+")
_IGNORED = re.compile(r"\[\d{1,3}(?:, ?\d{1,3})*\]|^[ \t>#*_-]*\d+[.)]\W|[*_`]+", re.M)
"""Citation marks, numbers of list items and headings, emphasis."""

_THOUSANDS = re.compile(r"\b\d{1,3}([,'\u2019\u00a0\u2009\u202f ])\d{3}(?:\1\d{3})*\b")
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_NUMBERS.split())}


def unsupported(answer: str, evidence: Iterable[str]) -> list[str]:
    """The answer's numbers and names that are not in the evidence.

    Args:
        answer: Markdown.
        evidence: The cited passages, and other text that an answer may repeat: the
            question, the titles and paths of sources.
    """
    text = _IGNORED.sub(" ", answer)
    given = " ".join(evidence)
    numbers, words = (
        set(_numbers(given)),
        {_form(word) for word in _WORD.findall(given)},
    )
    codes = {code.lower() for code in _CODE.findall(given)}
    found = [n for n in _NUMBER.findall(text) if _value(n) not in numbers]
    found += [c for c in _CODE.findall(text) if c.lower() not in codes]
    found += [name for name in _names(text) if _form(name) not in words]
    return list(dict.fromkeys(found))


def notice_of(missing: list[str]) -> str:
    """The notice on unsupported numbers and names."""
    listed = ", ".join(missing[:MAX_LISTED])
    more = f" and {len(missing) - MAX_LISTED} more" if len(missing) > MAX_LISTED else ""
    verb = "is" if len(missing) == 1 else "are"
    return f"{listed}{more} {verb} in no cited passage: check before you rely on it."


def _numbers(text: str) -> Iterator[str]:
    for number in _NUMBER.findall(text):
        yield _value(number)
        yield from (_value(part) for part in re.split(r"[:/,-]", number))
    for code in _CODE.findall(text):
        yield from map(_value, re.findall(r"\d+", code))
    for match in _THOUSANDS.finditer(text):
        yield _value(re.sub(r"\D", "", match[0]))
    for word in _WORD.findall(text.lower()):
        if word in NUMBER_WORDS:
            yield NUMBER_WORDS[word]


def _value(number: str) -> str:
    """A number without marks between thousands, and without leading zeros."""
    bare = re.sub(r"(?<=\d)[,](?=\d{3}(?!\d))", "", number)
    return bare.lstrip("0") or "0"


def _names(text: str) -> list[str]:
    names = _INSIDE.findall(text)
    words = _WORD.findall(text)
    return names if len(names) < CAPITALS_RATIO * max(len(words), 1) else []


def _form(word: str) -> str:
    """A word without its ending and its possessive."""
    bare = re.sub(r"['\u2019]s?$", "", word)
    return " ".join(stem for _, stem in stems(bare))
