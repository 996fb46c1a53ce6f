"""The metrics are trec_eval's, to the last digit that matters."""

import math

import pytest
import pytrec_eval
from hypothesis import given, strategies as st

from ragtui_eval.measurement import decreasing
from ragtui_eval.metrics import ndcg, precision, recall, reciprocal_rank

DOCUMENTS = st.sampled_from([f"d{number}" for number in range(40)])
RANKED = st.lists(DOCUMENTS, unique=True, max_size=30)
JUDGED = st.dictionaries(DOCUMENTS, st.integers(0, 4), min_size=1, max_size=25)
CUTS = (1, 5, 10, 100)


def trec_eval(ranked: list[str], judged: dict[str, int]) -> dict[str, float]:
    cuts = ",".join(map(str, CUTS))
    measures = {f"ndcg_cut.{cuts}", f"P.{cuts}", f"recall.{cuts}", "recip_rank"}
    evaluator = pytrec_eval.RelevanceEvaluator({"q": judged}, measures)
    scores = decreasing([1.0] * len(ranked))
    run = {"q": dict(zip(ranked, scores, strict=True))}
    values: dict[str, float] = evaluator.evaluate(run)["q"]
    return values


@given(RANKED, JUDGED)
def test_every_metric_equals_trec_eval(
    ranked: list[str], judged: dict[str, int]
) -> None:
    expected = trec_eval(ranked, judged)
    for k in CUTS:
        own = (
            ndcg(ranked, judged, k),
            precision(ranked, judged, k),
            recall(ranked, judged, k),
        )
        names = (f"ndcg_cut_{k}", f"P_{k}", f"recall_{k}")
        assert own == pytest.approx([expected[name] for name in names], abs=1e-12)
    whole = max(len(ranked), 1)
    assert reciprocal_rank(ranked, judged, whole) == expected["recip_rank"]


@given(RANKED, JUDGED, st.integers(1, 12))
def test_reciprocal_rank_looks_no_deeper_than_asked(
    ranked: list[str], judged: dict[str, int], k: int
) -> None:
    cut = trec_eval(ranked[:k], judged)["recip_rank"]
    assert reciprocal_rank(ranked, judged, k) == cut


@given(RANKED, JUDGED)
def test_documents_judged_not_relevant_change_nothing(
    ranked: list[str], judged: dict[str, int]
) -> None:
    relevant = {document: grade for document, grade in judged.items() if grade > 0}
    for metric in (ndcg, precision, recall, reciprocal_rank):
        assert metric(ranked, judged, 10) == metric(ranked, relevant, 10)


def test_a_worked_example() -> None:
    ranked, relevant = ["a", "b", "c"], {"b": 2, "c": 1, "z": 1}
    gained = 2 / math.log2(3) + 1 / math.log2(4)
    ideal = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg(ranked, relevant, 10) == pytest.approx(gained / ideal)
    assert reciprocal_rank(ranked, relevant, 10) == 0.5
    assert precision(ranked, relevant, 5) == 2 / 5
    assert recall(ranked, relevant, 10) == 2 / 3


@pytest.mark.parametrize("metric", [ndcg, precision, recall, reciprocal_rank])
def test_finding_nothing_scores_zero(metric: object) -> None:
    assert callable(metric)
    assert metric([], {"a": 1}, 10) == 0.0
    assert metric(["a"], {}, 10) == 0.0
