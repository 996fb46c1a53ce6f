"""Lifecycle of the server: options, vaults, changes of workspace folders."""

from typing import Any

from lsprotocol import types

from ragtui_lsp.client_settings import register_for_changes, request_settings
from ragtui_lsp.server import RagtuiServer


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
