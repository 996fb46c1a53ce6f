"""`ragtui eval SET`: how well search finds what people judged to be right."""

import argparse

from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.number_arguments import MOST, whole
from ragtui_core import EvaluationError

MODES = ("keyword", "semantic", "hybrid", "hybrid-rrf")
"""The systems that a vault offers; all of them are measured unless told otherwise."""


DEEPEST = 10_000
"""Documents that one query is measured on."""


def add(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument(
        "set", nargs="?", metavar="SET", help="BEIR folder or golden .toml file"
    )
    add_vault_arguments(parser)
    parser.add_argument("--split", default="test", help="of a BEIR folder (test)")
    parser.add_argument(
        "--mode",
        nargs="+",
        action="extend",
        choices=MODES,
        metavar="M",
        help=f"ways to search: {', '.join(MODES)} (all)",
    )
    parser.add_argument(
        "--baseline", choices=MODES, metavar="M", help="compare to this one (the first)"
    )
    parser.add_argument(
        "--depth",
        type=whole(1, DEEPEST),
        default=100,
        metavar="N",
        help=f"documents a query, 1..{DEEPEST} (100)",
    )
    parser.add_argument(
        "-n",
        "--sample",
        type=whole(1, MOST),
        metavar="N",
        help="only N of the queries",
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
        "--no-record", action="store_true", help="do not keep the result"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure, or look back at what was measured."""
    # These load numpy and DuckDB, which the other commands are spared.
    if args.history or args.compare:
        from ragtui_cli import past_evaluations

        return past_evaluations.run(args)
    if not args.set:
        raise EvaluationError("name a query set: a BEIR folder or a golden .toml file")
    from ragtui_cli import evaluation_run

    return evaluation_run.run(args, list(dict.fromkeys(args.mode or MODES)))
