"""`ragtui tune SET...`: the best search settings for judged queries."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from operator import attrgetter
from typing import Any

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_count, add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.progress_output import measured
from ragtui_core import EvaluationError, Vault
from ragtui_core.files import path_argument
from ragtui_core.settings import config_path, write_settings
from ragtui_eval import (
    QuerySet,
    Tuned,
    Tuner,
    grid_for,
    load_set,
    rank_values,
    tuning_lines,
    values_under,
)
from ragtui_eval.commands.evaluated_vaults import (
    MODES,
    add_sample,
    bring_up_to_date,
    data_folder,
    indexed_vault,
    print_report,
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "set",
        nargs="+",
        metavar="SET",
        help="BEIR folder or golden .toml file; several count alike, however large",
    )
    add_vault_arguments(parser)
    parser.add_argument(
        "--split",
        action="append",
        metavar="SPLIT",
        help="split of the BEIR folders, or once for each SET (default: train)",
    )
    parser.add_argument(
        "--mode", choices=MODES, default="hybrid", metavar="M", help="what to tune"
    )
    parser.add_argument(
        "--setting",
        action="append",
        metavar="KEY",
        help="try the values of this setting alone; can be repeated",
    )
    add_flags(parser, chunking="also try chunking settings (hours instead of minutes)")
    add_count(
        parser,
        "--folds",
        within=(2, 100),
        words="cross-validation folds, 2..100 (default: 5)",
        default=5,
    )
    add_sample(parser)
    add_flags(
        parser,
        write="write the best settings to config.toml",
        json="print one JSON object",
    )


def run(args: argparse.Namespace) -> int:
    """Tune on the query sets of `args`."""
    rank_values({}, {})  # Without ir-measures it ends before it indexes anything.
    grid = grid_for(args.mode, chunking=args.chunking, only=args.setting or ())
    with ExitStack() as stack:
        sets = []
        for queries in _query_sets(args):
            vault = indexed_vault(queries, args, embed=args.mode != "keyword")
            sets.append((queries, stack.enter_context(vault)))
        tuned = _tuned(args, sets, grid)
    names = [queries.name for queries, _ in sets]
    report = tuned.as_json(names)
    print_report(tuning_lines(tuned, names), report if args.json else None)
    if args.write and tuned.winners:
        write_settings(config_path(), tuned.winners)
        print(f"written to {config_path()}")
    return exit_codes.FOUND


def _query_sets(args: argparse.Namespace) -> Iterator[QuerySet]:
    splits = args.split or ["train"]
    splits = splits * len(args.set) if len(splits) == 1 else splits
    if len(splits) != len(args.set):
        raise EvaluationError(
            f"there are {len(splits)} splits for {len(args.set)} sets: "
            "give --split once, or once for each set"
        )
    if len(args.set) > 1 and (args.vault or args.db):
        raise EvaluationError("--vault and --db are for one set: remove them")
    for path, split in zip(args.set, splits, strict=True):
        yield load_set(path_argument(path, EvaluationError), split)


def _tuned(
    args: argparse.Namespace,
    sets: Sequence[tuple[QuerySet, Vault]],
    grid: Mapping[str, Any],
) -> Tuned:
    measures = [_measure(args, queries, vault) for queries, vault in sets]
    start = {key: attrgetter(key)(sets[0][1].settings) for key in grid}
    tuner = Tuner(
        lambda settings: [measure(settings) for measure in measures],
        grid,
        measured("settings"),
    )
    return tuner.tune(start, args.folds)


def _measure(
    args: argparse.Namespace, queries: QuerySet, vault: Vault
) -> Callable[[Mapping[str, Any]], list[float]]:
    embed = args.mode != "keyword"
    if embed:
        vault.embedder()  # loaded once for all settings
    return partial(
        values_under,
        vault=vault,
        queries=queries.sample(args.sample),
        system=args.mode,
        index=lambda other: bring_up_to_date(other, queries, embed=embed),
        folder=data_folder() / "evaluation",
    )
