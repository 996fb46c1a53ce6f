"""Requests to the client: what its settings are, and to report their changes."""

import asyncio
from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from ragtui_lsp.client_options import SECTION

TIMEOUT_SECONDS = 5.0
"""Timeout for the client's settings; after it, the server uses what it has."""

VAULT_FILES = "**/.ragtui.toml"
"""The files that the client is asked to watch."""


async def request_settings(ls: LanguageServer) -> Mapping[str | None, Any] | None:
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
    return (
        settings if any(setting is not None for setting in settings.values()) else None
    )


async def register_for_changes(ls: LanguageServer) -> None:
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


def _registrations(ls: LanguageServer) -> list[types.Registration]:
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
