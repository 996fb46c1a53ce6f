"""Replaces words that are not in the index: beginnings are completed, typos corrected.

A term that is the beginning of one word only is replaced by that word, though another
one is similar: `helio` by `heliotrope`, not by `hello`.

Damerau-Levenshtein distance without accents, which people omit, so that two swapped
letters are one edit: at most one edit in words of four to seven letters, two in longer
ones, none in the first letter (which is rarely wrong: Pollock & Zamora, CACM 1984) and
none in words with digits. A word that the embedding model's vocabulary has, or another
form of, is not treated as a typo: "find" is not corrected to "fine", nor "bake" to
"bike", even if the vault contains only that. In an index of the multilingual model its
vocabulary counts, too: there is no other list of the words of other languages.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from operator import itemgetter

from rapidfuzz import process
from rapidfuzz.distance import OSA

from ragtui_core.embedding.bundled_model import MULTILINGUAL_ID
from ragtui_core.embedding.model_identity import (
    is_multilingual_installed,
    multilingual_vocabulary,
)
from ragtui_core.search.word_forms import Token, is_no_english_word, may_be_english
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import folded
from ragtui_core.text.word_folding import as_words

MIN_START = 3
"""Minimum length of a beginning that is completed to a word of the index."""

LONG_LETTERS = 8
"""Minimum length of a word in which two edits are allowed."""

_STEMS = 8
"""Stems compared in detail for a word, by its stem and by its prefix."""

_CHUNKS = 20
"""Chunks per stem in which its words are looked up."""


def corrections(words: Collection[Token], reader: Reader) -> dict[str, str]:
    """For each word that looks like a typo or a beginning, the word of the vault."""
    nearest = {w.surface: reader.once(_nearest, w.surface, w.stem) for w in words}
    return {surface: better for surface, better in nearest.items() if better}


def completion(beginning: str, reader: Reader, *, is_alone: bool) -> str | None:
    """The most frequent word of the vault that begins so; None if none does.

    Empty for less than `MIN_START` letters beside other words: they are left out.
    """
    start = as_words(beginning).lower()
    if len(start) < MIN_START:
        return None if is_alone else ""
    begun = reader.keywords.terms_from(start)
    word = _word_of(max(begun, key=itemgetter(1))[0], reader) if begun else ""
    return word or None


def _word_of(term: str, reader: Reader) -> str:
    """The most frequent word of this stem; empty if none of the texts read has it."""
    words = Counter(reader.keywords.words_with([term], _CHUNKS)[term])
    return next((word for word, _ in words.most_common(1)), "")


def _nearest(reader: Reader, surface: str, stem: str) -> str:
    """The only word that begins with the term, else the nearest and most frequent one.

    Empty if there is none at an accepted distance.
    """
    typed = surface.lower()
    if not is_no_english_word(typed) or may_be_english(typed):
        return ""
    has_words = reader.meta(MODEL) == MULTILINGUAL_ID and is_multilingual_installed()
    if has_words and typed in multilingual_vocabulary():
        return ""
    max_edits = 2 if len(typed) >= LONG_LETTERS else 1
    terms = dict(reader.keywords.terms_from(stem[:1]))
    begun = [term for term in terms if term.startswith(typed)]
    if len(begun) == 1:
        return _word_of(begun[0], reader)
    by_stem, by_prefix = _by_stem(stem, terms), _by_prefix(typed, terms, max_edits)
    near_stems = list(dict.fromkeys((*by_stem, *by_prefix)))
    words = reader.keywords.words_with(near_stems, _CHUNKS)
    counts = Counter(word for near in near_stems for word in words[near])
    plain = folded(typed)
    near = [
        (OSA.distance(plain, folded(word)), -count, word)
        for word, count in counts.items()
    ]
    distance, _, word = min(near, default=(max_edits + 1, 0, ""))
    return word if distance <= max_edits else ""


def _by_stem(typed: str, counts: Mapping[str, int]) -> list[str]:
    """The stems at distance one from that of a word, for a typo before the ending."""
    near = process.extract_iter(
        typed, list(counts), scorer=OSA.distance, score_cutoff=1
    )
    nearest = {stem: distance for stem, distance, _ in near}
    return _first(nearest, counts)


def _by_prefix(typed: str, counts: Mapping[str, int], max_edits: int) -> list[str]:
    """The stems most similar to a prefix of a word, for a typo in the ending."""
    by_length: dict[int, list[str]] = {}
    for stem in counts:
        if len(typed) - 6 <= len(stem) <= len(typed) + max_edits:
            by_length.setdefault(len(stem), []).append(stem)
    nearest: dict[str, float] = {}
    for length, stems in by_length.items():
        for start in {typed[: length + more] for more in (-1, 0, 1)}:
            # Stemming may have changed the last letter: one more edit.
            for stem, distance, _ in process.extract_iter(
                start, stems, scorer=OSA.distance, score_cutoff=max_edits + 1
            ):
                nearest[stem] = min(distance, nearest.get(stem, distance))
    return _first(nearest, counts)


def _first(nearest: Mapping[str, float], counts: Mapping[str, int]) -> list[str]:
    """The first stems by distance, then length, then frequency."""
    order = sorted(nearest, key=lambda s: (nearest[s], -len(s), -counts[s], s))
    return order[:_STEMS]
