"""Asks a system every query of a set, and measures or writes each of its rankings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ragtui_core import EvaluationError
from ragtui_core.files import write_private
from ragtui_eval.metrics import ndcg, precision, recall, reciprocal_rank
from ragtui_eval.query_set import EvaluationQuery, QuerySet

METRICS: Mapping[str, Callable[[list[str], Mapping[str, int]], float]] = {
    "ndcg@10": partial(ndcg, k=10),
    "mrr@10": partial(reciprocal_rank, k=10),
    "p@5": partial(precision, k=5),
    "p@10": partial(precision, k=10),
    "r@5": partial(recall, k=5),
    "r@10": partial(recall, k=10),
    "r@100": partial(recall, k=100),
}
"""What is measured of each ranking, 0..1; see `metrics`."""

Progress = Callable[[int, int], None]
"""Called after each query with the number of queries done and in total."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a system answered: documents with scores, best first, none twice."""

    documents: tuple[tuple[str, float], ...]
    low_confidence: bool
    """Whether the system says that none of them may be an answer."""
    seconds: float
    """From the question to the ranking."""


@dataclass(frozen=True, slots=True)
class System:
    """A way to search, under a name. `rank` takes a query and a depth, >= 1."""

    name: str
    rank: Callable[[EvaluationQuery, int], Ranking]


@dataclass(frozen=True, slots=True)
class Measured:
    """One query's ranking and how good it is."""

    query: EvaluationQuery
    ranking: Ranking
    values: Mapping[str, float]
    """Metric to value, of every one of METRICS; empty if the query is unanswerable."""

    @property
    def empty(self) -> bool:
        """Whether nothing was found at all."""
        return not self.ranking.documents


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that was measured of one system, in the order of the queries."""

    system: str
    queries: tuple[Measured, ...]

    def values(self, metric: str) -> list[float]:
        """The metric's value of each answerable query."""
        return [measured.values[metric] for measured in self.queries if measured.values]

    def run(self) -> dict[str, tuple[tuple[str, float], ...]]:
        """Query id to its ranked documents, as `trec.write_run` takes them."""
        return {
            measured.query.id: measured.ranking.documents for measured in self.queries
        }


def measure(
    system: System,
    query_set: QuerySet,
    depth: int,
    on_progress: Progress | None = None,
) -> Outcome:
    """Ask `system` every query and measure its first `depth` documents.

    Ctrl+C ends it, as do the system's own errors: nothing is caught. With a depth below
    100, `r@100` is the recall of fewer.

    Raises:
        ValueError: The system ranked a document twice, which no metric allows for.
    """
    measured = []
    for query in query_set.queries:
        measured.append(_measured(query, system.rank(query, depth)))
        if on_progress:
            on_progress(len(measured), len(query_set.queries))
    return Outcome(system.name, tuple(measured))


def _measured(query: EvaluationQuery, ranking: Ranking) -> Measured:
    ranked = [document for document, _ in ranking.documents]
    if len(set(ranked)) < len(ranked):
        raise ValueError(f"a document was ranked twice for the query {query.id!r}")
    if query.unanswerable:
        return Measured(query, ranking, {})
    values = {name: of(ranked, query.relevant) for name, of in METRICS.items()}
    return Measured(query, ranking, values)


def write_run(
    path: Path, run: Mapping[str, Sequence[tuple[str, float]]], tag: str
) -> None:
    """Write rankings, best first, as a TREC run file, for trec_eval and its kin.

    One line a document: `query Q0 document rank score tag`. trec_eval ignores the rank
    column: it sorts by score, ties by document id, descending. It also reads scores as
    32-bit floats. Scores are therefore written strictly decreasing in that precision,
    so that it sees the order given.

    Raises:
        EvaluationError: An id or the tag is empty or contains white space, or the file
            cannot be written.
    """
    _check_column("tag", tag)
    lines = [
        line for query, ranked in run.items() for line in _run_lines(query, ranked)
    ]
    try:
        text = "".join(f"{line} {tag}\n" for line in lines)
        write_private(path, text.encode())
    except OSError as error:
        reason = error.strerror or error
        raise EvaluationError(f"cannot write the run file {path}: {reason}") from error


def decreasing(scores: Sequence[float]) -> Iterator[float]:
    """`scores` as 32-bit floats, each below the one before it.

    A score that is not below the one before it becomes the next smaller float.
    """
    import numpy as np

    lowest = np.float32(-np.inf)
    before = np.float32(np.inf)
    for score in scores:
        own = np.float32(score)
        before = own if own < before else np.nextafter(before, lowest)
        yield float(before)


def _run_lines(query: str, ranked: Sequence[tuple[str, float]]) -> Iterator[str]:
    _check_column("query id", query)
    scores = decreasing([score for _, score in ranked])
    for rank, ((document, _), score) in enumerate(
        zip(ranked, scores, strict=True), start=1
    ):
        _check_column("document id", document)
        yield f"{query} Q0 {document} {rank} {score:.9g}"


def _check_column(kind: str, name: str) -> None:
    if name.split() != [name]:
        raise EvaluationError(
            f"a run file cannot contain the {kind} {name!r}: its columns are separated "
            "by white space; rename it"
        )
