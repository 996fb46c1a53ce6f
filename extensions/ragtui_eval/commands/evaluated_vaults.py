"""The vaults that query sets are measured on, and reports: for `eval` and `tune`."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ragtui_cli.command_options import MAX_COUNT, add_count
from ragtui_cli.progress_output import narrator
from ragtui_core import EvaluationError, IndexBusy, Vault, data_directory, open_vault
from ragtui_core.settings import load_settings
from ragtui_core.text import percentage, sanitize
from ragtui_eval import CORPUS, SYSTEMS, QuerySet, materialise, sha256_of

MODES = tuple(SYSTEMS)
"""The search modes that can be measured."""

MAX_WARNINGS = 10
"""Maximum number of missing documents listed by name."""


def data_folder() -> Path:
    """The data directory of the settings, which contains records and collections."""
    return data_directory(load_settings().data_dir)


def add_sample(parser: argparse.ArgumentParser) -> None:
    """Add the argument that limits how many queries are used."""
    add_count(
        parser, "-n", "--sample", within=(1, MAX_COUNT), words="use N of the queries"
    )


@contextmanager
def indexed_vault(
    queries: QuerySet, args: argparse.Namespace, *, embed: bool
) -> Iterator[Vault]:
    """The vault to search, indexed, with vectors if `embed`, and closed afterwards.

    It has the collection's documents, or is the folder of the file of queries. Judged
    documents that it lacks are named on standard error.

    Raises:
        RagtuiError: The collection cannot be written, or as `open_vault`.
    """
    with closing(vault_for(queries, args)) as vault:
        bring_up_to_date(vault, queries, embed=embed)
        missing = queries.missing_documents(vault.documents.paths())
        for path in missing[:MAX_WARNINGS]:
            warn(f"not in the vault: {sanitize(path, one_line=True)}")
        if len(missing) > MAX_WARNINGS:
            warn(f"... and {len(missing) - MAX_WARNINGS} more judged documents")
        yield vault


def vault_for(queries: QuerySet, args: argparse.Namespace) -> Vault:
    """The vault of the queries, as its last index is; the caller closes it."""
    if not queries.collection:
        root, today = args.vault or queries.files[0].parent, queries.today
        if today:
            return open_vault(root, db=args.db, today=lambda: today)
        return open_vault(root, db=args.db)
    if args.vault:
        raise EvaluationError(
            f"{queries.collection} has its own documents: remove --vault"
        )
    digest = sha256_of([queries.collection / CORPUS])
    target = data_folder() / "evaluation" / f"{queries.name}-{digest[:12]}"
    materialise(queries.collection, target)
    return open_vault(target, db=args.db)


def bring_up_to_date(vault: Vault, queries: QuerySet, *, embed: bool) -> None:
    """Index `vault`, with vectors if `embed`; progress goes to standard error.

    A person's vault is measured as it is while another ragtui is indexing it, such as
    an app that follows its changes.
    """
    try:
        with narrator(json_lines=False) as listener:
            vault.index(listener, embed=embed)
    except IndexBusy:
        if queries.collection or not vault.is_indexed():
            raise
        warn("another process is indexing this vault: measuring its current index")
    share = vault.coverage.whole().embedded_share
    if embed and share < 1:
        warn(f"only {percentage(share)} of the passages have vectors so far")


def print_report(lines: Iterable[str], report: object | None) -> None:
    """Print `report` as JSON, or, without one, `lines`."""
    print("\n".join(lines) if report is None else json.dumps(report, indent=2))


def warn(text: str) -> None:
    """One line on standard error."""
    print(f"ragtui: {text}", file=sys.stderr)
