"""Measures of rankings are trec_eval's, in the order that the system gave."""

import math
import sys

import pytest

from ragtui_core.errors import EvaluationError
from ragtui_eval.measurement import abstention_values, rank_values


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


def test_the_first_ten_count_for_the_reciprocal_rank() -> None:
    ranked = [f"d{n}" for n in range(12)]
    values = rank_values(
        {"in": ranked, "out": ranked, "none": []},
        {"in": {"d9": 1}, "out": {"d10": 1}, "none": {"d1": 1}},
    )
    assert [values[query]["mrr@10"] for query in values] == [0.1, 0.0, 0.0]


def test_of_no_rankings_nothing_is_measured() -> None:
    assert rank_values({}, {}) == {}


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(EvaluationError, match=r"pip install 'ragtui\[eval\]'"):
        rank_values({"q": ["a"]}, {"q": {"a": 1}})


@pytest.mark.parametrize(
    ("refused", "unanswerable", "values"),
    [
        (True, True, {"abstention precision": 1.0, "abstention recall": 1.0}),
        (True, False, {"abstention precision": 0.0, "false alarms": 1.0}),
        (False, True, {"abstention recall": 0.0}),
        (False, False, {"false alarms": 0.0}),
    ],
)
def test_abstentions_are_right_of_queries_without_an_answer(
    refused: bool, unanswerable: bool, values: dict[str, float]
) -> None:
    assert abstention_values(refused, unanswerable) == values
