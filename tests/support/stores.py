"""The stores that the contract tests run against; another one is a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.settings.schema import ChunkingSettings, IndexSettings
from ragtui_core.store.matching import Phrase
from ragtui_core.store.records import DocumentRecord, FileState
from ragtui_core.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ragtui_core.store.protocols import Store
    from ragtui_core.store.reading.reader import Reader
    from ragtui_postgres.store import PostgresStore


def postgres_store(dsn: str, folder: Path, vault: str = "") -> PostgresStore:
    """A vault in a database; by default, its name is that of `folder`."""
    from ragtui_postgres.store import PostgresStore

    return PostgresStore(dsn, vault or str(folder), folder / "extracted")


def _postgres(folder: Path) -> Store:
    """A vault of its own in the tests' server."""
    from support.postgres_server import server_dsn

    return postgres_store(server_dsn(), folder)


STORES: Mapping[str, Callable[[Path], Store]] = {
    "sqlite": lambda folder: SqliteStore(folder / "index.db"),
    "postgres": _postgres,
}
"""Each makes a store without an index, given an empty folder."""


def records_of(folder: Path, notes: Mapping[str, str]) -> list[DocumentRecord]:
    """The records of notes, as indexing would read them from files in `folder`."""
    reader = FileReader(folder, ChunkingSettings(), IndexSettings().max_bytes)
    files = []
    for path, text in notes.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        state = file.stat()
        times = (state.st_mtime_ns, state.st_ctime_ns)
        state_of = FileState(path, state.st_size, *times, state.st_ino)
        files.append(FileRequest(state_of))
    found = reader.read_all(files)
    return [each for each in found if isinstance(each, DocumentRecord)]


def paths_with(reader: Reader, text: str) -> set[str]:
    """The documents with a phrase."""
    chunks = dict(reader.keywords.match(Phrase(text), 100))
    return {it.path for it in reader.candidate_info(chunks).values()}
