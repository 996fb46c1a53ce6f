"""`ragtui [VAULT]`: the full-screen app."""

import argparse
import gc
import sys

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_vault_arguments,
    agree_to_index,
    vault_of,
)
from ragtui_core import RagtuiError


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the app."""
    add_vault_arguments(parser, positional=True)
    add_agreement(parser)
    add_flags(
        parser,
        ascii="draw with ASCII alone (so does a terminal whose locale is not UTF-8)",
    )


def run(args: argparse.Namespace) -> int:
    """Open the app on the vault."""
    vault = vault_of(args)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise RagtuiError(
            "the app needs a terminal: start `ragtui` in one, or use the commands "
            "(`ragtui --help`)"
        )
    agree_to_index(vault, args)
    gc.disable()  # until the first paint: nothing to collect yet, and it saves 60 ms
    from ragtui_tui.app import RagtuiApp
    from ragtui_tui.screen_filters import supports_unicode

    app = RagtuiApp(vault, ascii_only=args.ascii or not supports_unicode())
    app.run()
    return exit_codes.FAILED if app.return_code else exit_codes.FOUND
