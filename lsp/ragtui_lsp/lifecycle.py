"""Lifecycle of the server: options, vaults, changes of workspace folders."""

import asyncio
from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_lsp.client_options import SECTION
from ragtui_lsp.server import RagtuiServer

TIMEOUT_SECONDS = 5.0
"""Timeout for the client's settings; after it, the server uses what it has."""

VAULT_FILES = "**/.ragtui.toml"
"""The files that the client is asked to watch."""


def initialize(ls: RagtuiServer, params: types.InitializeParams) -> None:
    """Keep the client's options; they are read once the client is answered."""
    ls.first_options = params.initialization_options


async def initialized(ls: RagtuiServer, _: types.InitializedParams) -> None:
    """Import the handlers, and open the vaults under the client's settings."""
    await ls.load()
    ls.show_warnings(await ls.work(ls.options.set_initial, ls.first_options))
    await _configure(ls, None)
    await register_for_changes(ls)


async def configuration_changed(
    ls: RagtuiServer, params: types.DidChangeConfigurationParams
) -> None:
    """Apply settings that were changed while the server runs."""
    await _configure(ls, params.settings)


async def folders_changed(
    ls: RagtuiServer, _: types.DidChangeWorkspaceFoldersParams
) -> None:
    """Open the vaults of new folders, and close those of removed folders."""
    await _configure(ls, None)


async def vault_files_changed(
    ls: RagtuiServer, _: types.DidChangeWatchedFilesParams
) -> None:
    """Reopen vaults whose own settings have changed."""
    await ls.open_vaults()


def shutdown(ls: RagtuiServer, _: Any) -> None:
    """Stop indexing and answering."""
    ls.close_vaults()


async def _configure(ls: RagtuiServer, sent: Any) -> None:
    """Open the vaults with the client's settings, requested or else `sent`."""
    settings = await request_settings(ls)
    if settings is None and sent:
        settings = {None: sent}
    if settings is not None:
        ls.show_warnings(await ls.work(ls.options.set_current, settings))
    await ls.open_vaults()


async def request_settings(ls: RagtuiServer) -> Mapping[str | None, Any] | None:
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


async def register_for_changes(ls: RagtuiServer) -> None:
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


def _registrations(ls: RagtuiServer) -> list[types.Registration]:
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
