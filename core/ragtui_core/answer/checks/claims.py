"""A sentence taken apart: its words, and the amounts, days and denials among them.

Two sentences of the same words state the same kind of thing; where an amount differs,
or only one of them denies it, they do not state the same. Numbers that name something
(`Python 3.12`, `chapter 4`, `TWI-310`) are words, and so are versions and years: what
holds for one year need not hold for the next.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ragtui_core.answer.checks.quantities import (
    DAY,
    NUMBER,
    Quantity,
    day_of,
    quantity_of,
)
from ragtui_core.citations.normalization import plain, without_links
from ragtui_core.text.function_words import FUNCTION_WORDS
from ragtui_core.text.stemming import stems

_TOKEN = re.compile(
    rf"(?P<day>{DAY})|(?P<number>{NUMBER})|(?P<word>[^\W_](?:[\w'./-]*[^\W_])?)"
    r"|(?P<sign>[%\u20ac$\u00a3\u00b0<>\u2264\u2265=~\u2248\u00b1+#;]|[,:](?=\s))"
)
_THOUSANDS = re.compile(r"(?<=\d)[,'](?=\d{3}(?!\d))")
_ITEM = re.compile(r"\A(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")

NAME_RATIO = 0.5
"""Share of capitals among the words of a sentence that tell no names, as in German."""


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_PARTING = _words(", : ;")
_CURRENCIES = _words("\u20ac $ \u00a3")
_WITHOUT_UNIT = _CURRENCIES | {"", "day", "clock"}
"""What an amount may measure without a unit behind it."""

_NAMING = _words(
    "# version chapter section page step figure table phase line listing issue level "
    "part rule item build release no nr number room appendix article"
)
"""Words before a number that is no amount."""

_DENYING = _words("not no never cannot without nicht kein keine keinen nie")
_UNDENIED = {"can't": "can", "won't": "will", "cannot": "can", "without": "with"}
_LEFT_OUT = _words("a an the do does did")
_POINTING = _words("this these those here")
_POINTING_FIRST = _words("it its he his she her they their")
"""Within a sentence they point to what it has named."""
_CALENDAR = _words(
    "monday tuesday wednesday thursday friday saturday sunday january february march "
    "april may june july august september october november december"
)


@dataclass(slots=True)
class Claim:
    """What a sentence says.

    Attributes:
        words: Stems and signs, in order; an empty one stands for an amount.
        amounts: In order.
        denials: How often it says `not`, or the like.
        names: Words with digits and letters, or with a capital within the sentence; no
            abbreviations of capitals alone, months or days of the week.
        is_pointing: Whether it speaks of `this`, or begins with `it`, which may be
            anything.
        telling: Its words without function words, and what its amounts measure.
    """

    words: list[str] = field(default_factory=list)
    amounts: list[Quantity] = field(default_factory=list)
    denials: int = 0
    names: set[str] = field(default_factory=set)
    is_pointing: bool = False
    telling: set[str] = field(default_factory=set)


def claim_of(markdown: str) -> Claim:
    """What a sentence, an item of a list or a row of a table says."""
    text = _ITEM.sub("", markdown.strip()).strip("|").replace("|", " ; ")
    text = _THOUSANDS.sub("", plain(without_links(text)))
    tokens = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text)]
    said = Claim()
    before, is_unit = "", False
    for place, (kind, token) in enumerate(tokens):
        after = tokens[place + 1][1] if place + 1 < len(tokens) else ""
        if is_unit:
            is_unit = False
        elif kind == "day" and (day := day_of(token)):
            said.words.append(day[0])
            _take_amount(said, day[1])
        elif amount := _amount(token, before, after, is_second=place == 1):
            is_unit = _take_amount(said, amount)
        elif kind == "sign":
            said.words += [] if token in _PARTING else [token]
        else:
            _take_word(said, token, is_first=place == 0)
        before = token
    if len(said.names) >= NAME_RATIO * sum(kind == "word" for kind, _ in tokens):
        said.names = set(filter(_is_code, said.names))
    return said


def _amount(token: str, before: str, after: str, *, is_second: bool) -> Quantity | None:
    """What a token counts, unless the word before makes a name of it."""
    begins = is_second and before.lower() in FUNCTION_WORDS
    if (before[:1].isupper() and not begins) or before.lower() in _NAMING:
        return None
    amount = quantity_of(token, after)
    if amount and not amount.measure and before in _CURRENCIES:
        return replace(amount, measure=before)
    return amount


def _take_amount(said: Claim, amount: Quantity) -> bool:
    """Note an amount; whether the next token is its unit."""
    said.words.append("")
    said.amounts.append(amount)
    if amount.measure:
        said.telling.add(amount.measure)
    return amount.measure not in _WITHOUT_UNIT


def _take_word(said: Claim, token: str, *, is_first: bool) -> None:
    low = token.lower()
    if low in _DENYING or low.endswith("n't"):
        said.denials += 1
        low = _UNDENIED.get(low, low.removesuffix("n't"))
        if low in _DENYING:
            return
    if low in _LEFT_OUT:
        return
    said.is_pointing |= low in _POINTING or (is_first and low in _POINTING_FIRST)
    stem = _stem(low)
    said.words.append(stem)
    if low not in FUNCTION_WORDS:
        said.telling.add(stem)
        if _is_code(low) or _is_name(token, is_first=is_first):
            said.names.add(stem)


def _is_name(token: str, *, is_first: bool) -> bool:
    is_capital = token[0].isupper() and not token.isupper()
    return is_capital and not is_first and token.lower() not in _CALENDAR


def _is_code(word: str) -> bool:
    kinds = {letter.isdigit() for letter in word if letter.isalnum()}
    return len(kinds) == 2 and len(word) > 2


@lru_cache(maxsize=10_000)
def _stem(word: str) -> str:
    return " ".join(stem for _, stem in stems(word)) or word
