"""A vault without an index of this version is made searchable on the spot."""

import sys

from ragtui_core import Vault


def ensure_index(vault: Vault) -> None:
    """Index `vault` for keywords if it has no index, or an old one, and say so.

    Raises:
        RagtuiError: As `Vault.index`.
    """
    if vault.is_indexed():
        return
    print(
        f"ragtui: first visit of this version to {vault.root}: indexing its words "
        "(`ragtui index` adds search by meaning)",
        file=sys.stderr,
    )
    vault.index(embed=False, wait=-1.0)
