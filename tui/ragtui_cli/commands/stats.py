"""`ragtui stats`: a summary of the audit log."""

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Iterator

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_count, add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.terminal_style import Style
from ragtui_core import Vault
from ragtui_core.history import (
    ASCII_BAR,
    BAR,
    Line,
    Statistics,
    is_empty,
    page_sections,
)
from ragtui_core.search import LONGEST_DAYS
from ragtui_core.text import sanitize

MAX_ROWS = 5
"""Items of each list; `--json` has all."""

_MIN_WIDTH, _MAX_WIDTH = 40, 80


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_vault_arguments(parser)
    add_flags(parser, all="count questions to every vault")
    add_count(
        parser, "--days", within=(1, LONGEST_DAYS), words="only the last N days (UTC)"
    )
    add_flags(parser, json="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the statistics, or why there are none."""
    vault = vault_of(args)
    log = vault.audit_log
    counts = log.statistics(None if args.all else vault.root, days=args.days)
    if args.json:
        print(json.dumps(counts, indent=2))
    else:
        print(_nothing(vault, args) if is_empty(counts) else "\n".join(page(counts)))
    return exit_codes.NOTHING if is_empty(counts) else exit_codes.FOUND


def _nothing(vault: Vault, args: argparse.Namespace) -> str:
    """Why there is nothing to count."""
    folder = vault.audit_log.directory
    if not vault.audit_log.is_empty():
        scope = "" if args.all else f" about {vault.root}"
        time = f" in the last {args.days} days" if args.days else ""
        hint = "" if args.all else ": --all counts every vault"
        return f"Nothing is logged{scope}{time}{hint}. The log is in {folder}."
    if not vault.settings.log.answers:
        return (
            "The audit log is off: with `log.answers = true`, questions are "
            f"written to {folder}."
        )
    return f"Nothing is logged yet: questions and answers are written to {folder}."


def page(counts: Statistics) -> Iterator[str]:
    """Lines of at most 80 cells; a section without figures is left out."""
    columns = shutil.get_terminal_size().columns
    width = min(max(columns, _MIN_WIDTH), _MAX_WIDTH)
    style = Style.for_stdout()
    sections = page_sections(counts, width, max_items=MAX_ROWS, bar=_bar())
    since = f" since {counts['since']}" if counts["since"] else ""
    scope = f"{since} to {counts['vault'] or 'all vaults'}"
    for number, section in enumerate(sections):
        if number:
            yield ""
        heading = section.heading if number else section.heading + scope
        yield from map(
            style.bold, _rows(Line("", sanitize(heading, one_line=True)), width)
        )
        for line in section.lines:
            yield from _rows(line, width)


def _rows(line: Line, width: int) -> Iterator[str]:
    """A line as rows of at most `width` cells; its label goes on below itself."""
    from rich.cells import cell_len, chop_cells

    available = max(1, width - cell_len(line.head))
    head = line.head
    for part in textwrap.wrap(line.label, available, break_on_hyphens=False) or [""]:
        for row in chop_cells(part, available):
            yield (head + row).rstrip()
            head = " " * cell_len(line.head)


def _bar() -> str:
    """The character of bars that the output encoding has."""
    try:
        BAR.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII_BAR
    return BAR
