"""Parses a sentence to a claim: its words, quantities, days and negations.

Two sentences with the same words make the same kind of claim; if a quantity differs, or
only one is negated, they contradict each other. Numbers with units, times and days are
parsed to comparable quantities. Numbers that are part of a name (`Python 3.12`,
`chapter 4`, `TWI-310`) are words, and so are versions and years: a statement on one
year need not be true of the next.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ragtui_core.answer.checks.unsupported_claims import NUMBER_WORDS
from ragtui_core.citations.normalization import plain, without_links
from ragtui_core.documents.front_matter.iso_dates import iso_date
from ragtui_core.text.function_words import FUNCTION_WORDS
from ragtui_core.text.line_marks import LIST_MARK
from ragtui_core.text.stemming import stems

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


_TOKEN = re.compile(
    rf"(?P<day>{DAY})|(?P<number>{NUMBER})|(?P<word>[^\W_](?:[\w'./-]*[^\W_])?)"
    r"|(?P<sign>[%\u20ac$\u00a3\u00b0<>\u2264\u2265=~\u2248\u00b1+#;]|[,:](?=\s))"
)
_THOUSANDS = re.compile(r"(?<=\d)[,'](?=\d{3}(?!\d))")
_ITEM = re.compile(rf"\A{LIST_MARK}\s+(?:\[[ xX]\]\s+)?")

NAME_RATIO = 0.5
"""If the ratio of capitalized words is higher, capitals indicate no names (German)."""


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_SEPARATORS = _words(", : ;")
_CURRENCIES = _words("\u20ac $ \u00a3")
_WITHOUT_UNIT = _CURRENCIES | {"", "day", "clock"}
"""Measures of a quantity that has no unit after the number."""

_NAMING = _words(
    "# version chapter section page step figure table phase line listing issue level "
    "part rule item build release no nr number room appendix article"
)
"""Words before a number that is part of a name, not a quantity."""

_NEGATIONS = _words("not no never cannot without nicht kein keine keinen nie")
_POSITIVE_FORMS = {"can't": "can", "won't": "will", "cannot": "can", "without": "with"}
_IGNORED = _words("a an the do does did")
_PRONOUNS = _words("this these those here")
_PRONOUNS_FIRST = _words("it its he his she her they their")
"""Later in a sentence they refer to a noun within it."""
_CALENDAR = _words(
    "monday tuesday wednesday thursday friday saturday sunday january february march "
    "april may june july august september october november december"
)


@dataclass(slots=True)
class Claim:
    """The content of a sentence.

    Attributes:
        words: Stems and signs, in order; "" in place of a quantity.
        quantities: In order.
        negations: Number of words like `not`.
        names: Words with digits and letters, or capitalized within the sentence; not
            acronyms, months or days of the week.
        has_open_reference: Whether it contains `this`, or starts with `it`, whose
            referent is unknown.
        distinctive: Its words without function words, and the measures of its
            quantities.
    """

    words: list[str] = field(default_factory=list)
    quantities: list[Quantity] = field(default_factory=list)
    negations: int = 0
    names: set[str] = field(default_factory=set)
    has_open_reference: bool = False
    distinctive: set[str] = field(default_factory=set)


def claim_of(markdown: str) -> Claim:
    """The claim of a sentence, a list item or a table row."""
    text = _ITEM.sub("", markdown.strip()).strip("|").replace("|", " ; ")
    text = _THOUSANDS.sub("", plain(without_links(text)))
    tokens = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text)]
    claim = Claim()
    before, is_unit = "", False
    for place, (kind, token) in enumerate(tokens):
        after = tokens[place + 1][1] if place + 1 < len(tokens) else ""
        if is_unit:
            is_unit = False
        elif kind == "day" and (day := day_of(token)):
            claim.words.append(day[0])
            _add_quantity(claim, day[1])
        elif quantity := _quantity(token, before, after, is_second=place == 1):
            is_unit = _add_quantity(claim, quantity)
        elif kind == "sign":
            claim.words += [] if token in _SEPARATORS else [token]
        else:
            _add_word(claim, token, is_first=place == 0)
        before = token
    if len(claim.names) >= NAME_RATIO * sum(kind == "word" for kind, _ in tokens):
        claim.names = set(filter(_is_code, claim.names))
    return claim


def _quantity(
    token: str, before: str, after: str, *, is_second: bool
) -> Quantity | None:
    """The quantity of a token, unless the word before makes it part of a name."""
    begins = is_second and before.lower() in FUNCTION_WORDS
    if (before[:1].isupper() and not begins) or before.lower() in _NAMING:
        return None
    quantity = quantity_of(token, after)
    if quantity and not quantity.measure and before in _CURRENCIES:
        return replace(quantity, measure=before)
    return quantity


def _add_quantity(claim: Claim, quantity: Quantity) -> bool:
    """Add a quantity; returns whether the next token is its unit."""
    claim.words.append("")
    claim.quantities.append(quantity)
    if quantity.measure:
        claim.distinctive.add(quantity.measure)
    return quantity.measure not in _WITHOUT_UNIT


def _add_word(claim: Claim, token: str, *, is_first: bool) -> None:
    low = token.lower()
    if low in _NEGATIONS or low.endswith("n't"):
        claim.negations += 1
        low = _POSITIVE_FORMS.get(low, low.removesuffix("n't"))
        if low in _NEGATIONS:
            return
    if low in _IGNORED:
        return
    claim.has_open_reference |= low in _PRONOUNS or (
        is_first and low in _PRONOUNS_FIRST
    )
    stem = _stem(low)
    claim.words.append(stem)
    if low not in FUNCTION_WORDS:
        claim.distinctive.add(stem)
        is_capital = token[0].isupper() and not token.isupper()
        is_name = is_capital and not is_first and token.lower() not in _CALENDAR
        if is_name or _is_code(low):
            claim.names.add(stem)


def _is_code(word: str) -> bool:
    kinds = {letter.isdigit() for letter in word if letter.isalnum()}
    return len(kinds) == 2 and len(word) > 2


@lru_cache(maxsize=10_000)
def _stem(word: str) -> str:
    return " ".join(stem for _, stem in stems(word)) or word
