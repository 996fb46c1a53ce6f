"""Runs an evaluation for `ragtui eval`: open, index, measure, record, show."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from ragtui_cli import exit_codes
from ragtui_cli.evaluation_sets import (
    OpenSet,
    bring_up_to_date,
    data_folder,
    open_set,
    vault_for,
    warn_of_missing,
)
from ragtui_cli.measuring_bar import measuring_bar
from ragtui_core.errors import EvaluationError
from ragtui_core.evaluation.beir_corpus import corpus_ids
from ragtui_core.evaluation.fingerprint import sha256_of
from ragtui_core.evaluation.measuring import Outcome, measure
from ragtui_core.evaluation.query_set import sample
from ragtui_core.evaluation.records import (
    FILE_NAME,
    Conditions,
    append,
    record_of,
    versions,
)
from ragtui_core.evaluation.report import Report, as_json, as_text
from ragtui_core.evaluation.summary import Summary, p_values, summarise
from ragtui_core.evaluation.trec import write_run
from ragtui_core.evaluation.vault_systems import systems_of
from ragtui_core.path_arguments import path_argument
from ragtui_core.vault import Vault

Measured = tuple[Outcome, Summary]


def run(given: argparse.Namespace, modes: list[str]) -> int:
    """Measure the systems called `modes` on the query set that `given` names."""
    _check(given, modes)
    opened = open_set(given)
    vault = vault_for(opened, given)
    try:
        bring_up_to_date(vault, opened, embed=modes != ["keyword"])
        warn_of_missing(opened, vault)
        measured = _measured(given, modes, opened, vault)
    finally:
        vault.close()
    if given.run_file:
        _write_run(
            path_argument(given.run_file, EvaluationError), measured[0][0], opened
        )
    _show(given, measured, opened)
    return exit_codes.FOUND


def _check(given: argparse.Namespace, modes: Sequence[str]) -> None:
    """Say what is wrong before minutes are spent on measuring."""
    if given.run_file and len(modes) != 1:
        raise EvaluationError("--run holds one system's run: give exactly one --mode")
    if given.baseline and given.baseline not in modes:
        raise EvaluationError(
            f"the baseline {given.baseline!r} is not measured: add it to --mode"
        )


def _measured(
    given: argparse.Namespace, modes: list[str], opened: OpenSet, vault: Vault
) -> list[Measured]:
    """Every system in turn; each is recorded as soon as it is known."""
    queries = opened.queries
    if given.sample:
        queries = sample(queries, given.sample)
    conditions = None if given.no_record else _conditions(given, opened, vault)
    measured = []
    for system in systems_of(vault, modes):
        with measuring_bar(system.name) as on_progress:
            outcome = measure(system, queries, given.depth, on_progress)
        summary = summarise(outcome)
        measured.append((outcome, summary))
        if conditions:
            record = record_of(outcome, summary, conditions)
            append(data_folder() / FILE_NAME, record)
    return measured


def _conditions(given: argparse.Namespace, opened: OpenSet, vault: Vault) -> Conditions:
    settings = vault.settings
    return Conditions(
        set=opened.queries.name,
        split=opened.split,
        settings={
            "depth": given.depth,
            "sample": given.sample,
            "search": asdict(settings.search),
            "chunking": asdict(settings.chunking),
            "embedding": asdict(settings.embedding),
        },
        versions=versions(vault.coverage.whole().model),
        data_sha256=sha256_of(opened.files),
    )


def _write_run(path: Path, outcome: Outcome, opened: OpenSet) -> None:
    """Under the collection's own ids, so that its own judgements fit."""
    ids = corpus_ids(opened.beir) if opened.beir else {}
    named = {
        query: [(ids.get(document, document), score) for document, score in ranked]
        for query, ranked in outcome.run().items()
    }
    write_run(path, named, outcome.system)


def _show(
    given: argparse.Namespace, measured: Sequence[Measured], opened: OpenSet
) -> None:
    outcomes = [outcome for outcome, _ in measured]
    baseline = given.baseline or outcomes[0].system
    report = Report(
        set=opened.queries.name,
        split=opened.split,
        summaries=[summary for _, summary in measured],
        baseline=baseline,
        p=p_values(outcomes, baseline),
    )
    if given.json:
        print(json.dumps(as_json(report), indent=2))
    else:
        print("\n".join(as_text(report)))
