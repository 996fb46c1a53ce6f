"""`ragtui [VAULT]`: the full-screen app."""

import argparse
import gc
import os
import sys

from ragtui_cli import exit_codes
from ragtui_cli.command_options import MAX_PORT, add_flags, whole
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_vault_arguments,
    agree_to_index,
    vault_of,
)
from ragtui_cli.extras import extra
from ragtui_core import RagtuiError, Vault


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the app."""
    add_vault_arguments(parser, positional=True)
    add_agreement(parser)
    add_flags(
        parser,
        ascii="draw with ASCII alone (so does a terminal whose locale is not UTF-8)",
        browser="serve the app to a browser instead",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="with --browser: address to listen on (default: 127.0.0.1; "
        "any other requires a token)",
    )
    parser.add_argument(
        "--port",
        type=whole(1, MAX_PORT),
        default=8000,
        help="with --browser: port to listen on (default: 8000)",
    )


def run(args: argparse.Namespace) -> int:
    """Open the app on the vault, or serve it."""
    vault = vault_of(args)
    if args.browser:
        agree_to_index(vault, args)
        return _serve(args, vault)
    if not _draws_in_browser() and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise RagtuiError(
            "the app needs a terminal: start `ragtui` in one, or use the commands "
            "(`ragtui --help`)"
        )
    agree_to_index(vault, args)
    gc.disable()  # until the first paint: nothing to collect yet, and it saves 60 ms
    from ragtui_tui.app import RagtuiApp
    from ragtui_tui.screen_filters import supports_unicode

    ascii_only = args.ascii or not (_draws_in_browser() or supports_unicode())
    app = RagtuiApp(vault, ascii_only=ascii_only)
    app.run()
    return exit_codes.FAILED if app.return_code else exit_codes.FOUND


def _draws_in_browser() -> bool:
    """Whether `ragtui --browser` started this process for a browser."""
    return "TEXTUAL_DRIVER" in os.environ


def _serve(args: argparse.Namespace, vault: Vault) -> int:
    with extra("browser", "--browser"):
        from ragtui_tui.web_server import RagtuiServer
    command = [sys.executable, "-m", "ragtui_cli.main", str(vault.root)]
    command += ["--db", args.db] if args.db else []
    command += ["--ascii"] if args.ascii else []
    try:
        RagtuiServer(command, args.host, args.port).serve()
    except OSError as error:
        raise RagtuiError(
            f"cannot listen on {args.host}, port {args.port} ({error.strerror}): "
            "choose another with --host or --port"
        ) from error
    return exit_codes.FOUND
