"""The distinctive terms of a question, and how much of them a text covers."""

import math
from collections import Counter
from collections.abc import Collection, Iterable

from ragtui_core.text.function_words import FUNCTION_WORDS
from ragtui_core.text.stemming import stems
from ragtui_core.text.subwords import (
    grams,
    parts,
    query_grams,
    without_unspaced_runs,
)


def terms_of_text(text: str) -> frozenset[str]:
    """The stems of `text` as in the index; identifiers also by their parts."""
    found = {stem for _, stem in stems(f"{text}\n{parts(text)}")}
    return frozenset(found.union(grams(text).split()))


def distinctive_terms(question: str) -> list[str]:
    """The stems of a question without function words, each once, in order."""
    words = stems(without_unspaced_runs(question))
    distinctive = [stem for word, stem in words if word.lower() not in FUNCTION_WORDS]
    return list(dict.fromkeys([*distinctive, *query_grams(question)]))


_PEOPLES = """
african american arab arabic asian australian austrian belgian brazilian british
bulgarian canadian catalan chinese croatian cyrillic czech danish dutch egyptian english
estonian european finnish flemish french german greek hebrew hindi hungarian icelandic
indian indonesian iranian irish israeli italian japanese korean latin latvian lithuanian
mexican norwegian persian polish portuguese romanian russian scottish serbian slovak
slovenian spanish swedish swiss thai turkish ukrainian vietnamese welsh
"""
PEOPLES = frozenset(_PEOPLES.split())
"""Adjectives of languages and peoples, in lower case. English capitalises them, but
they are not names: a text may say `Deutsch`, `in Germany`, or be in that language."""


def names_and_numbers(question: str) -> set[str]:
    """Stems with a digit, or with a capital that does not begin the question.

    An answer about them must be in a passage that names them.
    """
    no_names = FUNCTION_WORDS | PEOPLES
    words = [stem for stem in stems(question) if stem[0].lower() not in no_names]
    opening = stems(question)[:1]
    return {
        stem
        for place, (word, stem) in enumerate(words)
        if any(c.isdigit() for c in word)
        or (word[0].isupper() and len(word) > 1 and [words[place]] != opening)
    }


class Overlap:
    """Weighs a question's words by how rare they are among the candidates."""

    def __init__(self, question: str, texts: Iterable[Collection[str]]) -> None:
        """Compute the weights (inverse frequency) from the candidates' words."""
        texts = list(texts)
        words = distinctive_terms(question)
        counts = Counter(word for text in texts for word in words if word in text)
        self.weights = {
            word: math.log1p(len(texts) / (1 + counts[word])) for word in words
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
