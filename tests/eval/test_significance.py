"""Intervals that cover, and a test that neither cries wolf nor sleeps."""

import itertools

import numpy as np
import pytest

from ragtui_eval.significance import bootstrap_interval, paired_test


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
