"""Units smaller than the words of the keyword index.

Scripts that put no spaces between words are indexed by overlapping pairs of
characters (bigrams, the usual choice for Chinese and Japanese since Kwok, SIGIR 1997);
identifiers such as `parseConfigFile` and `CTS010` also by their parts, and numbers that
are written in groups also as one.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ragtui_core.types import Span

UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e"  # Thai
    "\u0e81-\u0edf"  # Lao
    "\u1000-\u109f"  # Myanmar
    "\u1780-\u17d3"  # Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # Japanese
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u1100-\u11ff\uac00-\ud7af"  # Korean, whose endings stick to its words
)
"""The characters of scripts without spaces, as in a class of a regular expression."""

_UNSPACED = re.compile(f"[{UNSPACED}]+")

_HINT = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}|[A-Za-z][0-9]")

MIN_IDENTIFIER = 3
"""Shorter words, such as `x1`, are not split."""

_IDENTIFIER = re.compile(rf"[A-Za-z0-9]{{{MIN_IDENTIFIER},80}}")
_CLASSES = bytes(
    ord("0" if chr(c).isdigit() else "a" if chr(c).islower() else "A")
    if c < 128 and chr(c).isalnum()
    else ord(" ")
    for c in range(256)
)
_CLASS_HINTS = (b"aA", b"AAaa", b"a0", b"A0")
"""`_HINT` in a text of which only the classes of characters are left."""
_LISTED = """
kb mb gb tb kib mib gib tib bit kbit mbit gbit hz khz mhz ghz kg mg lb lbs oz km cm
mm nm um µm μm ft yd mi ml cl dl gal ms ns µs μs sec min hr hrs kw mw gw wh kwh mv
kv ma ah mah ohm kj kpa mpa bar mbar psi rpm px pt em dpi fps db lx mol ppm
"""
_UNITS = frozenset((*_LISTED.split(), *"mglshWV"))
"""In any case; those of one letter in their own. Others of one letter, as in the code
24A, and words such as "in" are left out."""

_QUANTITY = re.compile(r"([0-9]+)([^\W\d_]{1,4})")

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def unspaced_runs(text: str) -> list[str]:
    """The runs of `text` in scripts without spaces, NFKC-normalized."""
    if text.isascii():
        return []
    return [unicodedata.normalize("NFKC", run) for run in _UNSPACED.findall(text)]


def without_unspaced_runs(text: str) -> str:
    """`text` with `unspaced_runs` replaced by spaces of equal length."""
    if text.isascii():
        return text
    return _UNSPACED.sub(lambda run: " " * len(run[0]), text)


def grams(text: str) -> str:
    """The bigrams of the runs of `text` and each run's last character, space-separated.

    With the last characters, every character starts a gram, so that a prefix
    search finds single characters.
    """
    runs = unspaced_runs(text)
    return " ".join(" ".join([*map("".join, pairwise(run)), run[-1]]) for run in runs)


def query_grams(text: str) -> list[str]:
    """The bigrams of a query's runs, each once; single characters as they are."""
    grams = [
        run[start : start + 2]
        for run in unspaced_runs(text)
        for start in range(max(1, len(run) - 1))
    ]
    return list(dict.fromkeys(grams))


def parts(text: str) -> str:
    """The parts of the identifiers in `text`, each identifier once, space-separated.

    And its numbers in groups without their separators.
    """
    words = dict.fromkeys(_candidates(text))
    joined = dict.fromkeys(number for _, number in grouped_numbers(text))
    return " ".join((*filter(None, map(_parts, words)), *joined))


_GROUPED = re.compile(
    r"""[0-9+(A-Z](?<![\w.,+].)(?:
        (?<=[1-9])[0-9]{0,2}(?:[ .,'_\u2019\u00a0\u202f][0-9]{3})+  # 1,250,000
      | (?<=[1-9])[0-9]?(?:,[0-9]{2})+,[0-9]{3}  # 12,50,000 in India
      | (?<=\+)(?P<country>[0-9]{1,3}[ ]?)\(0\)[ ]?[0-9]+(?:[ /.-]{1,3}[0-9]{2,})*
      | (?<=[+0(])[0-9]+\)?(?:[ /().\u00a0-]{1,3}[0-9]{2,})+  # 0171 / 555 82 91
      | (?<=[A-Z])[A-Z][0-9]{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?  # IBAN
      | (?<=[0-9])[0-9]{3}(?:[ -][0-9]{4}){2,3}  # of a card
      | (?<=[0-9])(?![0-9]{3}-[01][0-9]-[0-3][0-9]\b)(?=[0-9-]{8})  # no day
        [0-9]*(?:-[0-9]+){2,}  # 978-3-16-148410-0
      | (?<=[A-Z])[A-Z]{1,9}(?:[-_/][0-9]{2,})+  # INV-2024-0917
      | (?<=[A-Z])(?P<letters>[A-Z]{1,9}[ ]?)
        (?:[0-9]{2,}(?:[-_/](?:[0-9]+|[A-Z]\b))+  # XK 42-17/B
        | [0-9]{3}(?:[ ][0-9]{3})+)  # DE 123 456 789
    )(?!\w)""",
    re.VERBOSE,
)
_SEPARATORS = re.compile("[^0-9A-Z]+")


def grouped_numbers(text: str) -> list[tuple[Span, str]]:
    """The numbers of `text` in groups of digits: their spans, and what they are as one.

    Amounts with separators of thousands, numbers of telephones, accounts, books and
    cards, and those with letters before them, such as `INV-2024-0917`. What follows
    `+49` or `ISBN` comes again without it.
    """
    return [item for run in _GROUPED.finditer(text) for item in _as_one(run)]


def _as_one(run: re.Match[str]) -> Iterator[tuple[Span, str]]:
    whole = run[0].replace("(0)", "") if run["country"] else run[0]
    yield Span(*run.span()), _joined(whole)
    for before in ("country", "letters"):
        if run[before]:
            own = Span(run.end(before), run.end())
            yield own, _joined(run.string[own.start : own.end])


def _joined(number: str) -> str:
    return _SEPARATORS.sub("", number)


def _candidates(text: str) -> Iterator[str]:
    """The words of `text` with a hint that they are identifiers, in order.

    Hints are rare. Strings are found several times as fast as the words of a text.
    """
    # As long as the text: a byte for each character.
    classes = text.encode("ascii", "replace").translate(_CLASSES)
    ahead = {hint: at for hint in _CLASS_HINTS if (at := classes.find(hint)) >= 0}
    while ahead:
        at = min(ahead.values())
        start = classes.rfind(b" ", 0, at) + 1
        end = classes.find(b" ", at)
        end = len(classes) if end < 0 else end
        yield from _IDENTIFIER.findall(text, start, end)
        for hint in [hint for hint, position in ahead.items() if position < end]:
            if (position := classes.find(hint, end)) < 0:
                del ahead[hint]
            else:
                ahead[hint] = position


@lru_cache(maxsize=1 << 16)
def _parts(word: str) -> str:
    return " ".join(split_identifier(word))


def split_identifier(word: str) -> list[str]:
    """`parseConfigFile` -> parse, Config, File; nothing for a plain or a short word."""
    if len(word) < MIN_IDENTIFIER or not _HINT.search(word):
        return []
    pieces = _PART.findall(word)
    return pieces if len(pieces) > 1 else []


def split_quantity(word: str) -> list[str]:
    """`5kg` -> 5, kg; nothing for another word."""
    match = _QUANTITY.fullmatch(word)
    if not match:
        return []
    unit = match[2] if len(match[2]) == 1 else match[2].lower()
    return [*match.groups()] if unit in _UNITS else []
