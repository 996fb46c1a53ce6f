"""Opens SQLite as the store needs it, and speaks of its failures in our words."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from ragtui_core.errors import IndexBusy, IndexUnusable, RagtuiError, StorageError
from ragtui_core.private_files import make_private, open_private

BUSY_TIMEOUT_MS = 5_000
"""How long a statement waits for another process's short write."""

PAGE_SIZE = 16_384
"""Suits vector blobs (measured)."""

REBUILD_HINT = (
    "the file is kept; `ragtui index --rebuild` puts it aside and starts anew"
)


def connect(path: Path, *, write: bool) -> apsw.Connection:
    """A connection to the index at `path`; made if absent and `write`.

    Raises:
        IndexUnusable: The file is not a SQLite database.
        StorageError: The file cannot be opened or made.
    """
    make_private(path, *(path.with_name(path.name + end) for end in ("-wal", "-shm")))
    with translated(path):
        if write:
            _make_empty(path)
            return _configured(apsw.Connection(str(path)), write=True)
        try:
            flags = apsw.SQLITE_OPEN_READONLY
            return _configured(apsw.Connection(str(path), flags=flags), write=False)
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            # A read-only folder cannot hold the shared memory of a write-ahead log;
            # nobody can be writing there either, so the file may be read as it is.
            return _immutable(path)


def _make_empty(path: Path) -> None:
    """Make the file before SQLite would, which gives others the right to read it.

    SQLite gives the files beside it the same mode. Where it cannot be made, SQLite's
    own error says why.
    """
    with suppress(OSError):
        os.close(open_private(path, os.O_RDWR | os.O_CREAT))


def _immutable(path: Path) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(f"{path.as_uri()}?immutable=1", flags=flags)
    return _configured(connection, write=False)


def _configured(connection: apsw.Connection, *, write: bool) -> apsw.Connection:
    connection.set_busy_timeout(BUSY_TIMEOUT_MS)
    if write:
        connection.pragma("page_size", PAGE_SIZE)
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "normal")
        connection.pragma("foreign_keys", True)
    # The first real read: tells a database from anything else.
    connection.pragma("schema_version")
    connection.pragma("mmap_size", 1 << 30)
    return connection


def load_vector_extension(connection: apsw.Connection) -> bool:
    """Make `vec0` known to `connection`; False where there is no sqlite-vec.

    sqlite-vec has no wheel for some platforms (musl, Windows on arm64); ragtui then
    searches by keyword alone.
    """
    try:
        import sqlite_vec

        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
    except (ImportError, apsw.ExtensionLoadingError):
        return False
    return True


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """One write transaction: all of it, or nothing if the block raises.

    `BEGIN IMMEDIATE` takes the write lock at once: upgrading a read transaction
    fails with no regard to the busy timeout.
    """
    connection.execute("BEGIN IMMEDIATE").fetchall()
    try:
        yield
        connection.execute("COMMIT").fetchall()
    except BaseException:
        # SQLite has already rolled back by itself when the disk is full.
        if connection.in_transaction:
            connection.execute("ROLLBACK").fetchall()
        raise


_OF_THE_FILE = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.FullError,
    apsw.IOError,
    apsw.LockedError,
    apsw.NotADBError,
    apsw.PermissionsError,
    apsw.ReadOnlyError,
)
"""What a file or its disk can do to us; the rest would be our own mistakes."""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the file at `path` into ragtui's."""
    try:
        yield
    except _OF_THE_FILE as error:
        raise _translation(error, path) from error


def _translation(error: apsw.Error, path: Path) -> RagtuiError:
    if isinstance(error, apsw.FullError):
        return StorageError(
            f"the disk is full: {path} could not grow. What was written before is "
            "safe: free some space and run `ragtui index` again"
        )
    if isinstance(error, apsw.NotADBError | apsw.CorruptError):
        return IndexUnusable(f"the index {path} is damaged; {REBUILD_HINT}")
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return IndexBusy(f"the index {path} is in use by another process: try again")
    return StorageError(
        f"the index {path} cannot be read or written ({error}): check the folder's "
        "permissions, or name another place with RAGTUI_DATA_DIR or --db"
    )
