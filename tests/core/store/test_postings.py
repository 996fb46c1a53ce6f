"""Postings: the chunks, scores and order that FTS5 gives, after every change."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np
import pytest

from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import (
    MANY_VERBATIM,
    AllOf,
    AnyOf,
    Matching,
    Phrase,
    Prefix,
)
from ragtui_core.store.records import IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite import (
    migrations,
    posting_codec,
    posting_rows,
    word_scores,
)
from ragtui_core.store.sqlite.pattern_bits import patterns_of
from ragtui_core.store.sqlite.store import Store
from ragtui_core.store.title_names import MAX_NAMED
from support.killed_process import Halt, kill_at
from support.older_index import return_to_schema_12
from support.stores import records_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ragtui_core.store.records import DocumentRecord
    from ragtui_core.store.sqlite.reader import Reader
    from ragtui_core.types import ChunkId

WORDS = ("pump", "valve", "night", "hum", "quiet", "water", "seal", "bolt", "rust")
WEIGHTS = FieldWeights()

CONDITIONS = (
    AnyOf((Phrase("pump"), Phrase("valve"))),
    AnyOf((Phrase("pumps"), Phrase("Pump"), Phrase("night"), Phrase("nowhere"))),
    AnyOf((Phrase("bolt"), AnyOf((Phrase("seal"), Phrase("quiet water"))))),
    AnyOf((Phrase("hum"), Prefix("qui"))),
    AllOf((Phrase("pump"), Phrase("night"))),
    AllOf((Phrase("rust"), AnyOf((Phrase("bolt"), Phrase("night pump"))))),
    AllOf((Phrase("rust"), Phrase("nowhere"))),
    AnyOf((Phrase("nowhere"), Phrase("rust"))),
    Phrase("rust"),
)


def make_small_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use postings for every word of every index."""
    monkeypatch.setattr(word_scores, "MIN_CHUNKS", 1)
    monkeypatch.setattr(posting_rows, "MIN_CHUNKS", 1)
    monkeypatch.setattr(posting_rows, "MIN_FREQUENCY", 2)


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small_large(monkeypatch)


def note(draw: random.Random) -> str:
    """A note of few different words, so that many have the same score."""
    tags = ", ".join(draw.sample(WORDS, draw.randrange(3)))
    text = " ".join(draw.choices(WORDS, k=draw.choice((3, 12, 300))))
    return (
        f"---\ntags: [{tags}]\n---\n# {draw.choice(WORDS)}\n\n## {text[:9]}\n\n{text}\n"
    )


def records(folder: Path, seed: int, count: int = 40) -> Sequence[DocumentRecord]:
    """Documents of two folders."""
    draw = random.Random(seed)
    names = [f"{'odd' if n % 2 else 'even'}/{n}.md" for n in range(count)]
    return records_of(folder / str(seed), {name: note(draw) for name in names})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "index.db")
    with made.writer() as writer:
        writer.apply(IndexChange(records=records(tmp_path, 1)))
        writer.finish_words()
    yield made
    made.close()


def by_fts5(
    reader: Reader, matching: Matching, limit: int, weights: FieldWeights | None
) -> list[tuple[ChunkId, float]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_scores, "MIN_CHUNKS", 10**9)
        return reader.keywords.match(matching, limit, weights)


def assert_equal_to_fts5(store: Store, *, are_used: bool = True) -> None:
    """Compare the best chunks of all conditions, and the numbers of words."""
    connection = apsw.Connection(str(store.path))
    sql = "SELECT term, doc FROM vocabulary"
    counts: list[Any] = connection.execute(sql).fetchall()
    connection.close()
    with store.reader() as reader:
        assert (reader._state.postings() is not None) == are_used
        for matching in CONDITIONS:
            for limit, weights in ((3, WEIGHTS), (100, None)):
                expected = by_fts5(reader, matching, limit, weights)
                assert reader.keywords.match(matching, limit, weights) == expected
        known = reader.keywords.document_frequencies([term for term, _ in counts])
        assert known == dict(counts)


def test_scores_are_those_of_fts5(store: Store) -> None:
    assert_equal_to_fts5(store)


@pytest.mark.parametrize("folder", ["odd", "nowhere"])
def test_a_filter_applies(store: Store, folder: str) -> None:
    with store.reader() as reader:
        chosen = reader.select([Filter(FilterField.FOLDER, (folder,))])
        with reader.restricted(chosen):
            for matching in CONDITIONS:
                found = reader.keywords.match(matching, 10, WEIGHTS)
                assert found == by_fts5(reader, matching, 10, WEIGHTS)


