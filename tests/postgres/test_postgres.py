"""What the store in PostgreSQL does besides its contract: errors, limits, parity."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_core.errors import IndexBusy, StorageError
from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix, TermKind
from ragtui_core.store.records import DocumentRecord, IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.text.stemming import tokens
from ragtui_postgres.store import PostgresStore
from support.postgres_server import execute, server_dsn
from support.stores import STORES, paths_with, postgres_store, records_of

pytestmark = pytest.mark.postgres

NOTES = {
    "pumps/night.md": "---\ntags: [marine]\n---\n# Night\n\nThe pump hums at night.\n",
    "pumps/valve.md": "# Valve\n\nA night valve of readConfigFile hums at the pump.\n",
    "harbour.md": "---\ncompany: Pump Works\n---\n# Harbour\n\n"
    "Quiet water. 泵在夜里响。\n",
    "log.md": "# Log\n\nThe pump pump pump failed at night, and the valve hums.\n",
    "long.md": "# Long\n\n" + "Water is quiet at the pump. " * 40 + "\n",
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PostgresStore]:
    made = postgres_store(server_dsn(), tmp_path)
    with made.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", NOTES)))
    yield made
    made.close()


CONDITIONS = [
    Phrase("pump"),
    Phrase("night valve"),
    Phrase("pump pump"),
    Phrase("quiet at the pump"),
    Prefix("pu"),
    Prefix("night va"),
    AnyOf((Phrase("failed"), Phrase("pump"), Phrase("pump pump"))),
    AnyOf((Phrase("hums"), Prefix("qui"))),
    AllOf((Phrase("hums"), AnyOf((Phrase("failed"), Prefix("mar"))))),
    AllOf((Phrase("hums"), Phrase("absent"))),
    Phrase("..."),
]
DEFAULT = FieldWeights()


@pytest.mark.parametrize(
    ("matching", "kind", "weights"),
    [
        *((matching, TermKind.WORD, None) for matching in CONDITIONS),
        *((matching, TermKind.WORD, DEFAULT) for matching in CONDITIONS),
        (Phrase("config"), TermKind.PART, None),
        (Phrase("夜里"), TermKind.GRAM, None),
    ],
)
def test_scores_are_those_of_fts5(
    store: PostgresStore,
    tmp_path: Path,
    matching: Matching,
    kind: TermKind,
    weights: FieldWeights | None,
) -> None:
    sqlite = STORES["sqlite"](tmp_path)
    with sqlite.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", NOTES)))
    with ExitStack() as stack:
        stack.callback(sqlite.close)
        scores = []
        for each in (store, sqlite):
            reader = stack.enter_context(each.reader())
            found = dict(reader.keywords.match(matching, 100, weights, kind))
            locations = reader.candidate_info(found)
            scores.append({locations[c].path: score for c, score in found.items()})
    assert scores[0] == pytest.approx(scores[1], rel=1e-6)


def test_terms_are_counted_as_if_only_the_last_state_were_indexed(
    store: PostgresStore, tmp_path: Path
) -> None:
    with store.writer() as writer:
        changed = records_of(tmp_path / "vault", {"log.md": "# Log\n\nGulls, night.\n"})
        writer.apply(IndexChange(records=changed, removed=["long.md"]))
    again = postgres_store(server_dsn(), tmp_path, "again")
    notes = {**NOTES, "log.md": "# Log\n\nGulls, night.\n"}
    del notes["long.md"]
    with again.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "again", notes)))
    seen = []
    for each in (store, again):
        assert each.check()
        with each.reader() as reader:
            scores = reader.keywords.match(AnyOf((Phrase("night"), Prefix("pu"))), 9)
            ordered = sorted(score for _, score in scores)
            seen.append((reader.keywords.terms_from(""), ordered))
        each.close()
    assert seen[0] == seen[1]


def test_vaults_do_not_see_each_other(store: PostgresStore, tmp_path: Path) -> None:
    other = postgres_store(server_dsn(), tmp_path, "other")
    with other.writer() as writer:
        notes = {"a.md": "# Gulls\n\nGulls scream.\n"}
        writer.apply(IndexChange(records=records_of(tmp_path / "other", notes)))
    with store.reader() as reader, other.reader() as others:
        assert reader.keywords.document_frequencies(["gull"]) == {"gull": 0}
        assert paths_with(reader, "gulls") == set()
        assert paths_with(others, "pump") == set()
        assert others.documents.paths() == ["a.md"]
        assert paths_with(others, "gulls") == {"a.md"}
    other.close()


def test_what_it_cannot_store_is_replaced(store: PostgresStore, tmp_path: Path) -> None:
    text = "# Odd\n\nBefore\0after, \ud800 surrogate, valve.\n"
    notes = {"odd.md": "# Odd\n\nBefore-after, ? surrogate, valve.\n"}
    (record,) = records_of(tmp_path / "vault", notes)
    odd = record.chunks[0]._replace(text=text)
    with store.writer() as writer:
        writer.apply(IndexChange(records=[replace(record, chunks=(odd,))]))
    with store.reader() as reader:
        assert "odd.md" in paths_with(reader, "surrogate")
        (chunk,) = reader.chunks(reader.chunks_of("odd.md")).values()
        assert chunk.text == text.replace("\0", "\ufffd").replace("\ud800", "?")


def test_long_texts_and_words_are_found(store: PostgresStore, tmp_path: Path) -> None:
    word = "ä" * 3_000
    words = " ".join([*(f"w{i}" for i in range(20_000)), "last words", word])
    with store.writer() as writer:
        writer.apply(IndexChange(records=[of_text(tmp_path, words)]))
    with store.reader() as reader:
        assert paths_with(reader, "w19999") == {"big.md"}
        assert paths_with(reader, "w7 w8") == {"big.md"}
        assert paths_with(reader, word) == {"big.md"}
        ((_, _, term),) = tokens(word)
        assert reader.keywords.document_frequencies([term]) == {term: 1}
    with store.writer() as writer:
        writer.apply(IndexChange(removed=["big.md"]))
    assert store.check()


def test_a_text_of_more_terms_than_a_tsvector_has_leaves_none_behind(
    store: PostgresStore, tmp_path: Path
) -> None:
    with store.reader() as reader:
        before = reader.keywords.terms_from("")
    words = " ".join(f"w{i}" for i in range(120_000))
    with store.writer() as writer:
        writer.apply(IndexChange(records=[of_text(tmp_path, words)]))
    with store.reader() as reader:
        assert paths_with(reader, "w7 w8") == {"big.md"}
        assert paths_with(reader, "w40000") == {"big.md"}
    with store.writer() as writer:
        writer.apply(IndexChange(removed=["big.md"]))
    assert store.check()
    with store.reader() as reader:
        assert reader.keywords.terms_from("") == before


def of_text(folder: Path, text: str) -> DocumentRecord:
    """The record of a note with one chunk of any size."""
    (record,) = records_of(folder / "vault", {"big.md": "# Big\n\nwords\n"})
    return replace(record, chunks=(record.chunks[0]._replace(text=text),))


def test_paths_are_matched_as_by_sqlite(store: PostgresStore, tmp_path: Path) -> None:
    patterns = ["*.md", "PUMPS/*", "pumps/[nx]*", "*[^g].md", "l?g.md", "[", "*[a-m]g*"]
    sqlite = STORES["sqlite"](tmp_path)
    with sqlite.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", NOTES)))
    for pattern in (*patterns, "o", ".", "pumps.night"):
        kept = []
        for each in (store, sqlite):
            with each.reader() as reader:
                chosen = reader.select([Filter(FilterField.PATH, (pattern,))])
                chunks = reader.newest_chunks(100, within=chosen)
                kept.append(
                    {
                        location.path
                        for location in reader.candidate_info(chunks).values()
                    }
                )
        assert kept[0] == kept[1], pattern
    sqlite.close()


def test_a_lost_connection_is_an_error_and_then_forgotten(store: PostgresStore) -> None:
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'ragtui'"
    )
    with store.reader() as reader:
        assert paths_with(reader, "valve")
    execute(server_dsn(), end)
    with store.reader() as reader:
        assert paths_with(reader, "valve")
        execute(server_dsn(), end)
    with ExitStack() as stack:
        stack.enter_context(pytest.raises(StorageError, match="cannot be used"))
        reader = stack.enter_context(store.reader())
        execute(server_dsn(), end)
        reader.documents.paths()
    with store.reader() as reader:
        assert reader.documents.paths()


def test_a_writer_that_died_leaves_the_lock_to_the_next(store: PostgresStore) -> None:
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_locks "
        "WHERE locktype = 'advisory' AND granted"
    )
    with ExitStack() as stack:
        stack.enter_context(pytest.raises(StorageError))
        writer = stack.enter_context(store.writer())
        with pytest.raises(IndexBusy), store.writer():
            pass
        execute(server_dsn(), end)
        writer.set_meta("key", "value")
    with store.writer() as writer:
        assert writer.meta("key") == ""


def test_a_store_that_is_forgotten_closes_its_connections(tmp_path: Path) -> None:
    store = postgres_store(server_dsn(), tmp_path)
    with store.writer():
        pass
    with store.reader() as reader:
        connection = reader.tables.connection
    assert not connection.closed
    del store, reader
    gc.collect()
    assert connection.closed
