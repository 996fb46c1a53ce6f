"""The arguments that select the vault and its index, for every command."""

import argparse
import sys
from typing import Any

from ragtui_core import Vault, open_vault


def add_vault_arguments(
    parser: argparse.ArgumentParser, *, positional: bool = False
) -> None:
    """Add the vault, as a positional argument or `--vault`, and `--db`."""
    text = (
        "folder of notes (default: the nearest one upwards with a .ragtui.toml, "
        "else the setting `vault`, else the current one)"
    )
    if positional:
        parser.add_argument("vault", nargs="?", metavar="VAULT", help=text)
    else:
        parser.add_argument("--vault", metavar="V", help=text)
    parser.add_argument("--db", metavar="FILE", help="index file to use instead")


def vault_of(args: argparse.Namespace, flags: dict[str, Any] | None = None) -> Vault:
    """Open the vault that the command line names; `flags` are dotted settings."""
    return open_vault(args.vault, db=args.db, flags=flags)


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