def test_the_first_search_has_postings(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.reader() as reader:
        expected = reader.keywords.match(CONDITIONS[0], 10, WEIGHTS)
    store.close()
    with store.reader() as reader:
        for name in ("_best", "_by_fts5"):
            monkeypatch.setattr(type(reader.keywords), name, None)
        assert reader.keywords.match(CONDITIONS[0], 10, WEIGHTS) == expected


@pytest.mark.parametrize("seed", range(4))
def test_postings_follow_every_change(
    store: Store, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting_rows, "MAX_CHANGES", 60)
    draw = random.Random(seed)
    for step in range(6):
        written = records(tmp_path, 100 * seed + step, 46)
        with store.writer() as writer:
            paths = sorted(writer.files())
            chosen = draw.sample(list(written), 3)
            kept = {each.file.path for each in chosen}
            gone = [path for path in draw.sample(paths, 2) if path not in kept]
            writer.apply(IndexChange(records=chosen, removed=gone))
            if step % 2:
                writer.finish_words()
        with store.reader() as reader:
            assert reader._state.postings()
        assert_equal_to_fts5(store)


def test_many_changes_discard_the_postings_until_the_end(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting_rows, "MAX_CHANGES", 10)
    with store.writer() as writer:
        writer.apply(IndexChange(records=records(tmp_path, 2)))
        assert_equal_to_fts5(store, are_used=False)
        writer.finish_words()
        assert_equal_to_fts5(store)


def test_a_reader_follows_a_writer(store: Store, tmp_path: Path) -> None:
    with store.reader() as reader, store.writer() as writer:
        for seed in (3, 4):
            reader.keywords.match(CONDITIONS[0], 100, WEIGHTS)
            writer.apply(IndexChange(records=records(tmp_path, seed)))
            for _ in range(2):
                found = reader.keywords.match(CONDITIONS[0], 100, WEIGHTS)
                assert found == by_fts5(reader, CONDITIONS[0], 100, WEIGHTS)
                writer._postings.build()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE posting_corpus SET chunks = chunks + 1",
        "UPDATE posting_word SET chunks = chunks + 1",
    ],
)
def test_wrong_numbers_are_noticed_and_made_again(store: Store, damage: str) -> None:
    connection = apsw.Connection(str(store.path))
    connection.execute(damage).fetchall()
    connection.close()
    with store.writer() as writer:
        writer.finish_words()
    assert_equal_to_fts5(store)


def test_a_wrong_total_is_not_used(store: Store) -> None:
    connection = apsw.Connection(str(store.path))
    connection.execute("UPDATE posting_corpus SET chunks = chunks + 1").fetchall()
    connection.close()
    assert_equal_to_fts5(store, are_used=False)


def test_an_index_of_the_step_before_gets_postings(store: Store) -> None:
    older = apsw.Connection(str(store.path))
    return_to_schema_12(older)
    for (name,) in older.execute(
        "SELECT name FROM sqlite_schema WHERE name LIKE 'posting%' OR "
        "name = 'word_instance'"
    ).fetchall():
        older.execute(f"DROP TABLE {name}").fetchall()
    older.pragma("user_version", migrations.PAGE_CHECKSUMS + 11)
    older.close()
    store.close()
    with store.writer() as writer:
        assert_equal_to_fts5(store, are_used=False)
        writer.finish_words()
    assert_equal_to_fts5(store)


def test_a_small_index_has_none(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting_rows, "MIN_CHUNKS", 1_000)
    with store.writer() as writer:
        writer.finish_words()
    assert_equal_to_fts5(store, are_used=False)
    connection = apsw.Connection(str(store.path))
    assert connection.execute("SELECT count(*) FROM posting").fetchall() == [(0,)]
    connection.close()


def build_until_killed(halt: Halt, path: Path) -> None:
    """Make postings; halts before each word's, and before the end."""
    with pytest.MonkeyPatch.context() as patch:
        make_small_large(patch)
        rows = posting_rows.PostingRows
        patch.setattr(rows, "_put_word", halt.before(rows._put_word))
        with Store(path).writer() as writer:
            writer._postings.discard()
            writer.finish_words()


@pytest.mark.parametrize("step", [1, 5])
def test_a_process_killed_while_it_writes_leaves_a_right_index(
    store: Store, step: int
) -> None:
    store.close()
    kill_at(step, build_until_killed, store.path)
    assert_equal_to_fts5(store, are_used=False)
    with store.writer() as writer:
        writer.finish_words()
    assert_equal_to_fts5(store)


@pytest.mark.parametrize("share", [0.001, 0.03, 0.5, 1.0])
def test_ids_are_decoded_as_encoded(share: float) -> None:
    generator = np.random.default_rng(1)
    size = 200_001
    ids = np.flatnonzero(generator.random(size) < share).astype(np.int32)
    form, data = posting_codec.encode_ids(ids, size)
    assert form == (share > 0.05)
    assert np.array_equal(posting_codec.decode_ids(form, data, size), ids)


def test_numbers_are_decoded_as_encoded() -> None:
    numbers = np.array([0, 254, 255, 256, 70_000, 3], np.int64)
    data = posting_codec.encode_numbers(numbers)
    assert np.array_equal(posting_codec.decode_numbers(data, 6), numbers)


