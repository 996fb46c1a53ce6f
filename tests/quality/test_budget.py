"""Figures of the code only fall: their ceilings are in `budget.toml` (CONTRIBUTING)."""

import sys
import tomllib

import pytest
from benchmarks import budget

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
