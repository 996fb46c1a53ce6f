"""The distinctive terms of a question, and how much of them a text covers."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from ragtui_core.language.function_words import (
    FUNCTION_WORDS,
    function_words_in,
    language_of,
)
from ragtui_core.language.tables import words
from ragtui_core.language.verb_forms import irregular_stems
from ragtui_core.text.stemming import stems
from ragtui_core.text.subwords import (
    grams,
    parts,
    query_grams,
    without_unspaced_runs,
)


def terms_of_text(text: str) -> frozenset[str]:
    """The stems of `text` as in the index; identifiers also by their parts.

    Irregular verbs by all of their forms: `meet` and `met`.
    """
    terms = {stem for _, stem in stems(f"{text}\n{parts(text)}")}
    terms.update(*map(irregular_stems, terms))
    return frozenset(terms.union(grams(text).split()))


def distinctive_terms(question: str) -> list[str]:
    """The stems of a question without its function words, each once, in order."""
    words = stems(without_unspaced_runs(question))
    omitted = FUNCTION_WORDS | function_words_in(word for word, _ in words)
    distinctive = [s for w, s in words if omitted.isdisjoint((w, w.lower()))]
    return list(dict.fromkeys([*distinctive, *query_grams(question)]))


PEOPLES = words("peoples")
"""Adjectives of languages and peoples, in lower case. English capitalises them, but
they are not names: a text may say `Deutsch`, `in Germany`, or be in that language."""


_NO_NAMES = FUNCTION_WORDS | PEOPLES


def names_and_numbers(question: str) -> set[str]:
    """Stems with a digit, or with a capital that does not begin the question.

    An answer about them must be in a passage that names them. In German, which
    capitalises all nouns, those with a digit, or with a capital within.
    """
    words = stems(question)
    told = {
        stem
        for word, stem in words
        if any(c.isdigit() for c in word)
        or (any(c.isupper() for c in word[1:]) and word.lower() not in _NO_NAMES)
    }
    return told if _is_german(words) else told | _capitalised(words)


def german_nouns(question: str) -> set[str]:
    """The stems of the nouns and names of a German question; empty for another."""
    words = stems(question)
    return _capitalised(words) if _is_german(words) else set()


def _is_german(words: Iterable[tuple[str, str]]) -> bool:
    return language_of(word for word, _ in words) == "de"


def _capitalised(words: Sequence[tuple[str, str]]) -> set[str]:
    """The stems of the words after the first that have a capital."""
    return {
        stem
        for word, stem in words[1:]
        if word[0].isupper() and len(word) > 1 and word.lower() not in _NO_NAMES
    }


CARRIED_WEIGHT = 0.1
"""The weight of an earlier question's words: they decide where the new ones do not."""


class Overlap:
    """Weighs a question's words by how rare they are among the candidates."""

    def __init__(
        self,
        question: str,
        texts: Iterable[Collection[str]],
        carried: Collection[str] = (),
    ) -> None:
        """Compute the weights (inverse frequency) from the candidates' words.

        The stems that were `carried` over from an earlier question weigh less.
        """
        texts = list(texts)
        words = distinctive_terms(question)
        counts = Counter(word for text in texts for word in words if word in text)
        self.weights = {
            word: math.log1p(len(texts) / (1 + counts[word]))
            * (CARRIED_WEIGHT if word in carried else 1.0)
            for word in words
        }
        """By stem."""
        self._total = sum(self.weights.values())

    def share(self, text: Collection[str], without: Collection[str] = ()) -> float:
        """How much of the question's information `text` adds to `without`, 0..1."""
        covered = (
            weight
            for word, weight in self.weights.items()
            if word in text and word not in without
        )
        return sum(covered) / self._total if self._total else 0.0
