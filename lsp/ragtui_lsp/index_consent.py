"""Asks once before the first index of a folder that was not chosen as a vault.

An editor opens repositories, home and other folders, not all of them to be indexed.
"""

from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_core import RagtuiError, in_thread

if TYPE_CHECKING:
    from pathlib import Path

    from pygls.lsp.server import LanguageServer

    from ragtui_core import Vault
    from ragtui_lsp.workspace_vaults import ServedVault

INDEX = "Index"
NEVER = "Never"
_DECLINED = "declined"
"""A file with this name beside the index means that the user does not want one."""


class IndexConsent:
    """Whether a vault may be indexed, and the question to the user; blocks."""

    def __init__(self, vault: "Vault") -> None:
        from ragtui_core.settings import is_chosen

        settings = vault.settings
        self._root = vault.root
        self._note: Path = vault.index_path.with_name(_DECLINED)
        self.is_given = is_chosen(vault.root, settings.vault) or _has_index(vault)
        """Without a question: it is chosen as a vault, or has an index."""
        is_wanted = settings.editor.index and not self.is_given
        self.is_open = is_wanted and not self._note.exists()
        """Whether the user has to be asked, and has not been asked before."""

    async def ask(self, client: "LanguageServer", served: "ServedVault") -> None:
        """Ask; then index, or remember that the user does not want it."""
        from ragtui_core.settings import doubt

        doubtful = await in_thread(doubt, self._root)
        what = f"It is {doubtful}, and has" if doubtful else "It has"
        answer = await client.window_show_message_request_async(
            types.ShowMessageRequestParams(
                types.MessageType.Info,
                f"Index {self._root}, so that ragtui can search it? "
                f"{what} no .ragtui.toml.",
                [types.MessageActionItem(INDEX), types.MessageActionItem(NEVER)],
            )
        )
        if answer and answer.title == INDEX:
            await in_thread(served.allow)
        elif answer and answer.title == NEVER:
            await in_thread(self._decline)

    def _decline(self) -> None:
        from ragtui_core.files import private_directory, write_private

        private_directory(self._note.parent)
        write_private(self._note, b"")


def _has_index(vault: "Vault") -> bool:
    try:
        return vault.is_indexed()
    except RagtuiError:
        return True  # It is damaged or of a newer version, which requests will report.
