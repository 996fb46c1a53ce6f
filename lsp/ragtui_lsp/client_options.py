"""The client's settings: requested from it, and read by the schema of `config.toml`."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from ragtui_lsp.server import RagtuiServer

SECTION = "ragtui"
"""Name of the table with the settings; clients may send it as well."""

CLIENTS_OWN = ("client", "server", "trace")
"""Subtables for the client plug-ins, which the server ignores."""

TIMEOUT_SECONDS = 5.0
"""Timeout for the client's settings; after it, the server uses what it has."""

VAULT_FILES = "**/.ragtui.toml"
"""The files that the client is asked to watch."""


class ClientOptions:
    """The client's options: initial ones, and current ones for each folder."""

    def __init__(self) -> None:
        """No options yet."""
        self._first: dict[str, Any] = {}
        self._now: dict[str | None, dict[str, Any]] = {}

    def of(self, folder: str | None) -> dict[str, Any]:
        """The dotted settings for a folder of the workspace, by its uri."""
        everywhere = self._now.get(None, {})
        return self._first | self._now.get(folder, everywhere)

    def set_initial(self, options: Any) -> tuple[str, ...]:
        """Store the initialization options; returns what is wrong with them."""
        self._first, faults = read_options(options)
        return faults

    def set_current(self, options: Mapping[str | None, Any]) -> tuple[str, ...]:
        """Replace the current options by folder; returns what is wrong with them.

        `None` names the settings for folders that are not among them. Earlier
        options that are missing are removed.
        """
        read = {folder: read_options(each) for folder, each in options.items()}
        self._now = {folder: usable for folder, (usable, _) in read.items()}
        return tuple(fault for _, faults in read.values() for fault in faults)


def read_options(options: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The valid settings by dotted key, and messages about invalid ones.

    Args:
        options: What the client sent: None, dotted keys, or tables within tables.
    """
    from ragtui_core.settings import usable_values

    if options is None:
        return {}, ()
    if not isinstance(options, Mapping):
        return {}, ("editor settings must be one object",)
    inner = options.get(SECTION)
    table = inner if isinstance(inner, Mapping) else options
    ours = {k: v for k, v in table.items() if k.partition(".")[0] not in CLIENTS_OWN}
    return usable_values(ours, "editor settings")


async def request_settings(ls: "RagtuiServer") -> Mapping[str | None, Any] | None:
    """The client's settings by folder, `None` for the defaults; None if it has none."""
    client = ls.client_capabilities.workspace
    if not (client and client.configuration):
        return None
    scopes = [None, *ls.workspace.folders]
    items = [types.ConfigurationItem(scope, SECTION) for scope in scopes]
    asked = ls.workspace_configuration_async(types.ConfigurationParams(items))
    try:
        found = await asyncio.wait_for(asked, TIMEOUT_SECONDS)
    except (JsonRpcException, TimeoutError):
        return None
    settings = dict(zip(scopes, found or (), strict=False))
    return settings if any(each is not None for each in settings.values()) else None


async def register_for_changes(ls: "RagtuiServer") -> None:
    """Ask the client to report changes of its settings and of vault settings."""
    registrations = [*_registrations(ls)]
    if registrations:
        asked = ls.client_register_capability_async(
            types.RegistrationParams(registrations)
        )
        try:
            await asyncio.wait_for(asked, TIMEOUT_SECONDS)
        except (JsonRpcException, TimeoutError):
            return  # The client may still send changes unasked.


def _registrations(ls: "RagtuiServer") -> list[types.Registration]:
    client = ls.client_capabilities.workspace
    settings = client and client.did_change_configuration
    files = client and client.did_change_watched_files
    found = []
    if settings and settings.dynamic_registration:
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        wanted = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        found.append(types.Registration("ragtui-settings", method, wanted))
    if files and files.dynamic_registration:
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        watched = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(VAULT_FILES)]
        )
        found.append(types.Registration("ragtui-vault-files", method, watched))
    return found
