"""Stems of words in their own languages, by Snowball's algorithms.

The index has Porter's stems for all texts, in which `Häuser` and `Haus` differ. A query
finds the terms that have the same stem in its language.
"""

import threading
from typing import Any

from ragtui_core.language.tables import languages_with, tables
from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import ENDINGS

STEMMED_LANGUAGES = frozenset(languages_with("stemmer"))
"""The codes of the languages that have an algorithm."""

COMPOUNDING = tuple(languages_with("has_compounds"))
"""The codes of the languages that write words together."""

_STEMMERS = threading.local()
"""A stemmer serves one thread at a time."""

_SCRIPTS = {
    "ar": ("\u0621", "\u064a"),
    "el": ("\u0386", "\u03ce"),
    "ru": ("\u0430", "\u0451"),
}
"""The first and the last small letter of the scripts of languages."""
_UKRAINIAN = frozenset("\u0454\u0456\u0457\u0491")


def script_language(text: str) -> str:
    """The language that most texts in the script of `text` are in; "" if unknown."""
    letters = set() if text.isascii() else set(text.lower())
    if not letters or letters & _UKRAINIAN:
        return ""
    for code, (first, last) in _SCRIPTS.items():
        if any(first <= letter <= last for letter in letters):
            return code
    return ""


def has_stem(term: str, language: str, wanted: frozenset[str]) -> bool:
    """Whether a term of the index may be a word with one of these stems.

    Porter's algorithm may have shortened the word, so it is tried with endings.
    """
    return any(
        stem_in(language, term + ending) in wanted
        for ending in ("", *ENDINGS)
        if not ending or term.isascii()
    )


def language_stems(language: str, word: str) -> frozenset[str]:
    """The stems of a word as written, and without accents, which people omit."""
    return frozenset({stem_in(language, word), stem_in(language, folded(word))})


def stem_in(language: str, word: str) -> str:
    """The stem of a word in one of `STEMMED_LANGUAGES`, without accents."""
    return folded(str(_stemmer(language).stemWord(word.lower())))


def _stemmer(language: str) -> Any:
    known = _STEMMERS.__dict__
    if language not in known:
        from Stemmer import Stemmer

        known[language] = Stemmer(tables()[language]["stemmer"])
    return known[language]
