"""`ragtui eval SET`: search quality on judged queries."""

import argparse

from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.number_arguments import MAX_COUNT, whole
from ragtui_core import EvaluationError

MODES = ("keyword", "semantic", "hybrid", "hybrid-rrf")
"""The search modes; all of them are measured by default."""


MAX_DEPTH = 10_000
"""Maximum number of documents per query."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "set", nargs="?", metavar="SET", help="BEIR folder or golden .toml file"
    )
    add_vault_arguments(parser)
    parser.add_argument(
        "--split", default="test", help="split of a BEIR folder (default: test)"
    )
    parser.add_argument(
        "--mode",
        nargs="+",
        action="extend",
        choices=MODES,
        metavar="M",
        help=f"search modes: {', '.join(MODES)} (default: all)",
    )
    parser.add_argument(
        "--baseline",
        choices=MODES,
        metavar="M",
        help="mode to compare with (default: the first)",
    )
    parser.add_argument(
        "--depth",
        type=whole(1, MAX_DEPTH),
        default=100,
        metavar="N",
        help=f"documents per query, 1..{MAX_DEPTH} (default: 100)",
    )
    parser.add_argument(
        "-n",
        "--sample",
        type=whole(1, MAX_COUNT),
        metavar="N",
        help="use N of the queries",
    )
    parser.add_argument(
        "--run", metavar="FILE", dest="run_file", help="write a TREC run"
    )
    parser.add_argument(
        "--history", action="store_true", help="list the last evaluations"
    )
    parser.add_argument(
        "--compare",
        nargs=2,
        metavar=("A", "B"),
        help="two evaluations by id, or last and last-1",
    )
    parser.add_argument(
        "--no-record", action="store_true", help="do not store the result"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run an evaluation, or show stored results."""
    # Imported here: the other commands need neither numpy nor DuckDB.
    if args.history or args.compare:
        from ragtui_cli import past_evaluations

        return past_evaluations.run(args)
    if not args.set:
        raise EvaluationError("no query set: name a BEIR folder or a golden .toml file")
    from ragtui_cli import evaluation_run

    return evaluation_run.run(args, list(dict.fromkeys(args.mode or MODES)))
