"""Measures a vault: by each way to search it, and under other settings."""

import dataclasses
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from ragtui_core import (
    Confidence,
    Document,
    Hit,
    Mode,
    RagtuiError,
    SearchOptions,
    Vault,
)
from ragtui_core.citations import locate, plain
from ragtui_core.settings import FusionMethod, with_values
from ragtui_eval.measurement import NDCG, QueryResult, Rank, Values, rank_values
from ragtui_eval.query_set import EvaluationQuery, LocatedQuotation, QuerySet

TOP = 5
"""Hits among which the file and the location have to be."""


def quotation_values(
    vault: Vault, quotation: LocatedQuotation, hits: Sequence[Hit]
) -> Values:
    """`file@5`, `location@5` and `verified`, alone and by kind of file and of query.

    The location is the page or slide, else the section or the passage. Of a quotation
    that begins or ends inside a word, the words between are verified.
    """
    right = [hit for hit in hits[:TOP] if hit.path == quotation.file]
    values = {f"file@{TOP}": bool(right), f"location@{TOP}": False, "verified": False}
    kind = "unread"
    try:
        document = vault.documents.read(quotation.file)
    except RagtuiError:
        pass
    else:
        kind = document.encoding.partition("/")[0]
        kind = kind if document.is_extracted else "markdown"
        at_location = any(_is_there(hit, quotation, document) for hit in right)
        values[f"location@{TOP}"] = at_location
        values["verified"] = _is_verified(quotation, document)
    groups = ("", f" of {kind}", f" of {quotation.group}")
    return {
        f"{name}{group}": float(value)
        for group in groups
        for name, value in values.items()
    }


def _is_there(hit: Hit, quotation: LocatedQuotation, document: Document) -> bool:
    if quotation.number:
        return hit.location is not None and hit.location.number == quotation.number
    if plain(quotation.quote) in plain(hit.span.of(document.text)):
        return True
    ends = hit.heading_path[-1:], quotation.heading_path[-1:]
    return all(ends) and plain(ends[0][0]) == plain(ends[1][0])


def _is_verified(quotation: LocatedQuotation, document: Document) -> bool:
    starts = [
        anchor.start
        for anchor in document.anchors
        if anchor.location.number == quotation.number
    ]
    inner = " ".join(quotation.quote.split()[1:-1])
    for quote in (quotation.quote, inner):
        match = locate(quote, document, starts[0] if starts else 0)
        if match.span is not None and match.verdict.verified:
            location = document.location(match.span.start)
            number = location.number if location is not None else None
            if quotation.number in (0, number):
                return True
    return False


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
) -> tuple[tuple[str, float], ...]:
    """The paths of the `depth` best documents for a query, with their scores."""
    options = dataclasses.replace(options, limit=depth, fill=False)
    return tuple((hit.path, hit.score) for hit in vault.search(text, options).hits)


def _rank(vault: Vault, name: str, query: EvaluationQuery, depth: int) -> QueryResult:
    """What the system called `name` finds."""
    options = options_of(name, query)
    # What a user waits for is a search of the usual length, so that is timed; its
    # query's embedding is then known to the deeper ranking.
    started = time.perf_counter()
    result = vault.search(query.text, options)
    seconds = time.perf_counter() - started
    quotation, hits = query.quotation, result.hits
    return QueryResult(
        query.id,
        quotation_values(vault, quotation, hits) if quotation else {},
        seconds,
        ranked_documents(vault, query.text, options, depth),
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
                found = ranked_documents(other, query.text, options, depth=10)
                ranked[query.id] = [path for path, _ in found]
    values = rank_values(ranked, relevant)
    return [values[query][NDCG] for query in relevant]
