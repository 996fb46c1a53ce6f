"""Tokens and stems of a text as in the index, without an index; stems of languages.

The index has Porter's stems for all texts, in which `Häuser` and `Haus` differ. A query
finds the terms that have the same stem in its language by Snowball's algorithm
(`search/query/word_forms.py`).
"""

import re
import threading
from collections.abc import Container, Iterable
from typing import Any

import apsw

from ragtui_core.text.folding import folded
from ragtui_core.text.word_folding import as_words, with_sources

TOKENIZER = (
    "porter",
    ["unicode61", "remove_diacritics", "2", "categories", "L* N* Co M*"],
)
"""The tokenizer of the keyword table (`store/sqlite/schema.sql`)."""

GRAM_TOKENIZER = (
    "unicode61",
    ["remove_diacritics", "0", "categories", "L* N* Co M*"],
)
"""The tokenizer of the table of grams."""

_THREAD_LOCAL = threading.local()
"""A connection, or a stemmer, serves one thread at a time."""


def tokens(
    text: str, among: Container[str] | None = None
) -> list[tuple[int, int, str]]:
    """The tokens of `text` in order: start and end in characters, and stem.

    With `among`, only the tokens that have one of these stems, which takes less time.
    """
    words, sources = with_sources(text)
    data = words.encode("utf-8", "replace")
    index_tokens: Any = _tokenizer(TOKENIZER)(data, apsw.FTS5_TOKENIZE_DOCUMENT, None)
    sources.append(len(text))
    placed, at, last = [], 0, 0
    for start, end, stem, *_ in index_tokens:
        if among is not None and stem not in among:
            continue
        first = last + len(data[at:start].decode())
        last = first + len(data[start:end].decode())
        at = end
        until = last
        while sources[until] == sources[until - 1]:  # of one that became several
            until += 1
        placed.append((sources[first], sources[until], stem))
    return placed


def stemmed(text: str) -> list[str]:
    """The stem of each token of `text`, in order: a quarter of the time of `tokens`."""
    return _terms_by(TOKENIZER, as_words(text))


def gram_tokens(text: str) -> list[str]:
    """The tokens of a text of grams, in order."""
    return _terms_by(GRAM_TOKENIZER, text)


def stems(text: str) -> list[tuple[str, str]]:
    """Each word of `text` as written, and its stem, in order."""
    return [(text[start:end], stem) for start, end, stem in tokens(text)]


def tokenizer_versions() -> dict[str, str]:
    """The versions of SQLite, whose tokenizer this is, and of its binding, by name."""
    return {"apsw": apsw.apsw_version(), "sqlite": apsw.sqlite_lib_version()}


def _terms_by(kind: tuple[str, list[str]], text: str) -> list[str]:
    index_tokens: Any = _tokenizer(kind)(
        text.encode("utf-8", "replace"),
        apsw.FTS5_TOKENIZE_DOCUMENT,
        None,
        include_offsets=False,
        include_colocated=False,
    )
    return list(index_tokens)


def _tokenizer(kind: tuple[str, list[str]]) -> Any:
    known = _THREAD_LOCAL.__dict__.setdefault("tokenizers", {})
    name, options = kind
    if (key := (name, *options)) not in known:
        if not hasattr(_THREAD_LOCAL, "connection"):
            _THREAD_LOCAL.connection = apsw.Connection(":memory:")
        known[key] = _THREAD_LOCAL.connection.fts5_tokenizer(name, options)
    return known[key]


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
"""Snowball's algorithm for a language of `text/function_words.py`."""

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


def words_of_stem(texts: Iterable[str], stem: str) -> list[str]:
    """The words with a stem, in small letters, for each occurrence in `texts`."""
    return [
        word.lower()
        for text in texts
        for word, stemmed in stems(text)
        if stemmed == stem
    ]


def as_searched(term: str) -> str:
    """A text whose only term is `term` of the index; "" if none is known."""
    for ending in ("", *_ENDINGS):
        if stemmed(term + ending) == [term]:
            return term + ending
    return ""


def stem_in(language: str, word: str) -> str:
    """The stem of a word in one of `STEMMED_LANGUAGES`, without accents."""
    return folded(str(_stemmer(language).stemWord(word.lower())))


def _stemmer(language: str) -> Any:
    known = _THREAD_LOCAL.__dict__.setdefault("stemmers", {})
    if language not in known:
        from Stemmer import Stemmer

        known[language] = Stemmer(_ALGORITHMS[language])
    return known[language]
