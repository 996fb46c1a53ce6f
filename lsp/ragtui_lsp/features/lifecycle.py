"""From the first message to the last: options, vaults, folders that come and go."""

from typing import Any

from lsprotocol import types

from ragtui_lsp.client_settings import ask_for_news, asked_settings
from ragtui_lsp.server import RagtuiServer


def initialize(ls: RagtuiServer, params: types.InitializeParams) -> None:
    """Keep the client's options; they are read once the client is answered."""
    ls.first_options = params.initialization_options


async def initialized(ls: RagtuiServer, _: types.InitializedParams) -> None:
    """Import what serves, and open the vaults under the client's settings."""
    await ls.load()
    ls.tell_all(await ls.work(ls.options.take_first, ls.first_options))
    await _configure(ls, None)
    await ask_for_news(ls)


async def configuration_changed(
    ls: RagtuiServer, params: types.DidChangeConfigurationParams
) -> None:
    """Take over settings that were changed while the server runs."""
    await _configure(ls, params.settings)


async def folders_changed(
    ls: RagtuiServer, _: types.DidChangeWorkspaceFoldersParams
) -> None:
    """Open the vaults of new folders, and close those of folders that went."""
    await _configure(ls, None)


async def vault_files_changed(
    ls: RagtuiServer, _: types.DidChangeWatchedFilesParams
) -> None:
    """Open vaults anew whose own settings have changed."""
    await ls.open_vaults()


def shutdown(ls: RagtuiServer, _: Any) -> None:
    """Stop indexing and answering."""
    ls.close_vaults()


async def _configure(ls: RagtuiServer, sent: Any) -> None:
    """Open the vaults under what the client says when asked, or else has `sent`."""
    given = await asked_settings(ls)
    if given is None and sent:
        given = {None: sent}
    if given is not None:
        ls.tell_all(await ls.work(ls.options.take, given))
    await ls.open_vaults()
