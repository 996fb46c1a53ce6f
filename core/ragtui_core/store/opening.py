"""Opens the store of a vault: its file, or the server that the settings name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.errors import StorageError

# Imported here, not when a vault is opened: another thread may be importing it.
from ragtui_core.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from ragtui_core.settings.schema import Settings
    from ragtui_core.store.protocols import SharedStore, Store


def open_store(settings: Settings, index: Path) -> Store:
    """The store of a vault; nothing is opened or contacted yet.

    Args:
        settings: The setting `store` decides; without it the index is a file.
        index: The index file. With a server, what this machine alone needs is beside
            it: texts extracted from files.

    Raises:
        StorageError: The setting is not a connection string, or the driver is missing.
    """
    return open_shared(settings, index) if settings.store else SqliteStore(index)


def open_shared(settings: Settings, index: Path) -> SharedStore:
    """The store on the server that the settings name; otherwise as `open_store`."""
    try:
        from ragtui_core.store.postgres.store import PostgresStore
    except ImportError as error:
        raise StorageError(
            "the setting `store` names a PostgreSQL server, and its driver cannot be "
            f"imported ({error}): pip install 'ragtui[postgres]'"
        ) from error
    name = settings.vault_name or index.parent.name
    return PostgresStore(settings.store, name, Path(f"{os.fspath(index)}.extracted"))
