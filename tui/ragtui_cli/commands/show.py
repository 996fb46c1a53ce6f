"""`ragtui show PATH[#heading]`."""

import argparse
import sys

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_core.documents import find_section
from ragtui_core.text import sanitize


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "document", metavar="PATH[#HEADING]", help="a path, or a unique file name"
    )
    add_vault_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the document, or one section, as it is on disk now."""
    vault = vault_of(args)
    name, _, heading = args.document.partition("#")
    document = vault.documents.find(name)
    text = document.text
    if heading:
        text = find_section(document, heading).of(text)
    text = sanitize(text) if sys.stdout.isatty() else text
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
    return exit_codes.FOUND
