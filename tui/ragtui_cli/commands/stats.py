"""`ragtui stats`: a summary of the audit log."""

import argparse
import json
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_count, add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.terminal_style import Style
from ragtui_core import Vault
from ragtui_core.history import Statistics, count_questions, is_empty
from ragtui_core.search import LONGEST_DAYS
from ragtui_core.text import counted, sanitize

MAX_ROWS = 5
"""Items of each list; `--json` has all."""

_MIN_WIDTH, _MAX_WIDTH = 40, 80
_MAX_QUESTION = 160

Row = tuple[str, str]
"""A figure, and what it is of."""


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
    for number, (heading, rows) in enumerate(_sections(counts)):
        if number:
            yield ""
        yield from map(style.bold, _wrapped(("", heading), width))
        for row in rows:
            yield from _wrapped(row, width)


def _sections(counts: Statistics) -> Iterator[tuple[str, Sequence[Row]]]:
    """Headings and rows."""
    questions = count_questions(counts)
    since = f" since {counts['since']}" if counts["since"] else ""
    scope = counts["vault"] or "all vaults"
    outcomes = counts["outcomes"].items() if questions else ()
    yield (
        f"{counted(questions, 'question')}{since} to {scope}",
        [(f"{count:,} · {count / questions:.0%}", name) for name, count in outcomes],
    )
    latency = counts["latency_ms"] or {}
    cited, unanswered = counts["cited"], counts["unanswered"]
    sections: dict[str, list[Row]] = {
        "Time until the answer": [
            (_duration(milliseconds), name) for name, milliseconds in latency.items()
        ],
        "Answers by": [_provider(row) for row in counts["providers"]],
        _heading("Most cited, by questions", cited): [
            (f"{row['questions']:,}", _document(row, counts)) for row in cited
        ][:MAX_ROWS],
        _heading("Unanswered", unanswered): [*map(_unanswered, unanswered[:MAX_ROWS])],
    }
    yield from ((heading, rows) for heading, rows in sections.items() if rows)
    if counts["damaged"]:
        yield f"({counted(counts['damaged'], 'damaged line')} of the log left out)", []


def _heading(words: str, items: Sequence[object]) -> str:
    """With the number of items, and of those that are shown."""
    of_all = f"{MAX_ROWS} of {len(items):,}" if len(items) > MAX_ROWS else len(items)
    return f"{words} ({of_all})"


def _duration(milliseconds: float) -> str:
    """`120 ms`, `1.4 s`."""
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1000:.1f} s"


def _provider(row: dict[str, Any]) -> Row:
    tokens = f", {row['tokens']:,} tokens" if row["tokens"] else ""
    name = row["model"] or row["provider"] or "unknown"
    return f"{row['questions']:,}", f"{name}{tokens}"


def _document(row: dict[str, Any], counts: Statistics) -> str:
    path = str(row["path"])
    return path if counts["vault"] else f"{PurePath(row['vault']).name}/{path}"


def _unanswered(row: dict[str, Any]) -> Row:
    times = f"({row['times']} times) " if row["times"] > 1 else ""
    question = sanitize(row["question"], one_line=True)
    cut = question[:_MAX_QUESTION] + "..." * (len(question) > _MAX_QUESTION)
    return row["last"][:10], f"{times}{cut}"


def _wrapped(row: Row, width: int) -> Iterator[str]:
    """A row as lines of at most `width` cells; its text goes on below itself."""
    from rich.cells import cell_len, chop_cells

    figure, text = row
    head = f"{figure:>10}  " if figure else ""
    available = max(1, width - cell_len(head))
    text = sanitize(text, one_line=True)
    for part in textwrap.wrap(text, available, break_on_hyphens=False) or [""]:
        for cells in chop_cells(part, available):
            yield (head + cells).rstrip()
            head = " " * cell_len(head)
