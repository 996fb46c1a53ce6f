"""The store of one vault: its file, the writer lock, the pool of readers."""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue

from ragtui_core.cancellation import interruptible
from ragtui_core.errors import DiskFull, IndexBusy, IndexMissing, StorageError
from ragtui_core.files.private_files import FILE_MODE, private_directory, write_private
from ragtui_core.index_state import state_error
from ragtui_core.store.sqlite.connection import (
    close,
    connect,
    load_vector_extension,
    require_regular_file,
)
from ragtui_core.store.sqlite.reader import SqliteReader
from ragtui_core.store.sqlite.schema import SCHEMA_VERSION, check, prepare
from ragtui_core.store.sqlite.store_errors import damaged, translated
from ragtui_core.store.sqlite.vector_cache import VectorCache
from ragtui_core.store.sqlite.writer import SqliteWriter

ACCEPTANCE_SECONDS = 60.0
"""How long accepted deletions stay accepted until a run uses it."""

PROBE_SECONDS = 0.25
"""How long a writer waits at least: `is_written` has the lock for a moment, too."""

_FileId = tuple[int, int] | None
"""Device and inode of a file."""


class SqliteStore:
    """An index file: any number of readers, one writer at a time on the machine."""

    def __init__(self, path: Path) -> None:
        """Set the path of the file, which is opened or created later."""
        self.path = path
        # The reader used last has the most pages in its cache.
        self._idle: LifoQueue[tuple[_FileId, SqliteReader]] = LifoQueue()
        self._cache_of_file: tuple[_FileId, VectorCache] = (None, VectorCache())

    @property
    def location(self) -> str:
        """The path of the index file."""
        return str(self.path)

    @property
    def extracted(self) -> Path:
        return self._beside(".extracted")

    def exists(self) -> bool:
        return self.path.is_file()

    def size(self) -> int:
        """Bytes of the index file and its write-ahead log."""
        files = (self.path, self._beside("-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    @contextmanager
    def reader(self) -> Iterator[SqliteReader]:
        with translated(self.path):
            file, reader = self._take_idle() or (self.identity, self._open_reader())
            try:
                with interruptible(reader.interrupt):
                    reader.refresh()
                    yield reader
            except BaseException:
                # Its statements may be unfinished, and keep an old snapshot.
                reader.close()
                raise
        self._idle.put((file, reader))

    def _take_idle(self) -> "tuple[_FileId, SqliteReader] | None":
        """A pooled reader of the present file; readers of a renamed one are closed."""
        now = self.identity
        while True:
            try:
                file, reader = self._idle.get_nowait()
            except Empty:
                return None
            if file == now:
                return file, reader
            reader.close()

    @property
    def identity(self) -> "_FileId":
        """Device and inode of the file at `path`; None if there is none."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _open_reader(self) -> SqliteReader:
        require_regular_file(self.path)
        if not self.exists():
            raise state_error(IndexMissing, str(self.path))
        connection = connect(self.path, write=False)
        try:
            self._require_schema(check(connection, self.path))
            return SqliteReader(connection, self._shared())
        except BaseException:
            close(connection)
            raise

    def _shared(self) -> VectorCache:
        """What readers of the present file share."""
        now = self.identity
        if self._cache_of_file[0] != now:
            self._cache_of_file = (now, VectorCache())
        return self._cache_of_file[1]

    def _require_schema(self, version: int) -> None:
        if version < SCHEMA_VERSION:
            state = "from an older ragtui, " if version else ""
            raise state_error(IndexMissing, f"{state}{self.path}")

    @contextmanager
    def writer(self, *, wait: float = 0.0) -> Iterator[SqliteWriter]:
        wait = max(wait, PROBE_SECONDS) if wait >= 0 else wait
        with self._locked(wait), translated(self.path):
            connection = connect(self.path, write=True)
            try:
                prepare(connection, self.path)
                vectors = load_vector_extension(connection)
                yield SqliteWriter(connection, vectors=vectors)
            finally:
                close(connection)

    @contextmanager
    def _locked(self, wait: float) -> Iterator[None]:
        # Released by the system whenever a process ends.
        from filelock import FileLock, Timeout

        try:
            private_directory(self.path.parent)
            name = self._beside(".lock")
            lock = FileLock(name, mode=FILE_MODE, thread_local=False)
            lock.acquire(timeout=wait)
        except Timeout as error:
            raise state_error(IndexBusy) from error
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            yield
        finally:
            lock.release()

    @property
    def is_written(self) -> bool:
        if not self._beside(".lock").exists():
            return False
        try:
            with self._locked(0.0):
                return False
        except IndexBusy:
            return True
        except StorageError:
            return False

    def check(self) -> bool:
        from ragtui_core.store.sqlite.damage import find_damage

        with self.reader() as reader:
            if damage := find_damage(self.path):
                raise damaged(self.path, damage)
            return reader.has_page_checksums

    def accept_deletions(self) -> None:
        try:
            private_directory(self.path.parent)
            self._acceptance.unlink(missing_ok=True)
            write_private(self._acceptance, b"")
        except OSError as error:
            raise self._unwritable(error) from error

    @property
    def are_deletions_accepted(self) -> bool:
        try:
            age = time.time() - self._acceptance.stat().st_mtime
        except OSError:
            return False
        return abs(age) < ACCEPTANCE_SECONDS

    def take_acceptance(self) -> bool:
        accepted = self.are_deletions_accepted
        if accepted:  # otherwise they may be accepted just now
            self._acceptance.unlink(missing_ok=True)
        return accepted

    @property
    def _acceptance(self) -> Path:
        return self._beside(".accept-deletions")

    def back_up(self) -> str | None:
        require_regular_file(self.path)
        if not self.exists():
            return None
        with self._locked(0.0):
            self.close()
            kept = self._beside(".old")
            try:
                # The log belongs to the file: without it the last changes are lost.
                for ending in ("-wal", ""):
                    old = Path(f"{kept}{ending}")
                    old.unlink(missing_ok=True)
                    if self._beside(ending).exists():
                        self._beside(ending).replace(old)
                self._beside("-shm").unlink(missing_ok=True)
            except OSError as error:
                raise StorageError(
                    f"the index {self.path} cannot be renamed to {kept.name} "
                    f"({error.strerror}): check the folder's permissions, or name "
                    "another file with --db"
                ) from error
            return str(kept)

    def close(self) -> None:
        while True:
            try:
                self._idle.get_nowait()[1].close()
            except Empty:
                return

    def _unwritable(self, error: OSError) -> StorageError:
        if error.errno == errno.ENOSPC:
            return state_error(DiskFull, str(self.path.parent))
        return StorageError(
            f"the index folder {self.path.parent} cannot be written "
            f"({error.strerror}): name another with RAGTUI_DATA_DIR or --db"
        )

    def _beside(self, ending: str) -> Path:
        return Path(os.fspath(self.path) + ending)
