"""From the first message to the last: options, vaults, folders that come and go."""

from typing import Any

from lsprotocol import types

from ragtui_lsp.server import RagtuiServer


def initialize(ls: RagtuiServer, params: types.InitializeParams) -> None:
    """Keep the client's options; they are read once the client is answered."""
    ls.first_options = params.initialization_options


async def initialized(ls: RagtuiServer, _: types.InitializedParams) -> None:
    """Import what serves, and open the vaults."""
    await ls.load()
    await ls.set_options(ls.first_options)


async def configuration_changed(
    ls: RagtuiServer, params: types.DidChangeConfigurationParams
) -> None:
    """Take over settings that were changed while the server runs."""
    if params.settings:
        await ls.set_options(params.settings)


async def folders_changed(
    ls: RagtuiServer, _: types.DidChangeWorkspaceFoldersParams
) -> None:
    """Open the vaults of new folders, and close those of folders that went."""
    await ls.open_vaults()


def shutdown(ls: RagtuiServer, _: Any) -> None:
    """Stop indexing and answering."""
    ls.close_vaults()
