"""`ragtui embed --workers-for VAULT`."""

import argparse
import sys
from contextlib import closing

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.index import interruptible
from ragtui_cli.progress_output import narrator
from ragtui_core import open_worker
from ragtui_core.text import counted


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--workers-for",
        metavar="VAULT",
        required=True,
        help="the vault's folder, or its name in the database",
    )
    add_flags(
        parser,
        watch="keep running and embed what is added",
        json="print events, one JSON object per line",
    )


def run(args: argparse.Namespace) -> int:
    """Embed, beside other processes."""
    with (
        closing(open_worker(args.workers_for)) as worker,
        narrator(json_lines=args.json) as listener,
        interruptible() as stop,
    ):
        left = worker.run(listener, stop, watch=args.watch)
    if stop.is_set():
        return exit_codes.INTERRUPTED
    if not args.json:
        said = f"{counted(left, 'passage')} pending" if left else "nothing is pending"
        print(f"{worker.location}: {said}", file=sys.stderr)
    return exit_codes.FOUND
