"""`ragtui tune SET`: the best search settings for judged queries."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.evaluation_sets import (
    MODES,
    OpenSet,
    bring_up_to_date,
    data_folder,
    open_set,
    vault_for,
    warn_of_missing,
)
from ragtui_cli.number_arguments import MAX_COUNT, whole
from ragtui_cli.progress_output import measuring_bar
from ragtui_core import Vault
from ragtui_core.settings import config_path, write_settings
from ragtui_eval import (
    GRID,
    INDEX_GRID,
    RRF_GRID,
    Tuned,
    Tuner,
    VaultMeasure,
    format_ratio,
    format_table,
    p_value,
    paired_test,
    sample_queries,
    values_of,
)


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


_VECTORS_ALONE = {"search.vector_weight"}
"""Only tuned in hybrid mode, which has both vectors and keywords."""


def run(args: argparse.Namespace) -> int:
    """Tune on the query set of `args`."""
    opened = open_set(args)
    vault = vault_for(opened, args)
    try:
        bring_up_to_date(vault, opened, embed=args.mode != "keyword")
        warn_of_missing(opened, vault)
        tuned = _tuned(args, opened, vault)
    finally:
        vault.close()
    if args.json:
        print(json.dumps(_as_json(tuned), indent=2))
    else:
        print("\n".join(_as_text(tuned)))
    if args.write and tuned.winners:
        write_settings(config_path(), tuned.winners)
        print(f"written to {config_path()}")
    return exit_codes.FOUND


def _tuned(args: argparse.Namespace, opened: OpenSet, vault: Vault) -> Tuned:
    queries = opened.queries
    if args.sample:
        queries = sample_queries(queries, args.sample)
    if args.mode != "keyword":
        vault.embedder()  # loaded once for all settings
    grid = grid_for(args.mode, chunking=args.chunking)
    measure = VaultMeasure(
        vault,
        queries,
        args.mode,
        lambda other: bring_up_to_date(other, opened, embed=args.mode != "keyword"),
        data_folder() / "evaluation",
    )
    with measuring_bar("settings") as on_trial:
        tuner = Tuner(measure, grid, on_trial)
        return tuner.tune(values_of(vault.settings, grid), args.folds)


def grid_for(mode: str, *, chunking: bool) -> Mapping[str, Any]:
    """The values to try for a search mode."""
    grid = dict(INDEX_GRID) if chunking else {}
    if mode == "semantic":
        return grid or {"search.candidates": (50, 100, 200)}
    grid |= GRID
    if mode != "hybrid":
        grid = {key: grid[key] for key in grid if key not in _VECTORS_ALONE}
    return grid | dict(RRF_GRID) if mode == "hybrid-rrf" else grid


def _as_text(tuned: Tuned) -> Iterator[str]:
    rows = [
        (trial.key, str(trial.value), format_ratio(trial.mean))
        for trial in tuned.trials
    ]
    yield from format_table(("setting", "value", "nDCG@10"), rows)
    yield ""
    before, after = zip(*tuned.held_out, strict=True)
    p = p_value(paired_test(before, after))
    yield (
        f"Held out: nDCG@10 {format_ratio(tuned.before)} with the current settings, "
        f"{format_ratio(tuned.after)} with those that the other queries chose (p {p})."
    )
    if not tuned.winners:
        yield "No value is better than the current ones."
    for key, value in tuned.winners.items():
        yield f"All queries choose {key} = {value}"
    if tuned.winners and tuned.after <= tuned.before:
        yield "The gain does not generalize: keep the current settings."


def _as_json(tuned: Tuned) -> dict[str, Any]:
    return {
        "before": tuned.before,
        "after": tuned.after,
        "winners": dict(tuned.winners),
        "trials": [[trial.key, trial.value, trial.mean] for trial in tuned.trials],
    }
