"""`ragtui show PATH[#heading]`."""

import argparse
import sys

from ragtui_cli import exit_codes
from ragtui_cli.command_options import MAX_COUNT, add_count
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_core.documents import document_part
from ragtui_core.text import sanitize


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "document", metavar="PATH[#HEADING]", help="a path, or a unique file name"
    )
    parser.add_argument(
        "--page",
        metavar="P[-Q]",
        default="",
        help="pages, slides or sheets: 12, iv, 3-5",
    )
    add_count(
        parser,
        "--start",
        within=(0, MAX_COUNT),
        words="skip the text before character N",
        default=0,
    )
    add_count(
        parser,
        "--max-chars",
        within=(1, MAX_COUNT),
        words="maximum length in characters",
    )
    add_vault_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the document, or a part of it, as it is on disk now."""
    vault = vault_of(args)
    document, heading = vault.documents.find_with_heading(args.document)
    part = document_part(
        document,
        heading=heading,
        pages=args.page,
        start=args.start,
        max_chars=args.max_chars,
    )
    text = sanitize(part.shown) if sys.stdout.isatty() else part.shown
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
    if part.left:
        print(
            f"ragtui: {part.left:,} more characters: go on with --start "
            f"{part.span.end}",
            file=sys.stderr,
        )
    copies = vault.documents.copies(document.path)
    if others := [path for path in copies if path != document.path]:
        print(f"ragtui: also in {'; '.join(others)}", file=sys.stderr)
    return exit_codes.FOUND
