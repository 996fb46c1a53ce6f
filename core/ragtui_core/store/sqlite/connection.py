"""Opens SQLite connections: pragmas, sqlite-vec, transactions."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import apsw

from ragtui_core.cancellation import check_cancelled
from ragtui_core.errors import StorageError
from ragtui_core.files.private_files import make_private, open_private
from ragtui_core.store.sqlite import page_checksums
from ragtui_core.text.word_folding import as_words

BUSY_TIMEOUT_MS = 5_000
"""How long a statement waits for another process's short write."""

PAGE_SIZE = 16_384
"""Suits vector blobs (measured)."""

CACHE_KIB = 256 * 1024
"""Most that a reader keeps of an index with checksums, which is not memory-mapped.

Exact vector search reads all vectors each time: 1.5 KiB a chunk.
"""

MAPPED_BYTES = 1 << 30
"""Most of an index without checksums that is memory-mapped."""


def connect(path: Path, *, write: bool) -> apsw.Connection:
    """A connection to the index at `path`; made if absent and `write`.

    Raises:
        StorageError: `path` is not a regular file.
        apsw.Error: SQLite cannot open it; `store_errors` names the reasons.
    """
    require_regular_file(path)
    page_checksums.register()
    make_private(path, *(path.with_name(path.name + end) for end in ("-wal", "-shm")))
    if write:
        _make_empty(path)
        connection = apsw.Connection(str(path))
        if page_checksums.are_supported(connection) and not path.stat().st_size:
            page_checksums.reserve(connection)
        return _configured(connection, write=True)
    try:
        flags = apsw.SQLITE_OPEN_READONLY
        connection = apsw.Connection(str(path), flags=flags)
        return _configured(connection, write=False)
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        # A read-only folder cannot contain the shared memory of a write-ahead log; no
        # process can be writing there either, so the file may be read as it is.
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(f"{path.as_uri()}?immutable=1", flags=flags)
        return _configured(connection, write=False)


def require_regular_file(path: Path) -> None:
    """Refuse paths that SQLite would block on (a FIFO) or cannot open (a folder).

    Raises:
        StorageError: `path` exists, but is not a regular file, or is inaccessible.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(
            f"the index {path} cannot be opened ({error.strerror}): check the "
            "permissions, or name another file with --db or RAGTUI_DATA_DIR"
        ) from error
    if not stat.S_ISREG(mode):
        raise StorageError(
            f"{path} should be the index, but is {_KINDS.get(stat.S_IFMT(mode), _ODD)}"
            ": move it away, or name another file with --db"
        )


_ODD = "not a regular file"
_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a named pipe"}


def _make_empty(path: Path) -> None:
    """Create the file before SQLite does, which would make it readable by others.

    SQLite gives the accompanying files the same mode. If it cannot be created, SQLite's
    own error has the reason.
    """
    with suppress(OSError):
        os.close(open_private(path, os.O_RDWR | os.O_CREAT))


def _configured(connection: apsw.Connection, *, write: bool) -> apsw.Connection:
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        add_functions(connection)
        # Also to read: another process may write the first page between the opening of
        # an empty file and the first read, and part of a page has no valid checksum.
        connection.pragma("page_size", PAGE_SIZE)
        if write:
            connection.pragma("journal_mode", "wal")
            connection.pragma("synchronous", "normal")
            connection.pragma("foreign_keys", True)
        # The first real read, which fails if the file is not a database.
        connection.pragma("schema_version")
        if not page_checksums.are_reserved(connection):
            connection.pragma("mmap_size", MAPPED_BYTES)
        elif not write:
            connection.pragma("cache_size", -CACHE_KIB)
        if not write:
            connection.exec_trace = _is_wanted
    except BaseException:
        close(connection)
        raise
    return connection


def add_functions(connection: apsw.Connection) -> None:
    """Register what the schema calls."""
    connection.create_scalar_function(
        "as_words",
        lambda *values: as_words(str(values[0])),
        1,
        deterministic=True,
        flags=apsw.SQLITE_INNOCUOUS,
    )


def _is_wanted(*_: object) -> bool:
    """Before each statement: end its work, if that is cancelled."""
    check_cancelled()
    return True


def ends_within_a_page(connection: apsw.Connection, path: Path) -> bool:
    """Whether the last page of the index at `path` is incomplete.

    SQLite completes it with zeros. It may be just being written if there is a log.
    """
    log = path.with_name(f"{path.name}-wal")
    page = int(connection.pragma("page_size"))
    return all(
        path.stat().st_size % page and not (log.exists() and log.stat().st_size)
        for _ in range(2)  # The log may have gone in between.
    )


def close(connection: apsw.Connection) -> None:
    """Close `connection`; a failing disk is not an error.

    The last connection moves the write-ahead log into the file. What was committed is
    safe in the log, which the next connection reads.
    """
    try:
        connection.close()
    except apsw.Error:
        return


def load_vector_extension(connection: apsw.Connection) -> bool:
    """Register `vec0` with `connection`; False if sqlite-vec is not available.

    sqlite-vec has no wheel for some platforms (musl, Windows on arm64); ragtui then
    searches by keyword alone.
    """
    # The package itself imports numpy and sqlite3, of which nothing is needed here.
    package = find_spec("sqlite_vec")
    if package is None or package.origin is None:
        return False
    try:
        connection.enable_load_extension(True)
        connection.load_extension(str(Path(package.origin).with_name("vec0")))
    except apsw.ExtensionLoadingError:
        return False
    return True


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """One write transaction, rolled back if the block raises.

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
