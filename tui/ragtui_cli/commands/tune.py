"""`ragtui tune SET`: which settings find best what people judged to be right."""

import argparse

from ragtui_cli.commands.evaluate import MODES
from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.number_arguments import MOST, whole


def add(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.add_argument("set", metavar="SET", help="BEIR folder or golden .toml file")
    add_vault_arguments(parser)
    parser.add_argument("--split", default="train", help="of a BEIR folder (train)")
    parser.add_argument(
        "--mode", choices=MODES, default="hybrid", metavar="M", help="what to tune"
    )
    parser.add_argument(
        "--chunking",
        action="store_true",
        help="try other chunks, too: hours, not minutes",
    )
    parser.add_argument(
        "--folds",
        type=whole(2, 100),
        default=5,
        metavar="N",
        help="of the queries, 2..100 (5)",
    )
    parser.add_argument(
        "-n",
        "--sample",
        type=whole(1, MOST),
        metavar="N",
        help="only N of the queries",
    )
    parser.add_argument(
        "--write", action="store_true", help="put the winners into config.toml"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Search the settings and show what they bring."""
    # Loads numpy, which the other commands are spared.
    from ragtui_cli import tuning_run

    return tuning_run.run(args)
