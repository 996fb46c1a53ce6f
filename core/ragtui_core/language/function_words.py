"""Function words (stop words), which have no topic, and the languages of texts."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache

from ragtui_core.language.tables import languages_with, tables, words_of
from ragtui_core.text.folding import folded

ENGLISH = "en"

FUNCTION_WORDS = frozenset(words_of(ENGLISH, "function_words"))
"""English function words, in lower case."""

LANGUAGES = tuple(languages_with("function_words"))
"""The codes of the languages whose function words are known."""

_MIN_FOREIGN = 2
"""From this number of function words, each of two letters or more, a text may be in
another language than English. One that is not ASCII counts as two: it is not an English
word."""

_WORDS = 80
"""Words of a text by which its language is found."""

_WORD = re.compile(r"[^\W\d_]+")
_OTHER_SCRIPT = re.compile(r"(?![\u1e00-\u1eff])[^\W\d_\x00-\u024f]")
"""A letter of no Latin alphabet."""


def is_function_word(word: str) -> bool:
    """Whether a word of a query has no topic; in capitals, as in CAN or IT, it has."""
    return word.lower() in FUNCTION_WORDS and not _is_name(word)


def function_words_in(words: Iterable[str]) -> frozenset[str]:
    """The words of a text, as written, that are function words of its language.

    The language is that of which most words are function words, so "die" is one in
    "was kostet die Pumpe", but not in "die hard"; English if none has more.
    """
    written = frozenset(words)
    listed = _lists()[language_of(written)]
    return frozenset(w for w in written if _plain(w) in listed and not _is_name(w))


def language_of(words: Iterable[str]) -> str:
    """The code of the language with the most of `words` as function words.

    That is "en" unless another language has more, and at least two; no other property
    of the words is looked at.
    """
    return _language_of(frozenset(words))


def words_in(text: str) -> list[str]:
    """The first words of a text, by which its language is found."""
    return _WORD.findall(text)[:_WORDS]


def is_english(text: str) -> bool:
    """Whether nothing says that a text is in another language, such as code."""
    words = words_in(text)
    letters = "".join(words)
    others = sum(1 for _ in _OTHER_SCRIPT.finditer(letters))
    return language_of(words) == ENGLISH and 2 * others <= len(letters)


@lru_cache(maxsize=256)
def _language_of(written: frozenset[str]) -> str:
    counts = Counter[str]()
    known = _languages()
    for word in {_plain(w) for w in written if len(w) > 1 and not _is_name(w)}:
        for language in known.get(word, ()):
            counts[language] += 2 - word.isascii()
    best = max(LANGUAGES, key=counts.__getitem__)
    return best if counts[best] >= _MIN_FOREIGN else ENGLISH


def _is_name(word: str) -> bool:
    return word.isupper() and len(word) > 1


def _plain(word: str) -> str:
    plain = word.lower()
    return plain if plain.isascii() else unicodedata.normalize("NFC", plain)


@cache
def _languages() -> dict[str, tuple[str, ...]]:
    """The languages of each function word."""
    languages: dict[str, tuple[str, ...]] = {}
    for language, words in _lists().items():
        for word in words:
            languages[word] = (*languages.get(word, ()), language)
    return languages


@cache
def _lists() -> dict[str, frozenset[str]]:
    """Function words by language, also without accents, which people omit.

    Not where these make another word, as in Vietnamese.
    """
    words_by_language = dict[str, frozenset[str]]()
    for code in LANGUAGES:
        words = words_of(code, "function_words")
        plain = [] if tables()[code].get("keeps_accents") else map(folded, words)
        words_by_language[code] = frozenset((*words, *plain))
    return words_by_language
