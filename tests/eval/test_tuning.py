"""The tuner: what it chooses, and what it says of held-out queries."""

from collections.abc import Mapping
from typing import Any

import pytest

from ragtui_eval.tuning import Tuner

GRID = {"a": (0, 1, 2), "b": (0, 1)}


def test_the_best_values_are_found_and_are_best_for_other_queries() -> None:
    def measure(settings: Mapping[str, Any]) -> list[list[float]]:
        return [[0.1 * settings["a"] + 0.2 * settings["b"]] * 10]

    tuned = Tuner(measure, GRID).tune({"a": 0, "b": 0}, folds=5)
    assert tuned.winners == {"a": 2, "b": 1}
    assert tuned.before == pytest.approx(0.0)
    assert tuned.after == pytest.approx(0.4)
    assert [(t.key, t.value) for t in tuned.trials if t.mean > 0.15] == [
        ("a", 2),
        ("b", 1),
    ]


def test_a_gain_by_chance_does_not_show_on_held_out_queries() -> None:
    # Value n suits query n alone: whatever other queries choose is wrong for it.
    def measure(settings: Mapping[str, Any]) -> list[list[float]]:
        chosen = settings["a"]
        return [[0.5 if chosen is None else float(chosen == n) for n in range(4)]]

    grid: dict[str, tuple[Any, ...]] = {"a": (None, 0, 1, 2, 3)}
    tuned = Tuner(measure, grid).tune({"a": None}, folds=4)
    assert tuned.winners == {}
    assert tuned.after <= tuned.before


def test_sets_count_alike_however_large() -> None:
    # What helps the 2 queries of the small set costs the 20 of the large one half.
    def measure(settings: Mapping[str, Any]) -> list[list[float]]:
        return [[0.5 - 0.1 * settings["a"]] * 20, [0.2 * settings["a"]] * 2]

    grid = {"a": (0, 1, 2)}
    tuned = Tuner(measure, grid).tune({"a": 0}, folds=2)
    assert tuned.winners == {"a": 2}
    assert [tuple(map(float, pair)) for pair in tuned.of_sets] == [
        pytest.approx((0.5, 0.3)),
        pytest.approx((0.0, 0.4)),
    ]
    assert [tuple(pair) for pair in tuned.of_folds] == [pytest.approx((0.25, 0.35))] * 2


def test_a_gain_within_one_standard_error_changes_nothing() -> None:
    gains = [0.3, -0.25] * 5

    def measure(settings: Mapping[str, Any]) -> list[list[float]]:
        return [[0.5 + settings["a"] * gain for gain in gains]]

    assert Tuner(measure, {"a": (0, 1)}).tune({"a": 0}, folds=2).winners == {}
