"""Examines an index file from end to end; seconds for a large one."""

from collections.abc import Iterator
from pathlib import Path

import apsw

from ragtui_core.store.sqlite.connection import close, connect, load_vector_extension


class DamagedRow(ValueError):
    """A row of the index is corrupt; raised where rows are read."""


def find_damage(path: Path) -> str | None:
    """The first sign of damage in the index at `path`, in words; None if it is intact.

    Raises:
        StorageError: `path` is not a regular file.
        apsw.Error: It cannot be read (busy, no permission, a failing disk).
    """
    try:
        connection = connect(path, write=False)
    except apsw.Error as error:
        if isinstance(error, apsw.CorruptError | apsw.NotADBError):
            return str(error)
        if sign := sign_of_damage(error):
            return sign
        raise
    try:
        return next(_signs(connection), None)
    except _NO_ACCESS as error:
        if sign := sign_of_damage(error):
            return sign
        raise
    except DamagedRow as error:
        return str(error)
    except (apsw.Error, ValueError, TypeError, LookupError) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        close(connection)


_NO_ACCESS = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.FullError,
    apsw.IOError,
    apsw.LockedError,
)
"""Errors of the file's disk, or that of temporary files."""


def _signs(connection: apsw.Connection) -> Iterator[str]:
    connection.execute("BEGIN").fetchall()  # One state of the file for all checks.
    load_vector_extension(connection)
    # Reads every page in use, and with it its checksum.
    for (problem,) in connection.execute("PRAGMA integrity_check(1)"):
        if problem != "ok":
            yield str(problem).splitlines()[-1]
    for row in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {row[0]} belongs to no document"


def sign_of_damage(error: apsw.Error) -> str:
    """What an error in reading says about the file; empty if it may be sound."""
    return _SIGNS.get(getattr(error, "extendedresult", 0), "")


_SIGNS = {
    apsw.SQLITE_IOERR_SHORT_READ: "it ends too soon",
    apsw.SQLITE_IOERR_DATA: "the checksum of a page does not match",
}
