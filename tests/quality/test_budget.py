"""Figures of the code only fall: their ceilings are in `budget.toml` (CONTRIBUTING)."""

import sys
import tomllib

import pytest
from benchmarks import budget

MODULE = """
import re

LIMIT = 20
SHARES = {"a": (0.5, True)}
WORDS = ("a", "b")
IS_ON = True
NUMBER = re.compile(r"[0-9]")

def one() -> None:
    import json

    def inner() -> None:
        from a import b

    local = 3
"""


def test_what_is_counted_in_a_module() -> None:
    assert budget.counts([MODULE, "X: float = -1.5\n"]) == {
        "compiled patterns": 1,
        "numeric constants": 3,
        "imports in functions": 2,
    }


def test_a_figure_above_its_ceiling_is_found() -> None:
    ceilings = {"lines": {"a": 100, "b": 100}, "flows": {"search": 200}}
    now = {"lines": {"a": 100, "b": 101, "new": 1}, "flows": {"search": 201}}
    assert budget.exceeded(now, ceilings) == [
        "lines: b: 101 (at most 100)",
        "lines: new: 1 (at most 0)",
    ]
    assert budget.exceeded({"flows": {"search": 203}}, ceilings) != []


def test_a_figure_that_fell_is_to_be_written_down() -> None:
    ceilings = {"lines": {"a": 100, "b": 100, "gone": 7}, "seconds": {"tests": 300}}
    now = {"lines": {"a": 98, "b": 97}}
    assert budget.fallen(now, ceilings) == [
        "lines: b: 97 (written down: 100)",
        "lines: gone: 0 (written down: 7)",
    ]


def test_the_file_is_only_lowered() -> None:
    text = "# Why.\n[lines]\na = 100\nb = 100\ngone = 7\n[seconds]\ntests = 300\n"
    now = {"lines": {"a": 120, "b": 90}}
    lower = budget.lowered(text, now)
    assert lower.startswith("# Why.\n")
    assert tomllib.loads(lower) == {
        "lines": {"a": 100, "b": 90},
        "seconds": {"tests": 300},
    }


@pytest.mark.parametrize("row", ["search: functions entered    550.000 functions "])
def test_what_a_benchmark_prints_is_read(row: str) -> None:
    assert budget.MEASURED.findall(row) == [("search: functions entered", "550.000")]


CEILINGS = tomllib.loads(budget.FILE.read_text("utf-8"))


def test_no_figure_is_above_its_ceiling() -> None:
    assert budget.exceeded(budget.of_texts(), CEILINGS) == []


def test_figures_that_fell_are_written_down() -> None:
    assert budget.fallen(budget.of_texts(), CEILINGS) == [], "run `just budget --lower`"


@pytest.mark.lint  # Beside other tests a search takes other branches.
def test_flows_enter_no_more_functions() -> None:
    now = {"flows": budget.flows()}
    assert budget.exceeded(now, CEILINGS) == []
    if sys.version_info < (3, 12):  # Later on comprehensions enter no function.
        assert budget.fallen(now, CEILINGS) == [], "run `just budget --lower`"
