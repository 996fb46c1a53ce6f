"""A file system below SQLite that counts what is asked of it and fails on demand.

It wraps the default one (an apsw VFS), and is in its place until it is unregistered:
files are real, and their pages have checksums. The shared memory of a write-ahead log
is the platform's: apsw inherits it and lets no Python method in.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import apsw

from ragtui_core.store.sqlite import page_checksums


class Failure(StrEnum):
    """How an operation fails."""

    ONCE = "once"
    """An input/output error; the next operation works again."""
    DEAD = "dead"
    """An input/output error, and so does everything after it."""
    FULL = "full"
    """The disk is full from then on: nothing can be written, all can be read."""
    SHORT = "short"
    """As ONCE, but the first half of the data of a write is in the file.

    Reading has no such case: the platform's layer reads on until it has everything or
    the file ends, and a file that ends too soon is a damaged one.
    """
    READ_ONLY = "read-only"
    """From then on nothing may be changed."""


_WRITING = frozenset({"write", "truncate", "sync", "delete", "create"})

_ERRORS = {
    "read": apsw.SQLITE_IOERR_READ,
    "write": apsw.SQLITE_IOERR_WRITE,
    "truncate": apsw.SQLITE_IOERR_TRUNCATE,
    "sync": apsw.SQLITE_IOERR_FSYNC,
    "size": apsw.SQLITE_IOERR_FSTAT,
    "lock": apsw.SQLITE_IOERR_LOCK,
    "delete": apsw.SQLITE_IOERR_DELETE,
    "access": apsw.SQLITE_IOERR_ACCESS,
    "control": apsw.SQLITE_IOERR,
    "open": apsw.SQLITE_CANTOPEN,
    "create": apsw.SQLITE_CANTOPEN,
    "name": apsw.SQLITE_CANTOPEN_FULLPATH,
}

_CONTROLS = frozenset({apsw.SQLITE_FCNTL_SIZE_HINT, apsw.SQLITE_FCNTL_SYNC})
"""File controls that a disk can fail; the others only query."""


@dataclass(slots=True)
class _Plan:
    at: int = 0
    failure: Failure = Failure.ONCE


class FailingDisk(apsw.VFS):
    """Works until `fail` says otherwise. `done` counts operations since then."""

    def __init__(self, name: str) -> None:
        page_checksums.register()
        self.below = apsw.vfs_names()[0]
        super().__init__(name, self.below, makedefault=True)
        self._lock = threading.Lock()
        self.work()

    def unregister(self) -> None:
        """Put the file system below back in its place."""
        apsw.set_default_vfs(self.below)
        super().unregister()

    def work(self) -> None:
        """Stop failing, and count from 0."""
        self.fail(0, Failure.ONCE)

    def fail(self, at: int, failure: Failure) -> None:
        """Fail the operation number `at`, counted from now and from 1; 0 is none."""
        with self._lock:
            self.done = 0
            self.failed: list[str] = []
            self._plan = _Plan(at, failure)

    def count(self, kind: str) -> bool:
        """Count one operation of a kind; whether only half of it shall be done.

        Raises:
            apsw.Error: It shall fail.
        """
        with self._lock:
            self.done += 1
            if not self._fails(kind):
                return False
            self.failed.append(kind)
        failure = self._plan.failure
        if failure is Failure.SHORT and kind == "write":
            return True
        raise apsw.exception_for(_code(kind, failure))

    def _fails(self, kind: str) -> bool:
        at, failure = self._plan.at, self._plan.failure
        if not at or self.done < at:
            return False
        if failure in {Failure.ONCE, Failure.SHORT}:
            return self.done == at
        # What cannot be written is still there to be read.
        return failure is Failure.DEAD or kind in _WRITING

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        creates = flags[0] & apsw.SQLITE_OPEN_CREATE
        self.count("create" if creates else "open")
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.count("delete")
        super().xDelete(filename, syncdir)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        self.count("access")
        return super().xAccess(pathname, flags)

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        self.count("name")
        return super().xFullPathname(name)


def _code(kind: str, failure: Failure) -> int:
    if kind in _WRITING and failure is Failure.FULL:
        return apsw.SQLITE_FULL
    if kind in _WRITING and failure is Failure.READ_ONLY:
        return apsw.SQLITE_READONLY
    return _ERRORS[kind]


class _File(apsw.VFSFile):
    def __init__(self, disk: FailingDisk, name: Any, flags: list[int]) -> None:
        super().__init__(disk.below, name, flags)
        self._disk = disk

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._disk.count("read")
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        if self._disk.count("write"):
            super().xWrite(bytes(data)[: len(data) // 2], offset)
            raise apsw.exception_for(apsw.SQLITE_FULL)
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.count("truncate")
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        # Counted, not done: no power fails here, and a real one takes milliseconds.
        self._disk.count("sync")

    def xFileSize(self) -> int:  # noqa: N802
        self._disk.count("size")
        return super().xFileSize()

    def xLock(self, level: int) -> None:  # noqa: N802
        self._disk.count("lock")
        super().xLock(level)

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        if op in _CONTROLS:
            self._disk.count("control")
        return super().xFileControl(op, ptr)
