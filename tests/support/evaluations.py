"""Systems whose answers are known, and what was measured of them."""

from collections.abc import Callable, Mapping, Sequence

from ragtui_eval.evaluation_records import Record, record_of
from ragtui_eval.measurement import QueryResult, Rank, measure
from ragtui_eval.query_set import EvaluationQuery, QuerySet

Answers = Mapping[str, Sequence[str]]
"""Query id to the documents found, best first."""

QUERIES = QuerySet(
    name="pumps",
    queries=(
        EvaluationQuery("q1", "impeller", {"a.md": 1}),
        EvaluationQuery("q2", "valve", {"b.md": 2, "c.md": 1}),
        EvaluationQuery("q3", "the price of tea", {}, unanswerable=True),
    ),
)


def system(
    answers: Answers,
    *,
    doubts: Sequence[str] = (),
    seconds: Callable[[str], float] = lambda _: 0.01,
) -> Rank:
    """A system that finds `answers` and has low confidence in those of `doubts`."""

    def rank(query: EvaluationQuery) -> QueryResult:
        found = answers.get(query.id, ())
        doubt, took = query.id in doubts, seconds(query.id)
        return QueryResult(query.id, {}, took, found, low_confidence=doubt)

    return rank


def results(answers: Answers, *, doubts: Sequence[str] = ()) -> list[QueryResult]:
    """What is measured of such a system on QUERIES."""
    return measure(system(answers, doubts=doubts), QUERIES)


CONDITIONS = {
    "set": "pumps",
    "split": "test",
    "settings": {"sample": None},
    "versions": {"ragtui": "1.2.3"},
    "data_sha256": "ab" * 32,
}


def record(
    answers: Answers, *, name: str = "keyword", doubts: Sequence[str] = ()
) -> Record:
    """The record of such an evaluation."""
    return record_of(name, results(answers, doubts=doubts), CONDITIONS)
