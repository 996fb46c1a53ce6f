"""Opens judged queries and the vault that they are run on, in which search modes."""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from ragtui_cli.number_arguments import MAX_COUNT, whole
from ragtui_cli.progress_output import narrator
from ragtui_core import EvaluationError, IndexBusy, Vault, data_directory, open_vault
from ragtui_core.files import is_file, path_argument
from ragtui_core.settings import load_settings
from ragtui_core.text import percentage, sanitize
from ragtui_eval import (
    LocatedQuotation,
    QuerySet,
    QuestionSet,
    files_of,
    load_golden,
    load_queries,
    load_questions,
    load_quotations,
    materialise,
    missing_documents,
    queries_of,
    sha256_of,
)

MODES = ("keyword", "semantic", "hybrid", "hybrid-rrf")
"""The search modes that can be measured."""

MAX_WARNINGS = 10
"""Maximum number of missing documents listed by name."""


@dataclass(frozen=True, slots=True)
class OpenSet:
    """Judged queries and where they came from."""

    queries: QuerySet
    split: str | None
    files: tuple[Path, ...]
    """What the result depends on, beside the vault."""
    beir: Path | None
    """The collection's folder, if it is one."""
    quotations: tuple[LocatedQuotation, ...] = ()
    """The locations that the queries ask for, if the set has them."""


def data_folder() -> Path:
    """The data directory of the settings, which contains records and collections."""
    return data_directory(load_settings().data_dir)


def add_sample(parser: argparse.ArgumentParser) -> None:
    """Add the argument that limits how many queries are used."""
    parser.add_argument(
        "-n",
        "--sample",
        type=whole(1, MAX_COUNT),
        metavar="N",
        help="use N of the queries",
    )


def open_set(args: argparse.Namespace) -> OpenSet:
    """Read the judged queries that the command line names.

    Raises:
        EvaluationError: They are missing or wrong.
    """
    path = path_argument(args.set, EvaluationError)
    if is_file(path / "corpus.jsonl"):
        queries = load_queries(path, args.split)
        return OpenSet(queries, args.split, tuple(files_of(path, args.split)), path)
    if path.suffix == ".toml":
        return OpenSet(load_golden(path), None, (path,), None)
    if path.suffix == ".jsonl":
        quotations = load_quotations(path)
        queries = queries_of(quotations, path.parent.resolve().name)
        return OpenSet(queries, None, (path,), None, tuple(quotations))
    raise EvaluationError(
        f"{path} is not a query set: name a BEIR folder (with corpus.jsonl), a "
        "golden .toml file or a .jsonl file of quotations"
    )


def open_questions(args: argparse.Namespace) -> tuple[OpenSet, QuestionSet]:
    """Read the questions that the command line names, those of its split.

    Raises:
        EvaluationError: They are missing or wrong.
    """
    path = path_argument(args.set, EvaluationError)
    beir = path if is_file(path / "corpus.jsonl") else None
    questions = load_questions(path).of_split(args.split)
    queries = QuerySet(questions.name, (), questions.today)
    return OpenSet(queries, args.split, (path,), beir), questions


def vault_for(opened: OpenSet, args: argparse.Namespace) -> Vault:
    """The vault to search: the collection's documents, or the golden file's folder.

    Raises:
        RagtuiError: The collection cannot be written, or as `open_vault`.
    """
    if opened.beir is None:
        golden = opened.files[0]
        root = args.vault or golden.parent
        today = opened.queries.today
        if today:
            return open_vault(root, db=args.db, today=lambda: today)
        return open_vault(root, db=args.db)
    if args.vault:
        raise EvaluationError(f"{opened.beir} has its own documents: remove --vault")
    digest = sha256_of([opened.beir / "corpus.jsonl"])
    target = data_folder() / "evaluation" / f"{opened.queries.name}-{digest[:12]}"
    materialise(opened.beir, target)
    return open_vault(target, db=args.db)


def bring_up_to_date(vault: Vault, opened: OpenSet, *, embed: bool) -> None:
    """Index `vault`, with vectors if `embed`; progress goes to standard error.

    A person's vault is measured as it is while another ragtui is indexing it, such as
    an app that follows its changes.

    Raises:
        RagtuiError: As `Vault.index`.
    """
    try:
        with narrator(json_lines=False) as listener:
            vault.index(listener, embed=embed)
    except IndexBusy:
        if opened.beir or not vault.is_indexed():
            raise
        warn("another process is indexing this vault: measuring its current index")
    share = vault.coverage.whole().embedded_share
    if embed and share < 1:
        warn(f"only {percentage(share)} of the passages have vectors so far")


def warn_of_missing(opened: OpenSet, vault: Vault) -> None:
    """Warn of judged documents missing from the vault; they count as not found."""
    missing = missing_documents(opened.queries, vault.documents.paths())
    for path in missing[:MAX_WARNINGS]:
        warn(f"not in the vault: {sanitize(path, one_line=True)}")
    if len(missing) > MAX_WARNINGS:
        warn(f"... and {len(missing) - MAX_WARNINGS} more judged documents")


def warn(text: str) -> None:
    """One line on standard error."""
    print(f"ragtui: {text}", file=sys.stderr)
