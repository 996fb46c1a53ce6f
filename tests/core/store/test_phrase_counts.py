"""How often a phrase occurs, by tsvectors as a server sends them."""

from collections import defaultdict
from struct import pack

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st

from ragtui_core.store.postgres.phrase_counts import phrase_counts
from ragtui_core.store.postgres.term_conditions import QueryPhrase

TERMS = ("a", "ab", "abc", "grün")

texts = st.lists(
    st.lists(st.sampled_from(TERMS), min_size=1, max_size=30).map(tuple), max_size=5
)
phrases = st.lists(st.sampled_from(TERMS), min_size=2, max_size=4).map(tuple)


def tsvector(text: tuple[str, ...], kept: frozenset[str], first: int) -> bytes:
    """The kept terms of a text, whose first one is at position `first`."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, term in enumerate(text, first):
        if term in kept:
            places[term].append(place | 3 << 14)  # with PostgreSQL's weight A
    parts = [
        term.encode() + b"\0" + pack(f">H{len(at)}H", len(at), *at)
        for term, at in sorted(places.items())
    ]
    return pack(">i", len(parts)) + b"".join(parts)


def weight(place: int) -> float:
    return 2.5 if place < 10 else 0.25


def weights_at(places: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    return np.array([weight(place) for place in places.tolist()])


def matches(found: tuple[str, ...], phrase: QueryPhrase) -> bool:
    *whole, last = phrase.terms
    *before, end = found
    return before == whole and (
        end.startswith(last) if phrase.is_prefix else end == last
    )


@pytest.mark.parametrize("is_prefix", [False, True])
@given(texts=texts, terms=phrases, first=st.sampled_from((1, 8, 16_350)))
def test_each_place_counts_by_its_weight(
    texts: list[tuple[str, ...]], terms: tuple[str, ...], first: int, is_prefix: bool
) -> None:
    phrase = QueryPhrase(terms, is_prefix)
    kept = frozenset(TERMS if is_prefix else terms)
    having = [text for text in texts if is_prefix or kept <= set(text)]
    expected = [
        sum(
            weight(first + at)
            for at in range(len(text) - len(terms) + 1)
            if matches(text[at : at + len(terms)], phrase)
        )
        for text in having
    ]
    vectors = [tsvector(text, kept, first) for text in having]
    assert phrase_counts(phrase, vectors, weights_at).tolist() == expected
