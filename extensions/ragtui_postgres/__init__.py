"""An index in PostgreSQL, which many servers and users can share."""

from pathlib import Path

from ragtui_core import StorageError
from ragtui_core.store import SharedStore


def open_store(address: str, vault: str, extracted: Path) -> SharedStore:
    """The store of a vault on a server; nothing is contacted yet.

    Args:
        address: A connection string, `postgresql://user@host/db` or `host=...`.
        vault: The vault's name there.
        extracted: The folder for texts extracted from files.

    Raises:
        StorageError: It is not a connection string, or the driver is missing.
    """
    try:
        from ragtui_postgres.store import PostgresStore
    except ImportError as error:
        raise StorageError(
            "the setting `store` names a PostgreSQL server, and its driver cannot be "
            f"imported ({error}): pip install 'ragtui[postgres]'"
        ) from error
    return PostgresStore(address, vault, extracted)
