"""`ragtui store`: copies an index, and says who may read it."""

import argparse
import json
import re
from contextlib import closing
from typing import Any

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.index import interruptible
from ragtui_cli.progress_output import narrator
from ragtui_core import RagtuiError, Vault, open_vault
from ragtui_core.text import counted, sanitize

FILE, SERVER = "file", "server"

_CONNECTION = re.compile(r"postgres(ql)?://|\w+=")
"""How connection strings of libpq begin: a URL, or keywords with values."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    copy = actions.add_parser(
        "copy", help="copy an index to another store, with its vectors"
    )
    targets = (
        f"`{FILE}`: the vault's index file; `{SERVER}`: the setting `store`; or the "
        "path of an index file, or a connection string of PostgreSQL"
    )
    copy.add_argument("source", metavar="FROM", help=targets)
    copy.add_argument("target", metavar="TO", help="as FROM")
    copy.add_argument("--vault", metavar="V", help="folder of notes")
    copy.set_defaults(run=_copy)
    for name, run, summary in (
        ("allow", _allow, "let a team read a folder of a restricted vault"),
        ("deny", _deny, "take back what `allow` gave"),
    ):
        action = actions.add_parser(name, help=summary)
        action.add_argument(
            "team",
            metavar="TEAM",
            help="a role of the database, or a group; `public` is each role",
        )
        action.add_argument(
            "folder",
            metavar="FOLDER",
            help="a folder's path in the vault, with all below it; `.` is the vault",
        )
        action.add_argument("--vault", metavar="V", help="folder of notes")
        action.set_defaults(run=run)
    rights = actions.add_parser("rights", help="list who may read what")
    rights.add_argument("--vault", metavar="V", help="folder of notes")
    add_flags(rights, json="print a JSON object")
    rights.set_defaults(run=_list_rights)


def _allow(args: argparse.Namespace) -> int:
    with closing(open_vault(args.vault)) as vault:
        vault.access_rights.allow(args.team, _folder(args.folder))
    return exit_codes.FOUND


def _deny(args: argparse.Namespace) -> int:
    with closing(open_vault(args.vault)) as vault:
        found = vault.access_rights.deny(args.team, _folder(args.folder))
    if not found:
        print(f"{args.team} had no right to read {args.folder}")
    return exit_codes.FOUND if found else exit_codes.NOTHING


def _folder(written: str) -> str:
    """The path of a folder as rights have it; empty for the vault."""
    parts = [part for part in written.split("/") if part not in {"", "."}]
    if ".." in parts:
        raise RagtuiError(f"{written}: write the folder's path from the vault on")
    return "/".join(parts)


def _list_rights(args: argparse.Namespace) -> int:
    with closing(open_vault(args.vault)) as vault:
        rights = vault.access_rights.listed()
    if args.json:
        listed = [right._asdict() for right in rights or ()]
        print(json.dumps({"restricted": rights is not None, "rights": listed}))
    elif rights is None:
        print("Each role that can read the tables may read the vault.")
    else:
        for right in rights:
            folder = f"{right.folder}/" if right.folder else "the vault"
            print(sanitize(f"{right.team}: {folder}", one_line=True))
        if not rights:
            print("Only roles that may write the vault may read it.")
    return exit_codes.FOUND


def _copy(args: argparse.Namespace) -> int:
    """Copy, and say what the copy has."""
    with (
        closing(_opened(args.source, args.vault)) as source,
        closing(_opened(args.target, args.vault)) as target,
    ):
        if source.index_location == target.index_location:
            raise RagtuiError(
                f"FROM and TO are the same index: {source.index_location}"
            )
        with (
            narrator(json_lines=False) as listener,
            interruptible() as stop,
        ):
            copied = target.copy_index(source, listener, cancelled=stop)
    print(
        f"{target.index_location} has {counted(copied.documents, 'document')} and "
        f"{counted(copied.chunks, 'passage')}, {copied.chunks - copied.pending:,} of "
        "them with a vector"
    )
    return exit_codes.INTERRUPTED if stop.is_set() else exit_codes.FOUND


def _opened(target: str, vault: str | None) -> Vault:
    """The vault with the index that an argument names."""
    flags: dict[str, Any] = {}
    if target == FILE:
        flags = {"store": ""}
    elif _CONNECTION.match(target):
        flags = {"store": target}
    elif target != SERVER:
        return open_vault(vault, db=target)
    opened = open_vault(vault, flags=flags)
    if target == SERVER and not opened.settings.store:
        raise RagtuiError(
            "`server` is the setting `store`, which is empty: set RAGTUI_STORE, or "
            "write the connection string"
        )
    return opened
