"""Words beside a quotation that change what it says: negations, scales and units.

`safe to open` of `not safe to open` does not quote it, nor does `costs 5` of
`costs 5 million`. Only the word next to the quotation in its sentence is checked: the
context of a whole sentence or paragraph cannot be checked by a list of words.

The lists contain common negations (`text/negations.py`), and the usual scales and
units. They are deliberately simple: a false match rejects a fragment that begins or
ends there, but never a whole sentence.
"""

import re

from ragtui_core.text.negations import (
    NEGATIONS_AFTER,
    NEGATIONS_BEFORE,
    PREFIXES,
    SUFFIXES,
)

_CONTRACTION = re.compile("n['\u2019]t\\Z", re.I)
_LAST_WORD = re.compile(r"([\w'\u2019]+)[ \t\n]+\Z")
_FIRST_WORD = re.compile(r"[ \t\n]+([\w'\u2019]+)")
_SEPARATED = re.compile(
    "[.!?\u2026\u3002:;,][\"'\u201d\u2019)\\]}\u00bb\u300d\u300f]*\\s*\\Z"
)
"""After such an end of a quotation, another sentence or clause begins."""

_UNIT = (
    r"(?:%|‰|°[CF]?|per[ ]?cent|pct|hundred|thousand|million|billion|trillion|dozen"
    r"|bn|mn|mio|mrd|tsd|tausend|millionen|milliarden|millions?|milliards?|millones"
    r"|[mµμnkd]?g|tonnes?|tons?|t|lbs?|oz|[mcdµμ]?l|lit(?:re|er)s?|[mcdknµμ]?m|ft|yd"
    r"|inch(?:es)?|miles?|met(?:re|er)s?|[mnµμ]?s|secs?|seconds?|mins?|minutes?|h|hrs?"
    r"|hours?|days?|weeks?|months?|years?|[kmgt]i?b|bytes?|bits?|[kmg]?hz|[kmg]?wh?"
    r"|[km]?v|m?ah?|[kmh]?pa|m?bar|psi|degrees?|euros?|eur|usd|dollars?|cents?|pounds?"
    r"|gbp|chf|yen|times|fold|squared|cubed|[ap]\.?m)"
)
_MEASURED_BY = re.compile(rf"[ \t\n]?{_UNIT}(?!\w)", re.I)
_A_UNIT = re.compile(rf"{_UNIT}(?!\w)", re.I)
_THOUSANDS = re.compile(r" ?\d{3}(?!\d)")
_DIGIT_AT_END = re.compile(r"\d[ \t\n]?\Z")
_GOES_ON_AFTER = re.compile(r" ?[-\u2013\u2212\u00b1\u00d7/] ?\d")
_SIGN_BEFORE = re.compile(
    r"(?:(?:\A|\s|\W)(?:minus|negative|moins|menos|under|over|below|above)"
    r"|[<>\u2264\u2265\u2260\u2248~\u00b1$\u20ac\u00a3\u00a5]"
    r"|[\w)] ?[\u2013\u2212\u00d7/]|\d ?-)[ \t\n]?\Z",
    re.I,
)


def is_denied(before: str | None, first: str, last: str, after: str = "") -> bool:
    """Whether the word before or after a quotation, in its sentence, is a negation.

    Args:
        before: The text before it; None checks the text after it.
        first: The quotation's first characters.
        last: Its last ones.
        after: The text after it.
    """
    if before is not None:
        if first[:1].isalnum() and before.endswith(PREFIXES):
            return True
        word = _LAST_WORD.search(before)
        return word is not None and _denies(word[1], NEGATIONS_BEFORE)
    if _SEPARATED.search(last):
        return False
    if after.startswith(SUFFIXES):
        return True
    word = _FIRST_WORD.match(after)
    return word is not None and _denies(word[1], NEGATIONS_AFTER)


def _denies(word: str, negations: frozenset[str]) -> bool:
    return word.lower() in negations or bool(_CONTRACTION.search(word))


def is_measured(before: str, after: str, *, quotation_follows: bool) -> bool:
    """Whether a border separates a number from its scale, unit, sign or thousands."""
    if quotation_follows:
        if after[:1].isdigit() and _SIGN_BEFORE.search(before):
            return True
        if not _DIGIT_AT_END.search(before):
            return False
        return bool(_A_UNIT.match(after) or _THOUSANDS.match(after))
    if not before[-1:].isdigit():
        return False
    return any(
        pattern.match(after) for pattern in (_MEASURED_BY, _THOUSANDS, _GOES_ON_AFTER)
    )
