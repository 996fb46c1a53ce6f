"""`ragtui stats`: a summary of the audit log."""

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Iterator

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import add_vault_arguments, vault_of
from ragtui_cli.number_arguments import whole
from ragtui_cli.terminal_style import Style
from ragtui_core import Vault
from ragtui_core.history import (
    ASCII_LEVELS,
    BLOCK_LEVELS,
    ProviderFigures,
    Statistics,
    StatisticsView,
    day_plot,
    latency_text,
    milliseconds,
    provider_label,
    statistics_as_json,
)
from ragtui_core.search import LONGEST_DAYS
from ragtui_core.text import sanitize
from ragtui_eval import format_table

MAX_ROWS = 5
"""Items of each list; `--json` has all."""

_MIN_WIDTH, _MAX_WIDTH = 40, 80

_PROVIDER_HEADS = ["Answers by", "questions", "p50", "p95", "tokens in", "tokens out"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_vault_arguments(parser)
    parser.add_argument(
        "--all", action="store_true", help="count questions to every vault"
    )
    parser.add_argument(
        "--days",
        type=whole(1, LONGEST_DAYS),
        metavar="N",
        help="only the last N days (UTC)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the statistics, or why there are none."""
    vault = vault_of(args)
    found = vault.audit_log.statistics(None if args.all else vault.root, days=args.days)
    if args.json:
        print(json.dumps(statistics_as_json(found), indent=2))
    elif found.is_empty:
        print(_nothing(vault, args))
    else:
        print("\n".join(page(found)))
    return exit_codes.NOTHING if found.is_empty else exit_codes.FOUND


def _nothing(vault: Vault, args: argparse.Namespace) -> str:
    """Why there is nothing to count."""
    place = vault.audit_log.directory
    if not vault.audit_log.is_empty():
        scope = "" if args.all else f" about {vault.root}"
        time = f" in the last {args.days} days" if args.days else ""
        hint = "" if args.all else ": --all counts every vault"
        return f"Nothing is logged{scope}{time}{hint}. The log is in {place}."
    if not vault.settings.log.answers:
        return (
            "The audit log is off: with `log.answers = true`, questions are "
            f"written to {place}."
        )
    return f"Nothing is logged yet: questions and answers are written to {place}."


def page(found: Statistics) -> Iterator[str]:
    """Lines of at most 80 cells; a section without figures is left out."""
    columns = shutil.get_terminal_size().columns
    width = min(max(columns, _MIN_WIDTH), _MAX_WIDTH)
    style = Style.for_stdout()
    view = StatisticsView(found, max_items=MAX_ROWS)
    for number, (head, *lines) in enumerate(_sections(found, view, width)):
        if number:
            yield ""
        yield style.bold(_cut(head, width))
        yield from (_cut(line, width) for line in lines)
    if view.damaged:
        yield f"\n({view.damaged})"


def _sections(
    found: Statistics, view: StatisticsView, width: int
) -> Iterator[list[str]]:
    """Each section's heading and lines; lines are cut later."""
    yield [view.title, *_outcomes(found, view)]
    if found.by_day:
        plot = day_plot(found.by_day, width, _levels())
        yield ["Questions by day (UTC)", *plot]
    if found.providers:
        rows = [_provider(each) for each in found.providers]
        yield list(format_table(_PROVIDER_HEADS, rows))
    if found.verdicts:
        yield [view.quotations, *_verdicts(view, width)]
    if found.cited:
        heading, files = view.cited()
        lines = [f"  {each.text:>4}  {each.label}" for each in files]
        yield [heading, *lines, *_left_out(len(found.cited) - len(files))]
    for listed in view.lists():
        lines = []
        for first, *others in listed.items:
            lines += [f"  {first}", *(f"{'':>11}> {line}" for line in others)]
        yield [listed.heading, *lines, *_left_out(listed.more)]
    if view.searches:
        yield [view.searches, *_searches(found, view)]


def _outcomes(found: Statistics, view: StatisticsView) -> Iterator[str]:
    if not found.outcomes.questions:
        return
    answered, unanswered, failed, cancelled = (each.text for each in view.outcomes())
    share = found.outcomes.answered / found.outcomes.questions
    kinds = f" ({view.failures})" if view.failures else ""
    yield f"  {answered} answered ({share:.0%}), {unanswered} unanswered"
    yield f"  {failed} failed{kinds}, {cancelled} cancelled"
    if found.latency_ms:
        yield f"  latency {latency_text(found.latency_ms)}"
    if found.first_event_ms:
        yield f"  first event {latency_text(found.first_event_ms)}"


def _verdicts(view: StatisticsView, width: int) -> list[str]:
    shares = ", ".join(f"{each.label} {each.amount:.0%}" for each in view.verdicts())
    return textwrap.wrap(shares, width, initial_indent="  ", subsequent_indent="  ")


def _levels() -> str:
    """The plot's characters: block elements if the output encoding has them."""
    try:
        BLOCK_LEVELS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII_LEVELS
    return BLOCK_LEVELS


def _provider(figures: ProviderFigures) -> list[str]:
    latency = figures.latency_ms
    took = [milliseconds(t) for t in (latency.p50, latency.p95)] if latency else "--"
    tokens = [
        sum(count for name, count in figures.tokens.items() if direction in name)
        for direction in ("input", "output")
    ]
    counted = [f"{count:,}" if count else "-" for count in tokens]
    name = _cut(provider_label(figures), 26)
    return [name, str(figures.questions), *took, *counted]


def _searches(found: Statistics, view: StatisticsView) -> Iterator[str]:
    yield f"  {view.search_results}"
    if found.searches.latency_ms:
        yield f"  latency {latency_text(found.searches.latency_ms)}"


def _left_out(more: int) -> list[str]:
    return [f"  ... and {more:,} more (--json lists all)"] if more else []


def _cut(text: str, width: int) -> str:
    """One line of `text`, no wider than `width` cells."""
    from rich.cells import cell_len, set_cell_size

    text = sanitize(text, one_line=True)
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 3).rstrip() + "..."
