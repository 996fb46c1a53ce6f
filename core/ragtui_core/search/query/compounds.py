"""Finds compounds with a word: `Versicherung` finds `Haftpflichtversicherung`.

German, Dutch and the Scandinavian languages write compounds as one word. The index has
no parts of them; the terms that begin or end with a word are looked for among all.
"""

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto

from ragtui_core.search.query.index_query import Term
from ragtui_core.store.reader import Reader
from ragtui_core.text.stemming import language_stems
from ragtui_core.text.word_folding import as_words

COMPOUNDING = ("da", "de", "nb", "nl", "sv")
"""The languages, of those that have a stemmer."""

MIN_PART = 4
"""Letters of a word that compounds are looked for with."""

_PART = re.compile("(?=.*[aeiouy])[a-z]{3,}")
"""What may be beside the word in a compound."""

_MIN_INNER = 7
"""Letters of a word that compounds may have within."""

_MAX_ENDING = 3
"""Letters of an ending after the word."""


class Place(Enum):
    """Where a compound has a word; the better ones first."""

    BORDER = auto()
    INNER = auto()


def compounds_of(
    term: Term, languages: Iterable[str], reader: Reader
) -> dict[str, int]:
    """The index's terms that are compounds with a word, with their chunk counts.

    Compounds that begin or end with it; if there are none, those that have it within.
    """
    word = as_words(term.surface).lower()
    if len(word) < MIN_PART or not word.isalpha():
        return {}
    stems = {term.stem}.union(*(language_stems(code, word) for code in languages))
    stems = {stem for stem in stems if len(stem) >= MIN_PART}
    terms, counts = reader.once(_vocabulary)
    found = {
        (position, known): counts[known]
        for known in _containing(stems, terms)
        if (position := _position(known, stems))
    }
    wanted = Place.BORDER if any(p is Place.BORDER for p, _ in found) else Place.INNER
    return {
        known: count for (position, known), count in found.items() if position is wanted
    }


def _vocabulary(reader: Reader) -> tuple[str, dict[str, int]]:
    """The index's terms, each between line feeds, and their chunk counts."""
    counts = dict(reader.keywords.terms_from(""))
    return "\n".join(("", *counts, "")), counts


def _containing(stems: Iterable[str], terms: str) -> set[str]:
    """The terms with one of the stems; in one text, which is searched much faster."""
    return {
        terms[terms.rindex("\n", 0, at) + 1 : terms.index("\n", at)]
        for stem in stems
        for at in _positions(stem, terms)
    }


def _positions(part: str, text: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _position(term: str, stems: Iterable[str]) -> Place | None:
    """Where in a compound the word is; None if the term is not a compound with it.

    The parts beside the word have a vowel, so that `Wein` does not find `Schwein`.
    """
    found = set[Place | None]()
    for stem in stems:
        for at in _positions(stem, term):
            found.add(_position_between(term[:at], term[at + len(stem) :], len(stem)))
    return next((position for position in Place if position in found), None)


def _position_between(before: str, after: str, size: int) -> Place | None:
    if not before and len(after) > _MAX_ENDING and _PART.fullmatch(after):
        return Place.BORDER
    if not _PART.fullmatch(before):
        return None
    if len(after) <= _MAX_ENDING:
        return Place.BORDER
    return Place.INNER if size >= _MIN_INNER else None
