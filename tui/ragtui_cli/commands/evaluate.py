"""`ragtui eval SET`: search quality on judged queries."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from ragtui_cli import exit_codes
from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.evaluation_sets import (
    MODES,
    OpenSet,
    add_sample,
    bring_up_to_date,
    data_folder,
    open_questions,
    open_set,
    vault_for,
    warn,
    warn_of_missing,
)
from ragtui_cli.number_arguments import whole
from ragtui_cli.progress_output import measuring_bar
from ragtui_core import EvaluationError, Vault
from ragtui_core.files import path_argument
from ragtui_eval import (
    RECORDS_FILE,
    AnswerReport,
    Conditions,
    Outcome,
    QuotationResult,
    Report,
    Summary,
    answer_systems,
    answers_as_json,
    answers_as_text,
    append_record,
    compare_evaluations,
    comparison_as_json,
    comparison_as_text,
    corpus_ids,
    evaluation_as_json,
    evaluation_as_text,
    evaluation_record,
    history_as_json,
    history_as_text,
    list_evaluations,
    measure,
    measure_answers,
    measure_quotations,
    p_values,
    quotations_as_json,
    quotations_as_text,
    sample_queries,
    sampled,
    sha256_of,
    summarise,
    systems_of,
    versions,
    write_run,
)

_OF_SEARCH = {"mode": "--mode", "baseline": "--baseline", "run_file": "--run"}
"""Arguments that have no meaning for answers."""

MAX_DEPTH = 10_000
"""Maximum number of documents per query."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "set",
        nargs="?",
        metavar="SET",
        help="BEIR folder, golden .toml file or .jsonl file of quotations; "
        "for --answers, a .toml file of questions",
    )
    add_vault_arguments(parser)
    parser.add_argument(
        "--answers",
        action="store_true",
        help="measure answers to questions with known quotations",
    )
    parser.add_argument(
        "--split",
        default="test",
        help="split of a BEIR folder or of questions (default: test)",
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
    add_sample(parser)
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
    if args.history or args.compare:
        return _show_past(args)
    if not args.set:
        raise EvaluationError(
            "no query set: name a BEIR folder, a golden .toml file or a .jsonl file of "
            "quotations"
        )
    if args.answers:
        return _evaluate_answers(args)
    return _evaluate(args, list(dict.fromkeys(args.mode or MODES)))


def _evaluate_answers(args: argparse.Namespace) -> int:
    """Measure the extracts, and the configured provider, on the questions of SET.

    Raises:
        RagtuiError: The set is wrong, or a provider failed.
    """
    for name, option in _OF_SEARCH.items():
        if getattr(args, name):
            raise EvaluationError(f"--answers measures no search: remove {option}")
    opened, question_set = open_questions(args)
    questions = question_set.questions
    if args.sample:
        questions = sampled(questions, args.sample)
    results = {}
    vault = vault_for(opened, args)
    try:
        systems = answer_systems(vault)
        bring_up_to_date(vault, opened, embed=True)
        for name, system in systems.items():
            with measuring_bar(name) as on_progress:
                results[name] = measure_answers(system, questions, on_progress)
    finally:
        vault.close()
    report = AnswerReport(question_set.name, args.split, results)
    if args.json:
        print(json.dumps(answers_as_json(report), indent=2))
    else:
        print("\n".join(answers_as_text(report)))
    return exit_codes.FOUND


Measured = tuple[Outcome, Summary]


def _evaluate(args: argparse.Namespace, modes: list[str]) -> int:
    """Measure the systems called `modes` on the query set of `args`."""
    _check(args, modes)
    opened = open_set(args)
    vault = vault_for(opened, args)
    try:
        bring_up_to_date(vault, opened, embed=modes != ["keyword"])
        warn_of_missing(opened, vault)
        measured = _measured(args, modes, opened, vault)
        located = _located(args, modes, opened, vault)
    finally:
        vault.close()
    if args.run_file:
        _write_run(
            path_argument(args.run_file, EvaluationError), measured[0][0], opened
        )
    _show(args, measured, opened, located)
    return exit_codes.FOUND


def _check(args: argparse.Namespace, modes: Sequence[str]) -> None:
    """Reject wrong arguments before a run that takes minutes."""
    if args.run_file and len(modes) != 1:
        raise EvaluationError(
            "--run writes the run of one mode: give exactly one --mode"
        )
    if args.baseline and args.baseline not in modes:
        raise EvaluationError(
            f"the baseline {args.baseline!r} is not measured: add it to --mode"
        )


def _measured(
    args: argparse.Namespace, modes: list[str], opened: OpenSet, vault: Vault
) -> list[Measured]:
    """Measure each mode, and record each result as soon as it is complete."""
    queries = opened.queries
    if args.sample:
        queries = sample_queries(queries, args.sample)
    conditions = None if args.no_record else _conditions(args, opened, vault)
    measured = []
    for system in systems_of(vault, modes):
        with measuring_bar(system.name) as on_progress:
            outcome = measure(system, queries, args.depth, on_progress)
        summary = summarise(outcome)
        measured.append((outcome, summary))
        if conditions:
            record = evaluation_record(outcome, summary, conditions)
            append_record(data_folder() / RECORDS_FILE, record)
    return measured


def _located(
    args: argparse.Namespace, modes: list[str], opened: OpenSet, vault: Vault
) -> dict[str, list[QuotationResult]]:
    """By mode, whether quotations are found and verified at their locations."""
    quotations = opened.quotations[: args.sample]
    if not quotations:
        return {}
    return {mode: measure_quotations(vault, quotations, mode) for mode in modes}


def _conditions(args: argparse.Namespace, opened: OpenSet, vault: Vault) -> Conditions:
    settings = vault.settings
    return Conditions(
        set=opened.queries.name,
        split=opened.split,
        settings={
            "depth": args.depth,
            "sample": args.sample,
            "search": asdict(settings.search),
            "chunking": asdict(settings.chunking),
            "embedding": asdict(settings.embedding),
        },
        versions=versions(vault.coverage.whole().model),
        data_sha256=sha256_of(opened.files),
    )


def _write_run(path: Path, outcome: Outcome, opened: OpenSet) -> None:
    """Under the collection's own ids, which its judgements use."""
    ids = corpus_ids(opened.beir) if opened.beir else {}
    named = {
        query: [(ids.get(document, document), score) for document, score in ranked]
        for query, ranked in outcome.run().items()
    }
    write_run(path, named, outcome.system)


def _show(
    args: argparse.Namespace,
    measured: Sequence[Measured],
    opened: OpenSet,
    located: Mapping[str, list[QuotationResult]],
) -> None:
    outcomes = [outcome for outcome, _ in measured]
    baseline = args.baseline or outcomes[0].system
    report = Report(
        set=opened.queries.name,
        split=opened.split,
        summaries=[summary for _, summary in measured],
        baseline=baseline,
        p=p_values(outcomes, baseline),
    )
    if args.json:
        quotations = {key: quotations_as_json(value) for key, value in located.items()}
        extra = {"quotations": quotations} if located else {}
        print(json.dumps(evaluation_as_json(report) | extra, indent=2))
    else:
        print("\n".join(evaluation_as_text(report)))
        for mode, results in located.items():
            print("\n".join(["", f"{mode}:", *quotations_as_text(results)]))


HISTORY_ROWS = 20


def _show_past(args: argparse.Namespace) -> int:
    """List the last evaluations, or compare two of them."""
    path = data_folder() / RECORDS_FILE
    if args.compare:
        compared = compare_evaluations(path, *args.compare)
        text, as_json = comparison_as_text(compared), comparison_as_json(compared)
        broken, code = compared.broken, exit_codes.FOUND
    else:
        past = list_evaluations(path, HISTORY_ROWS)
        text, as_json = history_as_text(past), history_as_json(past)
        broken = past.broken
        code = exit_codes.FOUND if past.rows else exit_codes.NOTHING
    for sentence in broken:
        warn(sentence)
    if args.json:
        print(json.dumps(as_json, indent=2))
    else:
        print("\n".join(text))
    return code
