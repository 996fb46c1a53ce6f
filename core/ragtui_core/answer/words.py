"""The words of a question that tell something, and how much of them a text holds."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable

_WORD = re.compile(r"\w+(?:[.,:/-]\w+)*")
_FUNCTION_WORDS = """
a about after all also am an and any are as at be because been before being but by
can could did do does doing for from had has have having he her here him his how i if
in into is it its just may me might more most must my no not of on or our out over
shall she should so some such than that the their them then there these they this to too
under up upon was we were what when where which while who whom whose why will with
would you your tell please give know say says many much often long
"""
_STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
"""English function words; words of other languages all count."""

_ENDINGS = ("ingly", "edly", "ing", "ies", "ied", "ed", "es", "ly", "s", "e", "y")


def words_of(text: str) -> list[str]:
    """Lower-case words without their commonest English endings."""
    return [stem(word.lower()) for word in _WORD.findall(text)]


def telling_words(question: str) -> list[str]:
    """The words of a question without function words, each once, in order."""
    words = [w.lower() for w in _WORD.findall(question)]
    return list(dict.fromkeys(stem(w) for w in words if w not in _STOP_WORDS))


def stem(word: str) -> str:
    """`word` without one of a few endings, if at least three letters stay."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word.isalpha():
            return word[: -len(ending)]
    return word


def names_and_numbers(question: str) -> set[str]:
    """Words with a digit, or with a capital that does not begin the question.

    An answer about them must come from a text that holds them.
    """
    words = _WORD.findall(question)
    return {
        stem(word.lower())
        for place, word in enumerate(words)
        if any(c.isdigit() for c in word)
        or (place and word[0].isupper() and len(word) > 1)
    }


AROUND_WEIGHT = 0.4
"""Of a word in a heading against one in the text itself."""


class Overlap:
    """Weighs words by how rare they are among the candidates (inverse frequency)."""

    def __init__(self, question: list[str], texts: Iterable[Collection[str]]) -> None:
        """Learn the weights of the question's words from the candidates' words."""
        texts = list(texts)
        counts = Counter(word for text in texts for word in question if word in text)
        self._weights = {
            word: math.log1p((len(texts) + 1) / (counts[word] + 0.5))
            for word in question
        }
        self._total = sum(self._weights.values())

    def share(self, own: Collection[str], around: Collection[str]) -> float:
        """How much of the question a text holds, 0..1.

        Args:
            own: The text's words.
            around: Words of its headings, which count less: they hold for every
                passage beneath them.
        """
        held = sum(
            weight * (1.0 if word in own else AROUND_WEIGHT)
            for word, weight in self._weights.items()
            if word in own or word in around
        )
        return held / self._total if self._total else 0.0
