"""`ragtui mcp [VAULT]`: a server for agents, on standard input and output."""

import argparse

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_no_index,
    add_vault_arguments,
    agree_to_index,
    vault_of,
)
from ragtui_cli.extras import extra


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_vault_arguments(parser, positional=True)
    add_no_index(parser)
    add_agreement(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until the client closes standard input."""
    with extra("serve", "ragtui mcp"):
        from ragtui_serve.mcp.stdio import serve_stdio
        from ragtui_serve.served_vault import ServedVault
    vault = vault_of(args)
    if not args.no_index:
        agree_to_index(vault, args)
    serve_stdio(ServedVault(vault, index=not args.no_index))
    return exit_codes.FOUND
