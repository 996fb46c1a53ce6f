"""Stems of words in languages other than English, by Snowball's algorithms.

The index has Porter's stems for all texts, in which `Häuser` and `Haus` differ. A query
finds the terms that have the same stem in its language (`search/query/word_forms.py`).
"""

import re
import threading
from typing import Any

from ragtui_core.text.folding import folded
from ragtui_core.text.stemming import stemmed

_ALGORITHMS = {
    "ar": "arabic",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "es": "spanish",
    "fr": "french",
    "id": "indonesian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Snowball's algorithm for a language of `text/function_word_lists.py`."""

STEMMED_LANGUAGES = frozenset(_ALGORITHMS)
"""The codes of the languages that have one."""

_SCRIPTS = {
    "ar": re.compile("[\u0621-\u064a]"),
    "el": re.compile("[\u0386-\u03ce]"),
    "ru": re.compile("[\u0430-\u044f\u0451]", re.IGNORECASE),
}
_UKRAINIAN = re.compile("[\u0454\u0456\u0457\u0491]", re.IGNORECASE)

_ENDINGS = ("s", "e", "es")
"""What Porter's algorithm removes from many words that are not English."""


def script_language(text: str) -> str:
    """The language that most texts in the script of `text` are in; "" if unknown."""
    if text.isascii() or _UKRAINIAN.search(text):
        return ""
    return next((code for code, it in _SCRIPTS.items() if it.search(text)), "")


def has_stem(term: str, language: str, wanted: frozenset[str]) -> bool:
    """Whether a term of the index may be a word with one of these stems.

    Porter's algorithm may have shortened the word, so it is tried with endings.
    """
    return any(
        stem_in(language, term + ending) in wanted
        for ending in ("", *_ENDINGS)
        if not ending or term.isascii()
    )


def language_stems(language: str, word: str) -> frozenset[str]:
    """The stems of a word as written, and without accents, which people omit."""
    return frozenset({stem_in(language, word), stem_in(language, folded(word))})


def as_searched(term: str) -> str:
    """A text whose only term is `term` of the index; "" if none is known."""
    for ending in ("", *_ENDINGS):
        if stemmed(term + ending) == [term]:
            return term + ending
    return ""


def stem_in(language: str, word: str) -> str:
    """The stem of a word in one of `STEMMED_LANGUAGES`, without accents."""
    return folded(str(_stemmer(language).stemWord(word.lower())))


_THREAD_LOCAL = threading.local()
"""A stemmer serves one thread at a time."""


def _stemmer(language: str) -> Any:
    known = _THREAD_LOCAL.__dict__.setdefault("stemmers", {})
    if language not in known:
        from Stemmer import Stemmer

        known[language] = Stemmer(_ALGORITHMS[language])
    return known[language]
