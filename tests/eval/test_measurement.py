"""Every query is asked and measured; sums equal those added by hand."""

import itertools
import math

import numpy as np
import pytest

from ragtui_core.errors import EvaluationError
from ragtui_eval.evaluation_records import p_value, record_of
from ragtui_eval.measurement import QueryResult, measure, rank_values
from ragtui_eval.query_set import EvaluationQuery, QuerySet
from ragtui_eval.significance import bootstrap_interval, paired_test
from support.evaluations import CONDITIONS, record, system

PERFECT = {"q1": ["a.md"], "q2": ["b.md", "c.md"]}
POOR = {"q1": ["x.md", "a.md"], "q2": ["x.md"]}


def means(answers: dict[str, list[str]], doubts: list[str]) -> dict[str, float]:
    metrics = record(answers, doubts=doubts).metrics
    return {name: estimate.mean for name, estimate in metrics.items()}


def test_means_are_over_the_queries_that_a_measure_applies_to() -> None:
    found = record(POOR)
    assert len(found.per_query) == 3
    assert found.metrics["mrr@10"].mean == pytest.approx((1 / 2 + 0) / 2)
    assert found.metrics["mrr@10"].low == 0.0
    assert found.metrics["mrr@10"].high == 0.5


def test_empty_results_are_counted_over_all_queries() -> None:
    assert means(PERFECT, [])["empty"] == pytest.approx(1 / 3, abs=1e-6)
    assert means({}, [])["empty"] == 1.0


def test_the_system_gets_the_query_with_all_its_circumstances() -> None:
    query = EvaluationQuery("q", "text", {"a.md": 1}, filters=("tag:x",))
    asked: list[EvaluationQuery] = []

    def rank(query: EvaluationQuery) -> QueryResult:
        asked.append(query)
        return QueryResult(query.id, {}, seconds=0.0)

    measure(rank, QuerySet("n", (query,)))
    assert asked == [query]


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


def test_latency_is_in_milliseconds() -> None:
    many = QuerySet(
        "n", tuple(EvaluationQuery(str(n), "t", {"a": 1}) for n in range(101))
    )
    slow = system({}, seconds=lambda query: int(query) / 1000)
    latency = record_of("x", measure(slow, many), CONDITIONS).latency_ms
    assert (latency["p50"], latency["p95"]) == pytest.approx((50.0, 95.0))


def test_an_empty_set_is_an_error() -> None:
    with pytest.raises(EvaluationError, match="no queries"):
        record_of("x", measure(system({}), QuerySet("n", ())), CONDITIONS)


def test_systems_are_compared_over_the_queries_that_both_have() -> None:
    perfect, poor = record(PERFECT).per_query, record(POOR).per_query
    assert p_value(perfect, perfect) == 1.0
    assert p_value(perfect, poor) == pytest.approx(0.5)
    assert p_value(perfect, {"other": {"ndcg@10": 1.0}}) is None


def test_a_worked_example() -> None:
    (values,) = rank_values(
        {"q": ["a", "b", "c"]}, {"q": {"b": 2, "c": 1, "z": 1}}
    ).values()
    gained = 2 / math.log2(3) + 1 / math.log2(4)
    ideal = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert values == pytest.approx(
        {
            "ndcg@10": gained / ideal,
            "mrr@10": 0.5,
            "p@5": 2 / 5,
            "p@10": 2 / 10,
            "r@5": 2 / 3,
            "r@10": 2 / 3,
            "r@100": 2 / 3,
        }
    )


def test_the_interval_is_that_of_the_normal_theory_for_many_values() -> None:
    values = np.random.default_rng(1).normal(0.5, 0.1, 2000).tolist()
    low, high = bootstrap_interval(values)
    mean, error = np.mean(values), np.std(values) / np.sqrt(len(values))
    assert low == pytest.approx(mean - 1.96 * error, abs=error / 10)
    assert high == pytest.approx(mean + 1.96 * error, abs=error / 10)


def test_p_is_that_of_all_sign_flips() -> None:
    a = [0.9, 0.8, 0.4, 0.7, 0.9, 0.6, 0.5, 1.0]
    b = [0.5, 0.7, 0.5, 0.6, 0.4, 0.6, 0.3, 0.5]
    differences = np.subtract(a, b)
    sums = [
        abs(np.dot(signs, differences))
        for signs in itertools.product((-1, 1), repeat=len(a))
    ]
    exact = np.mean(np.array(sums) >= abs(differences.sum()) - 1e-9)
    assert paired_test(a, b) == pytest.approx(exact, abs=0.01)


def test_only_systems_that_differ_are_significantly_different() -> None:
    values = np.random.default_rng(2).random(200)
    assert paired_test(values.tolist(), values.tolist()) == 1.0
    better = (values + 0.2).tolist()
    assert paired_test(better, values.tolist()) == pytest.approx(1 / 10_001)


def test_values_of_different_queries_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="2 and 1"):
        paired_test([1.0, 2.0], [1.0])
