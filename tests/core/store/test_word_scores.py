"""Kept scores of words: the chunks, scores and order that FTS5 gives."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix, TermKind
from ragtui_core.store.records import IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite import word_scores
from ragtui_core.store.sqlite.store import Store
from support.stores import records_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ragtui_core.store.sqlite.reader import Reader
    from ragtui_core.types import ChunkId

WORDS = ("pump", "valve", "night", "hum", "quiet", "water", "seal", "bolt", "rust")
WEIGHTS = FieldWeights()

CONDITIONS = (
    AnyOf((Phrase("pump"), Phrase("valve"))),
    AnyOf((Phrase("pump"), Phrase("pump"), Phrase("night"), Phrase("nowhere"))),
    AnyOf((Phrase("bolt"), AnyOf((Phrase("seal"), Phrase("quiet water"))))),
    AnyOf((Phrase("hum"), Prefix("qui"))),
    AllOf((Phrase("pump"), Phrase("night"))),
    AllOf((Phrase("rust"), AnyOf((Phrase("bolt"), Phrase("night pump"))))),
    AnyOf((AllOf((Phrase("pump"), Phrase("night"))), Phrase("rust"))),
    AnyOf((Phrase("nowhere"), Phrase("never"))),
    Phrase("rust"),
)


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_scores, "MIN_CHUNKS", 1)


def notes(seed: int) -> dict[str, str]:
    """Forty notes of few different words, so that many have the same score."""
    draw = random.Random(seed)
    return {
        f"{'odd' if number % 2 else 'even'}/{number}.md": f"# {draw.choice(WORDS)}\n\n"
        + " ".join(draw.choices(WORDS, k=draw.choice((3, 12))))
        + "\n"
        for number in range(40)
    }


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "index.db")
    with made.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", notes(1))))
    yield made
    made.close()


def by_fts5(
    reader: Reader, matching: Matching, limit: int, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[ChunkId, float]]:
    with monkeypatch.context() as patch:
        patch.setattr(word_scores, "MIN_CHUNKS", 10**9)
        return reader.keywords.match(matching, limit, WEIGHTS)


@pytest.mark.parametrize("limit", [3, 100])
@pytest.mark.parametrize("folder", ["", "odd", "nowhere"])
def test_kept_scores_are_those_of_fts5(
    store: Store, limit: int, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.reader() as reader:
        for matching in CONDITIONS * 2:
            reader.keywords.match(matching, limit, WEIGHTS)
        assert reader._state.cache.word_scores.size > 0
        filters = [Filter(FilterField.FOLDER, (folder,))] if folder else []
        with reader.restricted(reader.select(filters)):
            for matching in CONDITIONS:
                expected = by_fts5(reader, matching, limit, monkeypatch)
                assert reader.keywords.match(matching, limit, WEIGHTS) == expected


def test_the_first_search_keeps_nothing(store: Store) -> None:
    with store.reader() as reader:
        reader.keywords.match(CONDITIONS[0], 10, WEIGHTS)
        assert not reader._state.cache.word_scores.size
        reader.keywords.match(CONDITIONS[0], 10, WEIGHTS)
        assert reader._state.cache.word_scores.size


def test_scores_of_other_weights_are_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    matching = CONDITIONS[0]
    with store.reader() as reader:
        for _ in range(3):
            reader.keywords.match(matching, 10)
            found = reader.keywords.match(matching, 10, WEIGHTS)
        assert found == by_fts5(reader, matching, 10, monkeypatch)
        assert found != reader.keywords.match(matching, 10)


def test_a_change_of_the_index_is_found(store: Store, tmp_path: Path) -> None:
    matching = AnyOf((Phrase("pump"), Phrase("rust")))
    with store.reader() as reader:
        for _ in range(3):
            reader.keywords.match(matching, 100, WEIGHTS)
        assert reader._state.cache.word_scores.size
        added = records_of(tmp_path / "other", {"new.md": "# Pump\n\npump rust pump\n"})
        with store.writer() as writer:
            writer.apply(IndexChange(records=added))
        (best, _), *_ = reader.keywords.match(matching, 100, WEIGHTS)
        assert reader.places([best])[best].path == "new.md"


def test_memory_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_scores, "MAX_SCORES", 60)
    pairs = [AnyOf((Phrase(a), Phrase(b))) for a in WORDS for b in WORDS if a < b]
    with store.reader() as reader:
        for matching in pairs * 3:
            found = reader.keywords.match(matching, 10, WEIGHTS)
            assert found == by_fts5(reader, matching, 10, monkeypatch)
            assert reader._state.cache.word_scores.size <= 60 * 12


@pytest.mark.parametrize("limit", [1, 5, 100])
def test_chunks_without_scores_are_the_best_ones(store: Store, limit: int) -> None:
    with store.reader() as reader:
        for matching in (Phrase("pump"), Phrase("night pump"), Phrase("nowhere")):
            scored = reader.keywords.match(matching, limit)
            found = reader.keywords.best_chunks(matching, limit)
            assert sorted(found) == sorted(chunk for chunk, _ in scored)
        parts = reader.keywords.best_chunks(Phrase("pump"), limit, TermKind.PART)
        assert not parts
