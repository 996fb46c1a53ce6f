"""Runs `ragtui tune`: try settings, check on held-out queries, print."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ragtui_cli import exit_codes
from ragtui_cli.evaluation_progress import measuring_bar
from ragtui_cli.evaluation_sets import (
    OpenSet,
    bring_up_to_date,
    data_folder,
    open_set,
    vault_for,
    warn_of_missing,
)
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
