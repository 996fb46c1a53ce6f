"""Tokens and stems of a text as in the index, by Porter's algorithm for English."""

import re
import threading
from collections.abc import Collection, Container, Iterable
from functools import lru_cache
from typing import Any

import apsw

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
"""A connection serves one thread at a time."""


def tokens(
    text: str, among: Container[str] | None = None
) -> list[tuple[int, int, str]]:
    """The tokens of `text` in order: start and end in characters, and stem.

    With `among`, only the tokens that have one of these stems.
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


_PUNCTUATION = re.compile(
    "[\u00a0-\u00a9\u00ab\u00ac\u00b0\u00b1\u00b6\u00b7\u00bb\u2010-\u2027\u2030-\u205e]"
)
"""Characters beside ASCII that end a word."""


def tokens_with(text: str, wanted: Collection[str]) -> list[tuple[int, int, str]]:
    """The tokens of `text` that have one of some stems, in a fifth of the time."""
    if not wanted:
        return []
    if not text.isascii():
        text = _PUNCTUATION.sub(" ", text)
    if not text.isascii():
        return tokens(text, wanted)
    # Porter's algorithm keeps the first two letters; a y as the second may become i.
    starts = {stem[:2] for stem in wanted}
    starts |= {each[:1] + "y" for each in starts if each[1:] == "i"}
    words = f"(?<![a-z0-9])(?:{'|'.join(sorted(starts))})[a-z0-9]*"
    return [
        (*match.span(), stem)
        for match in re.finditer(words, text.lower())
        if (stem := stem_of(match[0])) in wanted
    ]


@lru_cache(maxsize=1 << 14)
def stem_of(word: str) -> str:
    """The stem of a word of one token."""
    return next(iter(stemmed(word)), word)


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


ENDINGS = ("s", "e", "es")
"""What Porter's algorithm removes from many words that are not English."""


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
    for ending in ("", *ENDINGS):
        if stemmed(term + ending) == [term]:
            return term + ending
    return ""
