"""The chunks that may be the best with a phrase: no others are, if it says so."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtui_core.store.matching import TermKind
from ragtui_core.store.postgres.likely_chunks import (
    COMPARED,
    best_of_phrase,
    likely_chunks,
)
from ragtui_core.store.postgres.postings import Postings, TermPostings
from ragtui_core.store.postgres.reader_state import EVERYTHING, ChunkSelection
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Sequence

PHRASE = ("pump", "hums")

texts = st.lists(
    st.lists(st.sampled_from((*PHRASE, "night")), max_size=8).map(tuple), max_size=30
)


def postings_of(texts: Sequence[tuple[str, ...]], term: str) -> TermPostings:
    having = [chunk for chunk, text in enumerate(texts) if term in text]
    return TermPostings(
        np.array(having, np.int32),
        np.array([texts[chunk].count(term) for chunk in having], np.uint32),
        np.array([len(texts[chunk]) for chunk in having], np.uint16),
    )


def with_phrase(texts: Sequence[tuple[str, ...]], chunks: list[int]) -> Postings:
    """Those of `chunks` with the phrase, in another order than by id."""
    counts = {
        chunk: sum(pair == PHRASE for pair in pairwise(text))
        for chunk in reversed(chunks)
        for text in [texts[chunk]]
    }
    found = [chunk for chunk, count in counts.items() if count]
    return Postings.of_lists(
        found,
        np.array([counts[chunk] for chunk in found], np.float64),
        [len(texts[chunk]) for chunk in found],
    )


@given(texts=texts, limit=st.integers(1, 4), without=st.frozensets(st.integers(0, 9)))
@pytest.mark.parametrize("known", [PHRASE, ("hums",)])
def test_the_best_chunks_are_among_the_likely_ones_or_it_is_known_that_they_may_not_be(
    texts: Sequence[tuple[str, ...]],
    known: tuple[str, ...],
    limit: int,
    without: frozenset[int],
) -> None:
    average = 4.0
    selection = ChunkSelection(without=frozenset(map(ChunkId, without)))
    kept = [chunk for chunk in range(len(texts)) if chunk not in without]
    postings = [postings_of(texts, term) for term in known]
    likely = likely_chunks(postings, TermKind.WORD, limit, average, selection)
    assert len(likely.chunks) <= COMPARED * limit
    found = with_phrase(texts, likely.chunks)
    best = best_of_phrase(found, limit, average)
    everything = with_phrase(texts, kept)
    scores = everything.scored(100, average)
    order = np.lexsort((scores.chunks, -scores.scores))[:limit]
    expected = scores.chunks[order].tolist()
    if likely.longest is None or short(found, likely.longest) >= limit:
        assert best == expected


def short(found: Postings, longest: int) -> int:
    """How many chunks have no more terms than `longest`."""
    return int((found.lengths <= longest).sum())


def test_of_equal_chunks_the_first_are_the_best() -> None:
    texts = [PHRASE] * 100
    likely = likely_chunks(
        [postings_of(texts, term) for term in PHRASE], TermKind.WORD, 5, 2.0, EVERYTHING
    )
    assert likely.chunks == list(range(10))
    found = with_phrase(texts, likely.chunks)
    assert best_of_phrase(found, 5, 2.0) == [0, 1, 2, 3, 4]
    assert likely.longest == 1  # others have the score of these


def test_short_chunks_with_the_phrase_once_are_better_than_long_ones() -> None:
    long = ("pump", "hums", *["at", "night"] * 10)
    texts = [*([long] * 20), *([PHRASE] * 10)]
    known = [postings_of(texts, term) for term in PHRASE]
    likely = likely_chunks(known, TermKind.WORD, 5, 4.0, EVERYTHING)
    assert likely.chunks == list(range(20, 30))
    assert likely.longest == 21
    assert short(with_phrase(texts, likely.chunks), likely.longest) == 10


def test_chunks_with_the_terms_elsewhere_do_not_hide_those_with_the_phrase() -> None:
    texts = [("hums", "pump")] * 20 + [("pump", "hums", "at", "night")] * 20
    known = [postings_of(texts, term) for term in PHRASE]
    likely = likely_chunks(known, TermKind.WORD, 5, 2.0, EVERYTHING)
    found = with_phrase(texts, likely.chunks)
    assert best_of_phrase(found, 5, 2.0) == []
    assert likely.longest is not None
