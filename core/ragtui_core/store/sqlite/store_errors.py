"""The boundary of the store: translates errors to those of ragtui.

Readers, writers, migrations, FTS5 and sqlite-vec all run inside `translated`. Errors
of SQLite have a kind. Others (a text that is not UTF-8, a row with a missing
value, a vector of the wrong size) may come from a damaged file or from a mistake in
ragtui: the file is then examined, and reported as damaged only if it is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ragtui_core.errors import (
    DiskFull,
    IndexBusy,
    IndexDamaged,
    RagtuiError,
    StorageError,
)
from ragtui_core.index_state import state_error
from ragtui_core.store.sqlite.damage import DamagedRow, find_damage, sign_of_damage

REBUILD_HINT = (
    "`ragtui index --rebuild` creates a new one from the vault and keeps this file as "
    "index.db.old"
)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Translate all errors of the index at `path` to those of ragtui.

    Raises:
        IndexDamaged: The file is corrupt.
        IndexBusy: Another process holds its lock.
        StorageError: It cannot be read or written.
    """
    try:
        yield
    except RagtuiError:
        raise
    except DamagedRow as error:
        raise damaged(path, str(error)) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise damaged(path) from error
    except _FILE_ERRORS as error:
        raise _file_error(error, path) from error
    except Exception as error:
        if damage := _damage_of(path):
            raise damaged(path, damage) from error
        if isinstance(error, apsw.Error):
            raise _unreadable(error, path) from error
        raise


def _damage_of(path: Path) -> str | None:
    """Damage of the file; None, too, if it cannot be examined."""
    try:
        return find_damage(path)
    except (apsw.Error, StorageError):
        return None


def damaged(path: Path, how: str = "") -> IndexDamaged:
    """The error for a damaged index, with the way to rebuild it."""
    reason = f" ({how})" if how else ""
    return IndexDamaged(f"the index {path} is damaged{reason}: {REBUILD_HINT}")


_FILE_ERRORS = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.FullError,
    apsw.IOError,
    apsw.LockedError,
    apsw.PermissionsError,
    apsw.ProtocolError,
    apsw.ReadOnlyError,
)
"""Errors caused by the file or its disk."""


def _file_error(error: apsw.Error, path: Path) -> RagtuiError:
    if sign := sign_of_damage(error):
        return damaged(path, sign)
    if isinstance(error, apsw.FullError):
        return state_error(DiskFull, f"{path} could not grow")
    if isinstance(error, apsw.BusyError | apsw.LockedError | apsw.ProtocolError):
        return IndexBusy(f"the index {path} is in use by another process: try again")
    return _unreadable(error, path)


def _unreadable(error: apsw.Error, path: Path) -> StorageError:
    return StorageError(
        f"the index {path} cannot be read or written ({error}): check the disk and the "
        "folder's permissions, or name another folder with RAGTUI_DATA_DIR or --db"
    )
