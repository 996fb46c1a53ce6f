"""The arguments that several commands have: the vault, its index, how it is served."""

import argparse
import sys
from typing import Any

from ragtui_cli.command_options import add_flags
from ragtui_core import RagtuiError, Vault, open_vault
from ragtui_core.settings import doubt


def add_vault_arguments(
    parser: argparse.ArgumentParser, *, positional: bool = False
) -> None:
    """Add the vault as `--vault`, also as a positional argument, and `--db`."""
    text = (
        "folder of notes (default: the nearest one upwards with a .ragtui.toml, "
        "else the setting `vault`, else the current one)"
    )
    if positional:
        parser.add_argument(
            "vault", nargs="?", action=_Vault, metavar="VAULT", help=text
        )
        text = "the same, as the other commands have it"
    parser.add_argument("--vault", action=_Vault, metavar="V", help=text)
    parser.add_argument("--db", metavar="FILE", help="index file to use instead")


class _Vault(argparse.Action):
    """The one vault that is meant, wherever it stands on the command line."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Set it; refuse a second one. A positional argument may be left out."""
        if values is None:
            return
        if (named := getattr(namespace, self.dest, None)) not in (None, values):
            parser.error(f"two vaults are named, {named!r} and {values!r}")
        setattr(namespace, self.dest, values)


def add_agreement(parser: argparse.ArgumentParser) -> None:
    """Add `--yes`, for commands that make the first index of a folder."""
    add_flags(
        parser,
        yes="index the current folder even if it does not look like a folder of notes",
    )


def add_no_index(parser: argparse.ArgumentParser) -> None:
    """Add whether a server indexes."""
    add_flags(
        parser, no_index="search the index as it is; do not index or watch the vault"
    )


def vault_of(args: argparse.Namespace, flags: dict[str, Any] | None = None) -> Vault:
    """Open the vault that the command line names; `flags` are dotted settings."""
    return open_vault(args.vault, db=args.db, flags=flags)


def agree_to_index(vault: Vault, args: argparse.Namespace) -> None:
    """Ask before the first index of a folder that is probably no vault.

    Raises:
        RagtuiError: It is the home folder, a repository or a whole file system, and the
            user did not agree; without a terminal `--yes` is needed.
    """
    what = None if args.vault or args.yes or vault.is_indexed() else doubt(vault.root)
    if what is None:
        return
    if sys.stdin.isatty() and sys.stderr.isatty():
        print(
            f"{vault.root} is {what}. Index all of it? [y/N] ", end="", file=sys.stderr
        )
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
    raise RagtuiError(
        f"{vault.root} is {what}, not a folder of notes: name one (`--vault`, or the "
        "setting `vault`), or agree with `--yes`"
    )


def ensure_index(vault: Vault, args: argparse.Namespace) -> None:
    """Index `vault` for keywords if it has no index, or an old one, and report it.

    Settings that have no effect are named first.

    Raises:
        RagtuiError: As `Vault.index`, or the user did not agree.
    """
    for sentence in vault.settings.unknown:
        print(f"ragtui: {sentence}", file=sys.stderr)
    if vault.is_indexed():
        return
    agree_to_index(vault, args)
    print(
        f"ragtui: indexing {vault.root} by keyword "
        "(`ragtui index` adds search by meaning)",
        file=sys.stderr,
    )
    vault.index(embed=False, wait=-1.0)
