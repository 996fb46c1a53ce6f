"""The languages of texts with a word, which readers keep while an index is the same."""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextLanguages:
    """How many of some texts with a word are in each language, by its code."""

    counts: Counter[str]

    def share(self, language: str) -> float:
        """The ratio of the texts that are in a language, 0..1."""
        return self.counts[language] / max(1, self.counts.total())
