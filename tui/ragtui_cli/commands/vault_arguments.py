"""The arguments that every command shares, and the vault that they name."""

import argparse
from typing import Any

from ragtui_core import Vault, open_vault


def add_vault_arguments(
    parser: argparse.ArgumentParser, *, positional: bool = False
) -> None:
    """Let `parser` name a vault, by position or by `--vault`, and an index file."""
    text = "folder of notes (default: the setting `vault`, else this folder)"
    if positional:
        parser.add_argument("vault", nargs="?", metavar="VAULT", help=text)
    else:
        parser.add_argument("--vault", metavar="V", help=text)
    parser.add_argument("--db", metavar="FILE", help="index file to use instead")


def vault_of(args: argparse.Namespace, flags: dict[str, Any] | None = None) -> Vault:
    """Open the vault that the command line names; `flags` are dotted settings."""
    return open_vault(args.vault, db=args.db, flags=flags)
