"""`ragtui eval SET`: search quality on judged queries."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.progress_output import measured
from ragtui_core import EvaluationError, Vault
from ragtui_core.files import path_argument
from ragtui_eval import (
    RECORDS_FILE,
    QueryResult,
    QuerySet,
    Record,
    answer_systems,
    append_record,
    history_lines,
    load_questions,
    load_set,
    measure,
    measure_answers,
    newest_records,
    p_value,
    rank_values,
    record_lines,
    record_of,
    sha256_of,
    systems_of,
    versions,
)
from ragtui_eval.commands.evaluated_vaults import (
    MODES,
    add_sample,
    data_folder,
    indexed_vault,
    print_report,
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "set",
        nargs="?",
        metavar="SET",
        help="BEIR folder or golden .toml file; for --answers, a .toml file of "
        "questions",
    )
    add_vault_arguments(parser)
    add_flags(parser, answers="measure answers to questions with known quotations")
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
    add_sample(parser)
    add_flags(parser, history="list the last evaluations")
    add_flags(parser, no_record="do not store the result", json="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Run an evaluation, or list stored results."""
    if args.history:
        return _show_past(args)
    if not args.set:
        raise EvaluationError("no query set: name a BEIR folder or a golden .toml file")
    if args.answers:
        return _evaluate_answers(args)
    return _evaluate(args, list(dict.fromkeys(args.mode or MODES)))


def _evaluate_answers(args: argparse.Namespace) -> int:
    """Measure the extracts, and the configured provider, on the questions of SET.

    Raises:
        RagtuiError: The set is wrong, or a provider failed.
    """
    if args.mode:
        raise EvaluationError("--answers measures no search: remove --mode")
    path = path_argument(args.set, EvaluationError)
    questions = load_questions(path).of_split(args.split).sample(args.sample)
    with indexed_vault(questions, args, embed=True) as vault:
        records = []
        for name, system in answer_systems(vault).items():
            results = measure_answers(system, questions.queries, measured(name))
            records.append(_record(args, questions, vault, name, results))
    return _show(args, records)


def _evaluate(args: argparse.Namespace, modes: list[str]) -> int:
    """Measure the systems called `modes` on the query set of `args`."""
    rank_values({}, {})  # Without ir-measures it ends before it indexes anything.
    path = path_argument(args.set, EvaluationError)
    queries = load_set(path, args.split).sample(args.sample)
    with indexed_vault(queries, args, embed=modes != ["keyword"]) as vault:
        records = []
        for name, system in systems_of(vault, modes).items():
            results = measure(system, queries, measured(name))
            records.append(_record(args, queries, vault, name, results))
    return _show(args, records)


def _record(
    args: argparse.Namespace,
    queries: QuerySet,
    vault: Vault,
    system: str,
    results: Sequence[QueryResult],
) -> Record:
    """The record of one system, which is added to the file unless it is unwanted."""
    settings = vault.settings
    conditions = {
        "set": queries.name,
        "split": queries.split,
        "settings": {
            "sample": args.sample,
            "search": asdict(settings.search),
            "chunking": asdict(settings.chunking),
            "embedding": asdict(settings.embedding),
        },
        "versions": versions(vault.coverage.whole().model),
        "data_sha256": sha256_of(queries.files),
    }
    record = record_of(system, results, conditions)
    if not args.no_record:
        append_record(data_folder() / RECORDS_FILE, record)
    return record


def _show(args: argparse.Namespace, records: Sequence[Record]) -> int:
    """Print the records, each beside the p-value of its difference to the first."""
    baseline = records[0]
    p = [
        None if record is baseline else p_value(baseline.per_query, record.per_query)
        for record in records
    ]
    systems = [
        asdict(record) | {"p": value} for record, value in zip(records, p, strict=True)
    ]
    report = {
        "set": baseline.set,
        "split": baseline.split,
        "baseline": baseline.system,
        "systems": systems,
    }
    print_report(record_lines(records, p), report if args.json else None)
    return exit_codes.FOUND


HISTORY_ROWS = 20


def _show_past(args: argparse.Namespace) -> int:
    """List the last evaluations."""
    newest = newest_records(data_folder() / RECORDS_FILE, HISTORY_ROWS)
    rows = {"rows": list(map(asdict, newest))}
    print_report(history_lines(newest), rows if args.json else None)
    return exit_codes.FOUND if newest else exit_codes.NOTHING
