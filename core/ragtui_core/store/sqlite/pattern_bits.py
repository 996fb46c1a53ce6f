"""How often a word is in each field of a chunk, as one integer; without numpy.

The bits of a field are enough for its words: BM25 hardly distinguishes more.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from ragtui_core.text.stemming import stemmed

FIELD_BITS = (6, 8, 8, 6, 8, 6, 8, 13)
"""Bits of each field's number, in the order of FTS5's columns; 63 in all."""

SHIFTS = tuple(accumulate((0, *FIELD_BITS[:-1])))
"""Where the bits of each field begin, from the lowest."""


def bits_of(columns: Iterable[int]) -> int:
    """The bits of the fields with these numbers."""
    return sum(((1 << FIELD_BITS[each]) - 1) << SHIFTS[each] for each in columns)


NAMES = bits_of((2, 5))
"""Those of title and file name."""


def patterns_of(texts: Sequence[str]) -> tuple[int, dict[str, int]]:
    """The number of tokens of a chunk's fields, and the pattern of each term."""
    found: dict[str, int] = {}
    count = 0
    for text, shift, bits in zip(texts, SHIFTS, FIELD_BITS, strict=True):
        own = stemmed(text)
        count += len(own)
        for term, number in Counter(own).items():
            number = min(number, (1 << bits) - 1)
            found[term] = found.get(term, 0) + (number << shift)
    return count, found


def counted(each: Iterable[Iterable[str]]) -> Counter[str]:
    """How many of `each` have each term."""
    found: Counter[str] = Counter()
    for own in each:
        found.update(frozenset(own))
    return found
