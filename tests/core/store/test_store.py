"""The store by itself: migrations, locks, what survives."""

import threading
from itertools import count
from pathlib import Path

import apsw
import pytest
from filelock import FileLock

from ragtui_core.errors import IndexUnusable, StorageError
from ragtui_core.store.records import DocumentRecord, FileState, IndexChange
from ragtui_core.store.sqlite.connection import transaction
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.types import Fields
from ragtui_core.vault.index_location import index_path


def test_a_writer_waits_for_a_process_that_only_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.store.sqlite.store.PROBE_SECONDS", 60.0)
    path = tmp_path / "index.db"
    held = FileLock(f"{path}.lock", thread_local=False)
    held.acquire()
    release = threading.Timer(0.2, held.release)
    release.start()
    with SqliteStore(path).writer() as writer:
        writer.set_meta("key", "value")
    release.join()
    assert not SqliteStore(path).is_written


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "index.db")
    with store.writer() as writer:
        writer.set_meta("key", "before")
    connection = apsw.Connection(str(store.path))

    def fail() -> None:
        with transaction(connection):
            connection.execute("UPDATE meta SET value = 'after'").fetchall()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    connection.close()
    with store.reader() as reader:
        assert reader.meta("key") == "before"
    store.close()


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = SqliteStore(tmp_path / "file" / "index.db")
    with pytest.raises(StorageError, match="RAGTUI_DATA_DIR or --db"), store.writer():
        pass


def test_without_sqlite_vec_there_are_no_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sqlite_vec", None)
    store = SqliteStore(tmp_path / "index.db")
    with store.writer() as writer:
        assert not writer.vectors.available


def test_vaults_of_one_name_have_indexes_of_their_own(tmp_path: Path) -> None:
    one = index_path(tmp_path, Path("/a/notes"))
    two = index_path(tmp_path, Path("/b/notes"))
    assert one != two
    assert one.parent.name.startswith("notes-")
    assert index_path(tmp_path, Path("/ünï côdé/..")).name == "index.db"


def test_a_reader_whose_user_fails_is_closed(tmp_path: Path) -> None:
    """It may be in the middle of a statement, which would keep an old state."""
    store = SqliteStore(tmp_path / "index.db")
    with store.writer() as writer:
        writer.set_meta("key", "value")
    before = open_files(store.path)

    def fail() -> None:
        with store.reader() as reader:
            reader.meta("key")
            raise RuntimeError

    for _ in range(3):
        with pytest.raises(RuntimeError):
            fail()
    assert open_files(store.path) == before
    with store.reader() as reader:
        assert reader.meta("key") == "value"
    store.close()
    assert open_files(store.path) == before


def test_an_index_that_is_refused_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    foreign = apsw.Connection(str(path))
    foreign.execute("CREATE TABLE precious (x)").fetchall()
    foreign.close()
    store = SqliteStore(path)
    failures: list[IndexUnusable] = []  # Their tracebacks refer to what was left open.
    for lend in (store.reader, store.writer):
        with pytest.raises(IndexUnusable, match="not a ragtui index") as caught, lend():
            pass
        failures.append(caught.value)
    assert open_files(path) == 0


def open_files(path: Path) -> int:
    """How many descriptors of this process lead to a database."""
    found = 0
    for link in Path("/proc/self/fd").iterdir():
        try:
            found += str(link.readlink()).startswith(f"{path}")
        except FileNotFoundError:
            continue
    return found


def test_looking_up_a_file_does_not_read_the_others(tmp_path: Path) -> None:
    """The cost of an edit does not grow with the vault."""
    fields = Fields(title="Pump")
    states = [FileState(f"{i % 9}/{i}.md", 1, 1, 1, 1) for i in range(2_000)]
    records = [
        DocumentRecord(state, b"x", 0, "utf-8", fields, "{}", "[]", "", ())
        for state in states
    ]
    steps = count()
    with SqliteStore(tmp_path / "index.db").writer() as writer:
        writer.apply(IndexChange(records=records))
        connection = writer._connection
        connection.set_progress_handler(lambda: next(steps) < 0, 100)
        assert list(writer.documents.files(["5/500.md"])) == ["5/500.md"]
        connection.set_progress_handler(None)
    assert next(steps) < 10
