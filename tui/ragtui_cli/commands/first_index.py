"""Indexes a vault that has no index of this version before the first search."""

import sys

from ragtui_core import Vault


def ensure_index(vault: Vault) -> None:
    """Index `vault` for keywords if it has no index, or an old one, and report it.

    Raises:
        RagtuiError: As `Vault.index`.
    """
    if vault.is_indexed():
        return
    print(
        f"ragtui: indexing {vault.root} for the first time, by keyword "
        "(`ragtui index` adds search by meaning)",
        file=sys.stderr,
    )
    vault.index(embed=False, wait=-1.0)
