"""The chunks that may be the best with a phrase: no others are, if it says so."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, strategies as st

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
    best = best_of_phrase(found, limit, average, likely)
    everything = with_phrase(texts, kept)
    scores = everything.scored(100, average)
    order = np.lexsort((scores.chunks, -scores.scores))[:limit]
    expected = scores.chunks[order].tolist()
    assert best.are_all in (best.chunks == expected, False)
    if likely.next_best is None:
        assert best.are_all


def test_of_equal_chunks_the_first_are_the_best() -> None:
    texts = [PHRASE] * 100
    likely = likely_chunks(
        [postings_of(texts, term) for term in PHRASE], TermKind.WORD, 5, 2.0, EVERYTHING
    )
    assert likely.chunks == list(range(10))
    best = best_of_phrase(with_phrase(texts, likely.chunks), 5, 2.0, likely)
    assert (best.chunks, best.are_all) == ([0, 1, 2, 3, 4], True)


def test_chunks_with_the_terms_elsewhere_do_not_hide_those_with_the_phrase() -> None:
    texts = [("hums", "pump")] * 20 + [("pump", "hums", "at", "night")] * 20
    known = [postings_of(texts, term) for term in PHRASE]
    likely = likely_chunks(known, TermKind.WORD, 5, 2.0, EVERYTHING)
    best = best_of_phrase(with_phrase(texts, likely.chunks), 5, 2.0, likely)
    assert (best.chunks, best.are_all) == ([], False)
