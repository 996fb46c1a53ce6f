"""`ragtui eval SET`: search quality on judged queries."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from ragtui_cli import exit_codes
from ragtui_cli.command_options import add_count, add_flags
from ragtui_cli.commands.vault_arguments import add_vault_arguments
from ragtui_cli.evaluation_sets import (
    MODES,
    add_sample,
    data_folder,
    indexed_vault,
    print_report,
    warn,
)
from ragtui_cli.progress_output import measuring_bar
from ragtui_core import EvaluationError, Vault
from ragtui_core.files import path_argument
from ragtui_eval import (
    RECORDS_FILE,
    AnswerReport,
    Conditions,
    EvaluationRecords,
    EvaluationReport,
    Outcome,
    QuerySet,
    Summary,
    answer_systems,
    append_record,
    corpus_ids,
    evaluation_record,
    load_questions,
    load_set,
    measure,
    measure_answers,
    measure_quotations,
    p_values,
    sha256_of,
    summarise,
    systems_of,
    versions,
    write_run,
)

_OF_SEARCH = {"mode": "--mode", "baseline": "--baseline", "run_file": "--run"}
"""Arguments that have no meaning for answers."""

MAX_DEPTH = 10_000


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
    parser.add_argument(
        "--baseline",
        choices=MODES,
        metavar="M",
        help="mode to compare with (default: the first)",
    )
    add_count(
        parser,
        "--depth",
        within=(1, MAX_DEPTH),
        words=f"documents per query, 1..{MAX_DEPTH} (default: 100)",
        default=100,
    )
    add_sample(parser)
    parser.add_argument(
        "--run", metavar="FILE", dest="run_file", help="write a TREC run"
    )
    add_flags(parser, history="list the last evaluations")
    parser.add_argument(
        "--compare",
        nargs=2,
        metavar=("A", "B"),
        help="two evaluations by id, or last and last-1",
    )
    add_flags(parser, no_record="do not store the result", json="print one JSON object")


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
    path = path_argument(args.set, EvaluationError)
    questions = load_questions(path).of_split(args.split)
    results = {}
    with indexed_vault(questions, args, embed=True) as vault:
        for name, system in answer_systems(vault).items():
            with measuring_bar(name) as on_progress:
                asked = questions.sample(args.sample).queries
                results[name] = measure_answers(system, asked, on_progress)
    print_report(AnswerReport(questions.name, args.split, results), as_json=args.json)
    return exit_codes.FOUND


def _evaluate(args: argparse.Namespace, modes: list[str]) -> int:
    """Measure the systems called `modes` on the query set of `args`."""
    _check(args, modes)
    queries = load_set(path_argument(args.set, EvaluationError), args.split)
    with indexed_vault(queries, args, embed=modes != ["keyword"]) as vault:
        outcomes, summaries = _measured(args, modes, queries, vault)
        quotations = {
            mode: measure_quotations(vault, queries.queries[: args.sample], mode)
            for mode in modes
            if queries.queries[0].quotation
        }
    if args.run_file:
        _write_run(path_argument(args.run_file, EvaluationError), outcomes[0], queries)
    baseline = args.baseline or modes[0]
    p = p_values(outcomes, baseline)
    named = queries.name, queries.split
    print_report(
        EvaluationReport(*named, summaries, baseline, p, quotations), as_json=args.json
    )
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
    args: argparse.Namespace, modes: list[str], queries: QuerySet, vault: Vault
) -> tuple[list[Outcome], list[Summary]]:
    """Measure each mode, and record each result as soon as it is complete."""
    conditions = None if args.no_record else _conditions(args, queries, vault)
    outcomes: list[Outcome] = []
    summaries: list[Summary] = []
    for system in systems_of(vault, modes):
        with measuring_bar(system.name) as on_progress:
            sample = queries.sample(args.sample)
            outcomes.append(measure(system, sample, args.depth, on_progress))
        summaries.append(summarise(outcomes[-1]))
        if conditions:
            record = evaluation_record(outcomes[-1], summaries[-1], conditions)
            append_record(data_folder() / RECORDS_FILE, record)
    return outcomes, summaries


def _conditions(
    args: argparse.Namespace, queries: QuerySet, vault: Vault
) -> Conditions:
    settings = vault.settings
    return Conditions(
        set=queries.name,
        split=queries.split,
        settings={
            "depth": args.depth,
            "sample": args.sample,
            "search": asdict(settings.search),
            "chunking": asdict(settings.chunking),
            "embedding": asdict(settings.embedding),
        },
        versions=versions(vault.coverage.whole().model),
        data_sha256=sha256_of(queries.files),
    )


def _write_run(path: Path, outcome: Outcome, queries: QuerySet) -> None:
    """Under the collection's own ids, which its judgements use."""
    ids = corpus_ids(queries.collection) if queries.collection else {}
    named = {
        query: [(ids.get(document, document), score) for document, score in ranked]
        for query, ranked in outcome.run().items()
    }
    write_run(path, named, outcome.system)


HISTORY_ROWS = 20


def _show_past(args: argparse.Namespace) -> int:
    """List the last evaluations, or compare two of them."""
    records = EvaluationRecords(data_folder() / RECORDS_FILE)
    for sentence in records.broken:
        warn(sentence)
    if args.compare:
        print_report(records.compare(*args.compare), as_json=args.json)
        return exit_codes.FOUND
    past = records.history(HISTORY_ROWS)
    print_report(past, as_json=args.json)
    return exit_codes.FOUND if past.rows else exit_codes.NOTHING
