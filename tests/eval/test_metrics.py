"""Measures of rankings are trec_eval's, in the order that the system gave."""

import math
import sys

import pytest

from ragtui_core.errors import EvaluationError
from ragtui_eval.measurement import rank_values


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


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(EvaluationError, match=r"pip install 'ragtui\[eval\]'"):
        rank_values({"q": ["a"]}, {"q": {"a": 1}})
