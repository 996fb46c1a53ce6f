"""The server's errors, as those of ragtui: one sentence without any row's values."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from ragtui_core.errors import (
    DiskFull,
    IndexBusy,
    IndexUnusable,
    RagtuiError,
    ServerAway,
    StorageError,
)
from ragtui_core.index_state import state_error
from ragtui_core.store.postgres.connection import SCHEMA


@contextmanager
def translated(place: str) -> Iterator[None]:
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
        raise _error_of(error, place) from error


def _error_of(error: psycopg.Error, place: str) -> RagtuiError:
    reason = _reason_of(error)
    match error:
        case psycopg.errors.DiskFull():
            return state_error(DiskFull, f"the server's, {place}")
        case psycopg.errors.ReadOnlySqlTransaction():
            return read_only(place)
        case psycopg.errors.LockNotAvailable() | psycopg.errors.DeadlockDetected():
            return IndexBusy(f"the index {place} is in use by another process")
        case psycopg.errors.QueryCanceled():
            return StorageError(
                f"{place} ended a statement that took too long ({reason}): try again, "
                "or raise its statement_timeout"
            )
        case psycopg.errors.InsufficientPrivilege():
            return StorageError(
                f"the role may not do this in {place} ({reason}): ask the "
                f"server's administrator to grant it the schema {SCHEMA}"
            )
        case psycopg.errors.UndefinedTable() | psycopg.errors.UndefinedColumn():
            return IndexUnusable(
                f"the schema {SCHEMA} of {place} is not as ragtui created it "
                f"({reason}): restore it, or name another database"
            )
        case psycopg.errors.ProgramLimitExceeded():
            return StorageError(f"{place} refused a statement ({reason})")
        case psycopg.OperationalError():
            return ServerAway(
                f"{place} cannot be used ({reason}): check that the server runs and "
                "that its address, role and password are right"
            )
        case _:
            return StorageError(f"{place} refused a statement ({reason})")


def _reason_of(error: psycopg.Error) -> str:
    """The server's reason in one line; it has no password and no row's values."""
    text = error.diag.message_primary or str(error)
    return text.strip().partition("\n")[0] or type(error).__name__


def read_only(place: str) -> StorageError:
    """The error for writing to a server that does not write."""
    return StorageError(
        f"{place} is a read-only replica: search works here; index by the "
        "primary server"
    )
