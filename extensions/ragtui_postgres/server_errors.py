"""The server's errors, as those of ragtui: one sentence without any row's values."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from ragtui_core import (
    DiskFull,
    IndexBusy,
    IndexUnusable,
    RagtuiError,
    ServerAway,
    StorageError,
)
from ragtui_core.store import state_error


@contextmanager
def translated(location: str) -> Iterator[None]:
    """Translate all errors of the server to those of ragtui.

    Raises:
        DiskFull: The server's disk is full.
        IndexBusy: Another process writes.
        IndexUnusable: The tables are not those of the schema's version.
        ServerAway: The server cannot be reached.
        StorageError: The server refuses.
    """
    try:
        yield
    except psycopg.Error as error:
        raise _error_of(error, location) from error


def _error_of(error: psycopg.Error, location: str) -> RagtuiError:
    reason = _reason_of(error)
    match error:
        case psycopg.errors.DiskFull():
            return state_error(DiskFull, f"the server's, {location}")
        case psycopg.errors.ReadOnlySqlTransaction():
            return read_only(location)
        case psycopg.errors.LockNotAvailable() | psycopg.errors.DeadlockDetected():
            return IndexBusy(f"the index {location} is in use by another process")
        case psycopg.errors.QueryCanceled():
            return StorageError(
                f"{location} ended a statement that took too long ({reason}): try "
                "again, or raise its statement_timeout"
            )
        case psycopg.errors.InsufficientPrivilege():
            return StorageError(
                f"the role may not do this in {location} ({reason}): ask the "
                "server's administrator to grant it the schema of the vault"
            )
        case psycopg.errors.UndefinedTable() | psycopg.errors.UndefinedColumn():
            return IndexUnusable(
                f"the schema of {location} is not as ragtui created it "
                f"({reason}): restore it, or name another database"
            )
        case psycopg.errors.ProgramLimitExceeded():
            return StorageError(f"{location} refused a statement ({reason})")
        case psycopg.OperationalError():
            return ServerAway(
                f"{location} cannot be used ({reason}): check that the server runs and "
                "that its address, role and password are right"
            )
        case _:
            return StorageError(f"{location} refused a statement ({reason})")


def _reason_of(error: psycopg.Error) -> str:
    """The server's reason in one line; it has no password and no row's values."""
    text = error.diag.message_primary or str(error)
    return text.strip().partition("\n")[0] or type(error).__name__


def read_only(location: str) -> StorageError:
    """The error for writing to a server that does not write."""
    return StorageError(
        f"{location} is a read-only replica: search works here; index by the "
        "primary server"
    )
