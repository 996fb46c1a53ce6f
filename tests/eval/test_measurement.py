"""Every query is asked and measured; sums equal those added by hand."""

import pytest

from ragtui_core.errors import EvaluationError
from ragtui_eval.measurement import METRICS, Ranking, System, measure
from ragtui_eval.query_set import EvaluationQuery, QuerySet
from ragtui_eval.summary import Abstention, p_values, summarise
from support.evaluations import QUERIES, outcome, system

PERFECT = {"q1": ["a.md"], "q2": ["b.md", "c.md"]}
POOR = {"q1": ["x.md", "a.md"], "q2": ["x.md"]}


def test_a_perfect_system_has_perfect_marks() -> None:
    summary = summarise(outcome(PERFECT))
    assert summary.metrics.keys() == METRICS.keys()
    for name in ("ndcg@10", "mrr@10", "r@5", "r@10", "r@100"):
        estimate = summary.metrics[name]
        assert (estimate.mean, estimate.low, estimate.high) == (1.0, 1.0, 1.0)
    assert summary.metrics["p@5"].mean == pytest.approx((1 / 5 + 2 / 5) / 2)
    assert summary.metrics["p@10"].mean == pytest.approx((1 / 10 + 2 / 10) / 2)


def test_means_are_over_the_answerable_queries_only() -> None:
    summary = summarise(outcome(POOR))
    assert summary.queries == 3
    assert summary.metrics["mrr@10"].mean == pytest.approx((1 / 2 + 0) / 2)
    assert summary.metrics["mrr@10"].low == 0.0
    assert summary.metrics["mrr@10"].high == 0.5


def test_empty_results_are_counted_over_all_queries() -> None:
    assert summarise(outcome(PERFECT)).empty == pytest.approx(1 / 3)
    assert summarise(outcome({})).empty == 1.0


def test_the_depth_limits_what_is_asked_for() -> None:
    found = measure(system(PERFECT), QUERIES, depth=1)
    assert found.values("r@100") == [1.0, 0.5]


def test_progress_is_reported_after_each_query() -> None:
    reported: list[tuple[int, int]] = []
    measure(system(PERFECT), QUERIES, 10, lambda done, of: reported.append((done, of)))
    assert reported == [(1, 3), (2, 3), (3, 3)]


def test_the_system_gets_the_query_with_all_its_circumstances() -> None:
    query = EvaluationQuery("q", "text", {"a.md": 1}, filters=("tag:x",))
    asked: list[tuple[EvaluationQuery, int]] = []

    def rank(query: EvaluationQuery, depth: int) -> Ranking:
        asked.append((query, depth))
        return Ranking((), low_confidence=False, seconds=0.0)

    measure(System("s", rank), QuerySet("n", (query,)), 7)
    assert asked == [(query, 7)]


def test_the_interrupt_key_ends_it() -> None:
    def rank(query: EvaluationQuery, depth: int) -> Ranking:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(System("s", rank), QUERIES, 10)


def test_a_ranking_with_repeats_is_refused() -> None:
    with pytest.raises(ValueError, match="twice for the query 'q1'"):
        measure(system({"q1": ["a.md", "a.md"]}), QUERIES, 10)


@pytest.mark.parametrize(
    ("doubts", "expected"),
    [
        (["q3"], Abstention(precision=1.0, recall=1.0, false_alarms=0.0)),
        (["q1", "q3"], Abstention(precision=0.5, recall=1.0, false_alarms=0.5)),
        (["q1"], Abstention(precision=0.0, recall=0.0, false_alarms=0.5)),
        ([], Abstention(precision=None, recall=0.0, false_alarms=0.0)),
    ],
)
def test_low_confidence_counts_as_no_answer(
    doubts: list[str], expected: Abstention
) -> None:
    assert summarise(outcome(PERFECT, doubts=doubts)).abstention == expected


def test_without_unanswerable_queries_there_is_no_word_of_abstention() -> None:
    answerable = QuerySet("n", QUERIES.queries[:2])
    found = measure(system(PERFECT, doubts=["q1"]), answerable, 10)
    assert summarise(found).abstention is None


def test_a_set_without_answers_measures_abstention_only() -> None:
    hopeless = QuerySet("n", QUERIES.queries[2:])
    summary = summarise(measure(system({}, doubts=["q3"]), hopeless, 10))
    assert summary.metrics == {}
    assert summary.abstention == Abstention(1.0, 1.0, None)


def test_latency_is_in_milliseconds() -> None:
    many = QuerySet(
        "n", tuple(EvaluationQuery(str(n), "t", {"a": 1}) for n in range(101))
    )
    slow = system({}, seconds=lambda query: int(query) / 1000)
    latency = summarise(measure(slow, many, 10)).latency_ms
    assert (latency.p50, latency.p95) == pytest.approx((50.0, 95.0))


def test_an_empty_set_is_an_error() -> None:
    with pytest.raises(EvaluationError, match="no queries"):
        summarise(measure(system({}), QuerySet("n", ()), 10))


def test_each_system_is_tested_against_the_baseline() -> None:
    p = p_values([outcome(PERFECT), outcome(PERFECT, name="same")], "keyword")
    assert p == {"same": 1.0}
    with pytest.raises(EvaluationError, match="'nope' was not measured"):
        p_values([outcome(PERFECT)], "nope")
