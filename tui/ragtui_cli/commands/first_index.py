"""A vault that was never indexed is made searchable on the spot, for keywords."""

import sys

from ragtui_core.vault import Vault


def ensure_index(vault: Vault) -> None:
    """Index `vault` for keywords if it has no index, and say so.

    Raises:
        RagtuiError: As `Vault.index`.
    """
    if vault.is_indexed():
        return
    print(
        f"ragtui: first visit to {vault.root}: indexing its words "
        "(`ragtui index` adds search by meaning)",
        file=sys.stderr,
    )
    vault.index(embed=False, wait=-1.0)
