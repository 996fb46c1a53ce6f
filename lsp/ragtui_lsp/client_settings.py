"""Asks the client for its settings, and to be told when they change."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_lsp.client_options import SECTION

if TYPE_CHECKING:
    from ragtui_lsp.server import RagtuiServer

ANSWER_SECONDS = 5.0
"""What the server waits for the client's settings; it goes on without them."""

VAULT_FILES = "**/.ragtui.toml"
"""The files whose change the client is asked to tell."""


async def asked_settings(ls: "RagtuiServer") -> Mapping[str | None, Any] | None:
    """The client's settings by folder, `None` being everywhere; None if it has none."""
    client = ls.client_capabilities.workspace
    if not (client and client.configuration):
        return None
    scopes = [None, *ls.workspace.folders]
    items = [types.ConfigurationItem(scope, SECTION) for scope in scopes]
    asked = ls.workspace_configuration_async(types.ConfigurationParams(items))
    try:
        found = await asyncio.wait_for(asked, ANSWER_SECONDS)
    except (JsonRpcException, TimeoutError):
        return None
    given = dict(zip(scopes, found or (), strict=False))
    return given if any(each is not None for each in given.values()) else None


async def ask_for_news(ls: "RagtuiServer") -> None:
    """Have the client tell when settings change, its own and those of vaults."""
    registrations = [*_registrations(ls)]
    if registrations:
        asked = ls.client_register_capability_async(
            types.RegistrationParams(registrations)
        )
        try:
            await asyncio.wait_for(asked, ANSWER_SECONDS)
        except (JsonRpcException, TimeoutError):
            return  # It tells of its own accord, or not at all.


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
