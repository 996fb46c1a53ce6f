"""A vault as the language server serves it, without the server."""

from typing import Any

from ragtui_core import Vault
from ragtui_lsp.workspace_vaults import ServedVault


class Silent:
    """A listener that ignores the events of indexing."""

    def step(self, event: Any) -> None: ...

    def coverage(self, coverage: Any, *, elsewhere: bool) -> None: ...

    def paused(self) -> None: ...

    def failed(self, error: Any) -> None: ...


def served_vault(vault: Vault) -> ServedVault:
    """The vault, which nothing follows."""
    return ServedVault(vault, vault.root, Silent())
