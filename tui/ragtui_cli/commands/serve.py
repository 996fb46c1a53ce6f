"""`ragtui serve [VAULT...]`: a server for programs, by HTTP and MCP."""

import argparse
import secrets
import sys
from typing import TYPE_CHECKING

from ragtui_cli import exit_codes
from ragtui_cli.command_options import MAX_PORT, whole
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_no_index,
    agree_to_index,
)
from ragtui_cli.extras import extra
from ragtui_core import RagtuiError, open_vault
from ragtui_core.files import is_folder

if TYPE_CHECKING:
    from ragtui_serve.served_vault import ServedVault

DEFAULT_PORT = 8765

INDEX_SECONDS = 1.0
"""Seconds that a request waits until a new vault is searchable; others wait behind."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "vaults",
        nargs="*",
        metavar="[NAME=]VAULT",
        help="folders of notes (default: as for the other commands)",
    )
    parser.add_argument("--db", metavar="FILE", help="index file of the only vault")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1)",
    )
    parser.add_argument(
        "--port",
        type=whole(0, MAX_PORT),
        default=DEFAULT_PORT,
        help=f"port to listen on; 0 chooses one (default: {DEFAULT_PORT})",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="another name of this server, such as that of a proxy",
    )
    add_no_index(parser)
    add_agreement(parser)
    parser.set_defaults(vault=None)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl+C or SIGTERM."""
    if args.db and len(args.vaults) > 1:
        raise RagtuiError("--db names the index of one vault: serve only one")
    with extra("serve", "ragtui serve"):
        from ragtui_serve.http.asgi_app import build_app, run_app
        from ragtui_serve.http.connections import bound_socket
        from ragtui_serve.http.guard import is_loopback
        from ragtui_serve.served_vault import ServedVaults
    served = [_served(text, args) for text in args.vaults or [""]]
    vaults = ServedVaults(served)
    token = served[0].vault.settings.serve.token or secrets.token_urlsafe(24)
    app = build_app(vaults, token=token, host=args.host, names=args.name)
    with bound_socket(args.host, args.port) as listening:
        host = f"[{args.host}]" if ":" in args.host else args.host
        address = f"http://{host}:{listening.getsockname()[1]}"
        print(f"{', '.join(vaults.names)} served at {address}/", flush=True)
        print(f"page: {address}/#token={token}", flush=True)
        print(f"token: {token}", flush=True)
        if not is_loopback(args.host):
            print(_warning(args.host), file=sys.stderr, flush=True)
        print("Ctrl+C ends it.", flush=True)
        run_app(app, listening)
    return exit_codes.FOUND


def _served(text: str, args: argparse.Namespace) -> "ServedVault":
    """The vault that an argument names, perhaps as `NAME=FOLDER`."""
    from ragtui_serve.served_vault import ServedVault

    name, equals, folder = text.partition("=")
    if not equals or is_folder(text):
        name, folder = "", text
    vault = open_vault(folder or None, db=args.db)
    if not folder and not args.no_index:
        agree_to_index(vault, args)
    return ServedVault(
        vault, name, index_timeout=INDEX_SECONDS, index=not args.no_index
    )


def _warning(host: str) -> str:
    return (
        f"WARNING: every machine that reaches {host} and has the token can search and "
        "read all\nindexed notes. The connection is not encrypted: put it behind a "
        "proxy with TLS (--name),\nor use ssh -L and serve on loopback "
        "(docs/serving.md)."
    )
