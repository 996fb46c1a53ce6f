"""Every query is asked and measured; sums equal those added by hand."""

import pytest

from ragtui_core.errors import EvaluationError
from ragtui_eval.evaluation_records import p_value, record_of
from ragtui_eval.measurement import Ranking, System, measure
from ragtui_eval.query_set import EvaluationQuery, QuerySet
from support.evaluations import CONDITIONS, QUERIES, record, system

PERFECT = {"q1": ["a.md"], "q2": ["b.md", "c.md"]}
POOR = {"q1": ["x.md", "a.md"], "q2": ["x.md"]}


def means(answers: dict[str, list[str]], doubts: list[str]) -> dict[str, float]:
    metrics = record(answers, doubts=doubts).metrics
    return {name: estimate.mean for name, estimate in metrics.items()}


def test_a_perfect_system_has_perfect_marks() -> None:
    metrics = record(PERFECT).metrics
    for name in ("ndcg@10", "mrr@10", "r@5", "r@10", "r@100"):
        estimate = metrics[name]
        assert (estimate.mean, estimate.low, estimate.high) == (1.0, 1.0, 1.0)
    assert metrics["p@5"].mean == pytest.approx((1 / 5 + 2 / 5) / 2)
    assert metrics["p@10"].mean == pytest.approx((1 / 10 + 2 / 10) / 2)


def test_means_are_over_the_queries_that_a_measure_applies_to() -> None:
    found = record(POOR)
    assert len(found.per_query) == 3
    assert found.metrics["mrr@10"].mean == pytest.approx((1 / 2 + 0) / 2)
    assert found.metrics["mrr@10"].low == 0.0
    assert found.metrics["mrr@10"].high == 0.5


def test_empty_results_are_counted_over_all_queries() -> None:
    assert means(PERFECT, [])["empty"] == pytest.approx(1 / 3, abs=1e-6)
    assert means({}, [])["empty"] == 1.0


def test_the_depth_limits_what_is_asked_for() -> None:
    found = measure(system(PERFECT), QUERIES, depth=1)
    assert [result.values.get("r@100") for result in found] == [1.0, 0.5, None]


def test_the_system_gets_the_query_with_all_its_circumstances() -> None:
    query = EvaluationQuery("q", "text", {"a.md": 1}, filters=("tag:x",))
    asked: list[tuple[EvaluationQuery, int]] = []

    def rank(query: EvaluationQuery, depth: int) -> Ranking:
        asked.append((query, depth))
        return Ranking((), low_confidence=False, seconds=0.0, values={"own": 0.5})

    (result,) = measure(System("s", rank), QuerySet("n", (query,)), 7)
    assert asked == [(query, 7)]
    assert result.values["own"] == 0.5


@pytest.mark.parametrize(
    ("doubts", "precision", "recall", "false"),
    [
        (["q3"], 1.0, 1.0, 0.0),
        (["q1", "q3"], 0.5, 1.0, 0.5),
        (["q1"], 0.0, 0.0, 0.5),
        ([], None, 0.0, 0.0),
    ],
)
def test_low_confidence_counts_as_no_answer(
    doubts: list[str], precision: float | None, recall: float, false: float
) -> None:
    found = means(PERFECT, doubts)
    assert found.get("abstention precision") == precision
    assert (found["abstention recall"], found["false alarms"]) == (recall, false)


def test_a_set_without_answers_has_no_measures_of_ranks() -> None:
    hopeless = QuerySet("n", QUERIES.queries[2:])
    found = record_of("x", measure(system({}, doubts=["q3"]), hopeless, 10), CONDITIONS)
    assert set(found.metrics) == {"abstention precision", "abstention recall", "empty"}


def test_latency_is_in_milliseconds() -> None:
    many = QuerySet(
        "n", tuple(EvaluationQuery(str(n), "t", {"a": 1}) for n in range(101))
    )
    slow = system({}, seconds=lambda query: int(query) / 1000)
    latency = record_of("x", measure(slow, many, 10), CONDITIONS).latency_ms
    assert (latency["p50"], latency["p95"]) == pytest.approx((50.0, 95.0))


def test_an_empty_set_is_an_error() -> None:
    with pytest.raises(EvaluationError, match="no queries"):
        record_of("x", measure(system({}), QuerySet("n", ()), 10), CONDITIONS)


def test_systems_are_compared_over_the_queries_that_both_have() -> None:
    perfect, poor = record(PERFECT).per_query, record(POOR).per_query
    assert p_value(perfect, perfect) == 1.0
    assert p_value(perfect, poor) == pytest.approx(0.5)
    assert p_value(perfect, {"other": {"ndcg@10": 1.0}}) is None
