"""`ragtui index [VAULT]`."""

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import (
    add_agreement,
    add_vault_arguments,
    agree_to_index,
    vault_of,
)
from ragtui_cli.progress_output import narrator
from ragtui_core import remember_vault
from ragtui_core.settings import ChunkingStrategy


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_vault_arguments(parser, positional=True)
    add_agreement(parser)
    add_flags(
        parser,
        no_embed="keywords only",
        watch="keep running and index changes",
        rebuild="rename the index to a backup and build a new one",
        accept_deletions="remove documents even if most of the vault's files are gone",
        wait="wait while another process is indexing",
        json="print events, one JSON object per line",
    )
    parser.add_argument(
        "--strategy", choices=list(ChunkingStrategy), help="how documents are split"
    )


def run(args: argparse.Namespace) -> int:
    """Index, and watch for changes if requested."""
    vault = vault_of(args, {"chunking.strategy": args.strategy})
    agree_to_index(vault, args)
    remember_vault(vault.data_directory, vault.root)
    wait = -1.0 if args.wait else 0.0
    if args.rebuild:
        vault.back_up_index()
    if args.accept_deletions:
        vault.accept_deletions()
    with narrator(json_lines=args.json) as listener, interruptible() as stop:
        if args.watch:
            vault.watch(stop, listener, embed=not args.no_embed, wait=wait)
            return exit_codes.INTERRUPTED
        done = vault.index(listener, embed=not args.no_embed, wait=wait, cancelled=stop)
    return exit_codes.INTERRUPTED if done.interrupted else exit_codes.FOUND


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that the first Ctrl+C sets; the second one interrupts at once."""
    stop = threading.Event()

    def on_interrupt(*_: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
