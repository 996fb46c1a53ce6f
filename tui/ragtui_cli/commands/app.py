"""`ragtui [VAULT]`: the full-screen app."""

import argparse

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of


def add_app_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line without a command."""
    add_vault_arguments(parser, positional=True)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Open the app on the vault."""
    vault = vault_of(given)
    from ragtui_tui.app import RagtuiApp

    RagtuiApp(vault).run()
    return exit_codes.FOUND
