"""`ragtui store copy FROM TO`."""

import argparse
import re
from contextlib import closing
from typing import Any

from ragtui_cli import exit_codes
from ragtui_cli.commands.index import interruptible
from ragtui_cli.progress_output import narrator
from ragtui_core import RagtuiError, Vault, open_vault
from ragtui_core.text import sanitize

FILE, SERVER = "file", "server"

MAX_ROWS = 20
"""Differing documents that are listed."""

_CONNECTION = re.compile(r"postgres(ql)?://|\w+=")
"""How connection strings of libpq begin: a URL, or keywords with values."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    copy = actions.add_parser(
        "copy", help="copy an index to another store, with its vectors"
    )
    places = (
        f"`{FILE}`: the vault's index file; `{SERVER}`: the setting `store`; or the "
        "path of an index file, or a connection string of PostgreSQL"
    )
    copy.add_argument("source", metavar="FROM", help=places)
    copy.add_argument("target", metavar="TO", help="as FROM")
    copy.add_argument("--vault", metavar="V", help="folder of notes")
    copy.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Copy, and say what differs."""
    with (
        closing(_opened(args.source, args.vault)) as source,
        closing(_opened(args.target, args.vault)) as target,
    ):
        if source.index_location == target.index_location:
            raise RagtuiError(
                f"FROM and TO are the same index: {source.index_location}"
            )
        with (
            narrator(target, json_lines=False) as listener,
            interruptible() as stop,
        ):
            report = target.copy_index(source, listener, cancelled=stop)
    print(
        f"{target.index_location} has {report.documents} documents and "
        f"{report.chunks} chunks, {report.embedded} of them with a vector: "
        f"{report.copied} copied, {report.computed} computed"
    )
    if stop.is_set():
        return exit_codes.INTERRUPTED
    if not report.differing:
        print(f"It equals {source.index_location}: files, chunks and spans.")
    for path in report.differing[:MAX_ROWS]:
        print(f"changed since: {sanitize(path, one_line=True)}")
    if len(report.differing) > MAX_ROWS:
        print(f"... and {len(report.differing) - MAX_ROWS} more")
    return exit_codes.FOUND


def _opened(place: str, vault: str | None) -> Vault:
    """The vault with the index that an argument names."""
    flags: dict[str, Any] = {}
    if place == FILE:
        flags = {"store": ""}
    elif _CONNECTION.match(place):
        flags = {"store": place}
    elif place != SERVER:
        return open_vault(vault, db=place)
    opened = open_vault(vault, flags=flags)
    if place == SERVER and not opened.settings.store:
        raise RagtuiError(
            "`server` is the setting `store`, which is empty: set RAGTUI_STORE, or "
            "write the connection string"
        )
    return opened
