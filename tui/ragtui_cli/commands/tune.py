"""`ragtui tune SET`: the best search settings for judged queries."""

import argparse

from ragtui_cli.commands.evaluate import MODES
from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.number_arguments import MAX_COUNT, whole


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("set", metavar="SET", help="BEIR folder or golden .toml file")
    add_vault_arguments(parser)
    parser.add_argument(
        "--split", default="train", help="split of a BEIR folder (default: train)"
    )
    parser.add_argument(
        "--mode", choices=MODES, default="hybrid", metavar="M", help="what to tune"
    )
    parser.add_argument(
        "--chunking",
        action="store_true",
        help="also try chunking settings (hours instead of minutes)",
    )
    parser.add_argument(
        "--folds",
        type=whole(2, 100),
        default=5,
        metavar="N",
        help="cross-validation folds, 2..100 (default: 5)",
    )
    parser.add_argument(
        "-n",
        "--sample",
        type=whole(1, MAX_COUNT),
        metavar="N",
        help="use N of the queries",
    )
    parser.add_argument(
        "--write", action="store_true", help="write the best settings to config.toml"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Search for better settings and print the results."""
    # Imported here: the other commands do not need numpy.
    from ragtui_cli import tuning_run

    return tuning_run.run(args)
