"""The store of one vault: where its file lies, who may write, how readers are lent."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue

from ragtui_core.errors import IndexBusy, IndexMissing, StorageError
from ragtui_core.private_files import FILE_MODE, private_directory
from ragtui_core.store.connection import connect, load_vector_extension, translated
from ragtui_core.store.migrations import LATEST, check, migrate
from ragtui_core.store.reading import Reader
from ragtui_core.store.writing import Writer

_FileId = tuple[int, int] | None
"""Device and number of a file on it."""


class Store:
    """An index file: any number of readers, one writer at a time on the machine."""

    def __init__(self, path: Path) -> None:
        """Name the file; nothing is opened or made yet."""
        self.path = path
        self._idle: SimpleQueue[tuple[_FileId, Reader]] = SimpleQueue()

    def exists(self) -> bool:
        """Whether there is an index file."""
        return self.path.is_file()

    def size(self) -> int:
        """Bytes of the index file and its write-ahead log."""
        files = (self.path, self._beside("-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """Lend a reader; each is used by one thread at a time.

        Raises:
            IndexMissing: The vault was never indexed.
            IndexUnusable: The file is damaged, foreign or from a newer ragtui.
        """
        file, reader = self._take_idle() or (self._file_id(), self._open_reader())
        with translated(self.path):
            yield reader
        self._idle.put((file, reader))

    def _take_idle(self) -> "tuple[_FileId, Reader] | None":
        """A reader of the file that is there now; those of one put aside go."""
        now = self._file_id()
        while True:
            try:
                file, reader = self._idle.get_nowait()
            except Empty:
                return None
            if file == now:
                return file, reader
            reader.close()

    def _file_id(self) -> "_FileId":
        """Which file lies at `path`; all that is known if there is none is None."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _open_reader(self) -> Reader:
        if not self.exists():
            raise IndexMissing(
                f"this vault has no index yet ({self.path}): run `ragtui index`"
            )
        connection = connect(self.path, write=False)
        with translated(self.path):
            version = check(connection, self.path)
            if version < LATEST:
                connection.close()
                state = "from an older ragtui" if version else "still empty"
                raise IndexMissing(
                    f"the index is {state} ({self.path}): run `ragtui index`"
                )
            return Reader(connection)

    @contextmanager
    def writer(self, *, wait: float = 0.0) -> Iterator[Writer]:
        """The one writer of this index, on this machine.

        Args:
            wait: Seconds to wait for another process to finish; negative: for ever.

        Raises:
            IndexBusy: Another process is writing.
            IndexUnusable: The file is damaged, foreign or from a newer ragtui.
            StorageError: The disk is full or the folder cannot be written.
        """
        with self._locked(wait):
            connection = connect(self.path, write=True)
            try:
                with translated(self.path):
                    migrate(connection, self.path)
                    vectors = load_vector_extension(connection)
                    yield Writer(connection, vectors=vectors)
            finally:
                connection.close()

    @contextmanager
    def _locked(self, wait: float) -> Iterator[None]:
        # Released by the system when a process dies, however it dies.
        from filelock import FileLock, Timeout

        try:
            private_directory(self.path.parent)
            name = self._beside(".lock")
            lock = FileLock(name, mode=FILE_MODE, thread_local=False)
            lock.acquire(timeout=wait)
        except Timeout as error:
            raise IndexBusy(
                "another ragtui is indexing this vault; search works meanwhile"
            ) from error
        except OSError as error:
            raise StorageError(
                f"the index folder {self.path.parent} cannot be written "
                f"({error.strerror}): name another with RAGTUI_DATA_DIR or --db"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def set_aside(self) -> Path | None:
        """Move the index file out of the way, for a rebuild; its new name.

        Raises:
            IndexBusy: Another process is writing.
        """
        if not self.exists():
            return None
        with self._locked(0.0):
            self.close()
            kept = self._beside(".old")
            self.path.replace(kept)
            for ending in ("-wal", "-shm"):
                self._beside(ending).unlink(missing_ok=True)
            return kept

    def close(self) -> None:
        """Close the readers that are not lent out."""
        while True:
            try:
                self._idle.get_nowait()[1].close()
            except Empty:
                return

    def _beside(self, ending: str) -> Path:
        return Path(os.fspath(self.path) + ending)
