"""Function words (stop words), which carry no topical meaning."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache

from ragtui_core.text.folding import folded
from ragtui_core.text.function_word_lists import LISTS

_WORDS = """
a about after all also am an and any are as at be because been before being but by
can could did do does doing for from had has have having he her here him his how i if
in into is it its just may me might more most must my no not of on or our out over
shall she should so some such than that the their them then there these they this to too
under up upon was we were what when where which while who whom whose why will with
would you your tell please give know say says many much often long
"""
FUNCTION_WORDS = frozenset(_WORDS.split())
"""English function words, in lower case."""

LANGUAGES = ("en", *LISTS)
"""The codes of the languages whose function words are known."""

MIN_FOREIGN = 2
"""From this number of function words, each of two letters or more, a text may be in
another language than English. One that is not ASCII counts as two: it is no English
word."""


def is_function_word(word: str) -> bool:
    """Whether a word of a query has no topic; in capitals, as in CAN or IT, it has."""
    return word.lower() in FUNCTION_WORDS and not _is_name(word)


def function_words_in(words: Iterable[str]) -> frozenset[str]:
    """Those of a text's words, as written, that are function words of its language.

    The language is that of which most words are function words, so "die" is one in
    "was kostet die Pumpe", but not in "die hard"; English if none has more.
    """
    written = frozenset(words)
    listed = _lists()[language_of(written)]
    return frozenset(w for w in written if _plain(w) in listed and not _is_name(w))


def language_of(words: Iterable[str]) -> str:
    """The code of the language with the most of `words` as function words.

    That is "en" unless another language has more, and at least `MIN_FOREIGN`; no other
    property of the words is looked at.
    """
    return _language_of(frozenset(words))


@lru_cache(maxsize=256)
def _language_of(written: frozenset[str]) -> str:
    counts = Counter[str]()
    known = _languages()
    for word in {_plain(w) for w in written if len(w) > 1 and not _is_name(w)}:
        for language in known.get(word, ()):
            counts[language] += 2 - word.isascii()
    best = max(LANGUAGES, key=counts.__getitem__)
    return best if counts[best] >= MIN_FOREIGN else "en"


def _is_name(word: str) -> bool:
    return word.isupper() and len(word) > 1


def _plain(word: str) -> str:
    plain = word.lower()
    return plain if plain.isascii() else unicodedata.normalize("NFC", plain)


@cache
def _languages() -> dict[str, tuple[str, ...]]:
    """The languages of each function word."""
    found: dict[str, tuple[str, ...]] = {}
    for language, words in _lists().items():
        for word in words:
            found[word] = (*found.get(word, ()), language)
    return found


@cache
def _lists() -> dict[str, frozenset[str]]:
    """Function words by language, English first.

    Also without accents, which people omit; not in Vietnamese, where they make
    another word.
    """
    found = {"en": FUNCTION_WORDS}
    for language, text in LISTS.items():
        words = text.split()
        plain = [] if language == "vi" else map(folded, words)
        found[language] = frozenset((*words, *plain))
    return found