def test_lengths_are_read_from_varints() -> None:
    rows = [b"\x00\x05\x81\x00", b"\x01\x82\x80\x01\x00"]
    assert posting_codec.row_sizes(rows, 3).tolist() == [133, 32_770]


def test_a_word_repeated_without_end_is_counted_to_a_maximum() -> None:
    texts = ["pump " * 100, "", "pump", "", "", "", "", "pump " * 9_000]
    count, patterns = patterns_of(texts)
    assert count == 9_101
    often = posting_codec.frequencies(
        np.array([patterns["pump"]]), [1.0, 0, 2.0, 0, 0, 0, 0, 1.0]
    )
    assert often.tolist() == [63 + 2 + 8_191]


def named(reader: Reader, text: str) -> tuple[list[str], list[str]]:
    """The paths of the documents that are called `text`, both ways, sorted."""
    titles = reader.titles
    found = titles.titled(text), titles.titled_by_words(text.split())
    first, second = (reader.places(chunks).values() for chunks in found)
    return sorted(p.path for p in first), sorted(p.path for p in second)


def test_names_are_those_that_fts5_finds(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = ("Quiet pump", "Pump, quiet", "The pump", "Quiet Pump Unit (QPU)", "Hum")
    notes = {f"{n}.md": f"# {title}\n\npump\n" for n, title in enumerate(titles)}
    wanted = ("quiet pump", "pump quiet", "pump", "QPU", "pump hum", "unit", "the pump")
    with store.writer() as writer:
        for folder in ("a", "b", "c"):
            copies = {f"{folder}{path}": text for path, text in notes.items()}
            change = IndexChange(records=records_of(tmp_path / folder, copies))
            writer.apply(change)
            if folder != "c":
                writer.finish_words()
                writer._postings.build()
    with store.reader() as reader:
        found = [named(reader, text) for text in wanted]
        with monkeypatch.context() as patch:
            patch.setattr(type(reader.titles), "_with_names", lambda *_: None)
            assert found == [named(reader, text) for text in wanted]
        assert found[0] == ([f"{folder}0.md" for folder in "abc"],) * 1 + (
            sorted(f"{folder}{n}.md" for folder in "abc" for n in (0, 1)),
        )
        assert found[3][0] == ["a3.md", "b3.md", "c3.md"]


def test_more_documents_than_a_name_can_mean_are_not_looked_for(
    store: Store, tmp_path: Path
) -> None:
    notes = {f"n{n}.md": "# Manual of pumps\n\ntext\n" for n in range(60)}
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "many", notes)))
    with store.reader() as reader:
        assert len(reader.titles.titled("manual of pumps")) == MAX_NAMED + 1
        assert len(reader.titles.titled_by_words(["manual", "pumps"])) == MAX_NAMED + 1
        chosen = reader.select([Filter(FilterField.PATH, ("n5?.md",))])
        with reader.restricted(chosen):
            assert len(reader.titles.titled("manual of pumps")) == 10


@pytest.mark.parametrize("text", ["quiet water", "pump", "night pump hum", "...", ""])
def test_a_phrase_is_found_among_the_chunks_with_its_words(
    store: Store, text: str
) -> None:
    words = AllOf(tuple(map(Phrase, text.split() or ["pump"])))
    with store.reader() as reader:
        everywhere = set(reader.keywords.best_chunks(Phrase(text), 1_000))
        together = [chunk for chunk, _ in reader.keywords.match(words, 1_000)]
        found = reader.keywords.best_chunks(Phrase(text), 1_000, among=together)
        assert set(found) == everywhere
        few = together[:20]
        found = reader.keywords.best_chunks(Phrase(text), 20, among=few, are_all=False)
        verbatim = everywhere & set(few)
        is_enough = verbatim and (len(verbatim) >= 10 or len(everywhere) > 20)
        expected = verbatim if is_enough else everywhere
        assert set(found) <= expected
        assert len(found) == min(20, len(expected))


@pytest.mark.parametrize("text", ["quiet water", "night pump", "Pumps, night"])
def test_a_phrase_of_frequent_words_is_found_from_postings(
    store: Store, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.reader() as reader:
        keywords = reader.keywords
        with monkeypatch.context() as patch:
            patch.setattr(word_scores, "MIN_CHUNKS", 1_000)
            everywhere = set(keywords.best_chunks(Phrase(text), 1_000))
        assert everywhere
        for limit in (5, 30):
            found = keywords.best_chunks(Phrase(text), limit)
            assert set(found) <= everywhere
            assert len(found) >= min(limit, len(everywhere), MANY_VERBATIM)
        monkeypatch.setattr(keywords, "_unscored", None)
        assert set(keywords.best_chunks(Phrase(text), 1_000)) == everywhere
