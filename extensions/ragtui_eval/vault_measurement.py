"""Measures a vault: by each way to search it, and under other settings."""

import dataclasses
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from ragtui_core import Confidence, Mode, SearchOptions, Vault
from ragtui_core.settings import FusionMethod, with_values
from ragtui_eval.measurement import DEPTH, NDCG, QueryResult, Rank, rank_values
from ragtui_eval.query_set import EvaluationQuery, QuerySet

SYSTEMS: dict[str, tuple[Mode, FusionMethod | None]] = {
    "keyword": (Mode.KEYWORD, None),
    "semantic": (Mode.SEMANTIC, None),
    "hybrid": (Mode.HYBRID, FusionMethod.SCORE),
    "hybrid-rrf": (Mode.HYBRID, FusionMethod.RRF),
}
"""Name to mode and fusion."""


def systems_of(vault: Vault, names: Sequence[str]) -> dict[str, Rank]:
    """The systems called `names`, keys of SYSTEMS, over an indexed vault.

    The embedding model is loaded here, so that no query is charged with it.
    """
    if any(SYSTEMS[name][0] is not Mode.KEYWORD for name in names):
        vault.embedder()
    return {name: partial(_rank, vault, name) for name in names}


def options_of(name: str, query: EvaluationQuery) -> SearchOptions:
    """How the system called `name`, a key of SYSTEMS, searches for a query."""
    mode, fusion = SYSTEMS[name]
    return SearchOptions(mode=mode, fusion=fusion, filters=query.filters, at=query.at)


def ranked_documents(
    vault: Vault, text: str, options: SearchOptions, depth: int
) -> list[str]:
    """The paths of the `depth` best documents for a query."""
    options = dataclasses.replace(options, limit=depth, fill=False)
    return [hit.path for hit in vault.search(text, options).hits]


def _rank(vault: Vault, name: str, query: EvaluationQuery) -> QueryResult:
    """What the system called `name` finds."""
    options = options_of(name, query)
    # What a user waits for is a search of the usual length, so that is timed; its
    # query's embedding is then known to the deeper ranking.
    started = time.perf_counter()
    result = vault.search(query.text, options)
    seconds = time.perf_counter() - started
    return QueryResult(
        query.id,
        {},
        seconds,
        ranked_documents(vault, query.text, options, DEPTH),
        low_confidence=result.confidence is Confidence.LOW,
    )


Index = Callable[[Vault], None]
"""Updates a vault's index, and reports progress."""


def values_under(
    settings: Mapping[str, Any],
    vault: Vault,
    queries: QuerySet,
    system: str,
    index: Index,
    folder: Path,
) -> list[float]:
    """nDCG@10 of each answerable query of an indexed vault, 0..1, under settings.

    Args:
        settings: Values by dotted key.
        vault: The vault under its own settings.
        queries: Of which the answerable ones are asked, in their order.
        system: A key of SYSTEMS.
        index: Called for a vault whose chunks the settings change.
        folder: Has the indexes of such vaults.
    """
    changed = with_values(vault.settings, settings)
    chunking, database = changed.chunking, None
    if chunking != vault.settings.chunking:
        name = hashlib.sha256(f"{vault.root} {chunking}".encode()).hexdigest()
        database = folder / f"tuning-{name[:16]}.db"
    with closing(vault.under(changed, db=database)) as other:
        if database:
            index(other)
        relevant = {q.id: q.relevant for q in queries.queries if not q.unanswerable}
        ranked = dict[str, list[str]]()
        for query in queries.queries:
            if query.id in relevant:
                options = options_of(system, query)
                ranked[query.id] = ranked_documents(other, query.text, options, 10)
    values = rank_values(ranked, relevant)
    return [values[query][NDCG] for query in relevant]
