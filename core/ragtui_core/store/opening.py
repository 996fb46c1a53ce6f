"""Opens the store of a vault: its file, or the server that the settings name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.plugins import PluginGroup, find_plugin, plugin_names

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
        PluginError: No package has a store for such an address.
        StorageError: The setting is not a connection string, or a driver is missing.
    """
    return open_shared(settings, index) if settings.store else SqliteStore(index)


def open_shared(settings: Settings, index: Path) -> SharedStore:
    """The store on the server that the settings name; otherwise as `open_store`.

    That of the only package that has one, or whose name is the scheme of the address.
    """
    names = plugin_names(PluginGroup.STORES)
    scheme = settings.store.partition("://")[0]
    name = scheme if scheme in names else next(iter(names), scheme)
    plugin = find_plugin(PluginGroup.STORES, name)
    opened = plugin.load()
    vault = settings.vault_name or index.parent.name
    with plugin.guarded():
        store: SharedStore = opened(
            settings.store, vault, Path(f"{os.fspath(index)}.extracted")
        )
    return store
