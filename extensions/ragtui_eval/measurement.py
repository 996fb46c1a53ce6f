"""Asks a system every query of a set, and measures what it answers.

All measures of all systems are ratios, 0..1, of single queries, under names. A query
has only those that apply to it: one without an answer has no nDCG.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ragtui_core import EvaluationError
from ragtui_eval.query_set import EvaluationQuery, QuerySet

Values = Mapping[str, float]
"""Measure to the value of one query."""

Progress = Callable[[int, int], None]
"""Called after each query with the number of queries done and in total."""

NDCG = "ndcg@10"
"""The measure by which systems are compared, and settings tuned."""

_NAMES = (NDCG, "mrr@10", "p@5", "p@10", "r@5", "r@10", "r@100")


@dataclass(frozen=True, slots=True)
class QueryResult:
    """What was measured of one query; `documents` are their paths, best first."""

    id: str
    values: Values
    seconds: float
    documents: Sequence[str] = ()
    low_confidence: bool = False
    """Whether the system says that none of them may be an answer."""


Rank = Callable[[EvaluationQuery], QueryResult]
"""A way to search: what it finds for a query, at most `DEPTH` documents, and says."""

DEPTH = 100
"""Documents of a ranking that are measured."""


def measure(
    rank: Rank,
    query_set: QuerySet,
    on_progress: Progress | None = None,
) -> list[QueryResult]:
    """Ask a system every query, and measure the documents that it finds.

    Ctrl+C ends it, as do the system's own errors: nothing is caught.

    Raises:
        EvaluationError: ir-measures is not installed.
    """
    results = list[QueryResult]()
    for query in query_set.queries:
        results.append(rank(query))
        if on_progress:
            on_progress(len(results), len(query_set.queries))
    judged = {q.id: q.relevant for q in query_set.queries if not q.unanswerable}
    ranked = {result.id: result.documents for result in results if result.id in judged}
    of_ranks = rank_values(ranked, judged)
    return [
        replace(
            result,
            values={
                **of_ranks.get(query.id, {}),
                **abstention_values(result.low_confidence, query.unanswerable),
                "empty": float(not result.documents),
            },
        )
        for query, result in zip(query_set.queries, results, strict=True)
    ]


def rank_values(
    ranked: Mapping[str, Sequence[str]], relevant: Mapping[str, Mapping[str, int]]
) -> dict[str, Values]:
    """The measures of rankings by query, as trec_eval has them.

    Args:
        ranked: Query to document ids, best first, none twice.
        relevant: Query to the grades above 0 of documents.

    Raises:
        EvaluationError: ir-measures is not installed.
    """
    try:
        from ir_measures import RR, P, R, iter_calc, nDCG
    except ImportError as error:
        raise EvaluationError(
            f"measuring needs ir-measures ({error}): pip install 'ragtui[eval]'"
        ) from error
    measures = (nDCG @ 10, RR @ 10, P @ 5, P @ 10, R @ 5, R @ 10, R @ 100)
    names = dict(zip(measures, _NAMES, strict=True))
    # trec_eval sorts by score: it is given ranks, so that ties stay in their order.
    run = {
        query: {path: float(-rank) for rank, path in enumerate(paths)}
        for query, paths in ranked.items()
    }
    qrels = {query: dict(grades) for query, grades in relevant.items()}
    values: dict[str, dict[str, float]] = {query: {} for query in ranked}
    for metric in iter_calc(list(names), qrels, run) if ranked else ():
        values[metric.query_id][names[metric.measure]] = metric.value
    return {
        query: {name: measured[name] for name in _NAMES}
        for query, measured in values.items()
    }


def abstention_values(refused: bool, unanswerable: bool) -> Values:
    """The abstention measures of one query.

    Abstention precision is the share of the refused queries without an answer,
    abstention recall that of the queries without an answer that are refused, false
    alarms that of the queries with one that are refused.
    """
    of_query = "abstention recall" if unanswerable else "false alarms"
    values = {of_query: float(refused)}
    return (
        {"abstention precision": float(unanswerable), **values} if refused else values
    )
