"""Which questions say the same in other words."""

import pytest

from ragtui_core.history.statistics import (
    LoggedQuestion,
    is_rephrased,
    rephrasings,
)
from support.log import after

PAINT = "What colour is the pump painted?"


@pytest.mark.parametrize(
    ("before", "then", "expected"),
    [
        (PAINT, "Which colour is the pump?", True),
        (PAINT, "pump paint colours", True),
        (PAINT, "what  colour is the PUMP painted?", False),  # the same once more
        (PAINT, "When does the ferry leave?", False),
        ("What is the price of a seal?", "What is the price of a belt?", False),
        ("Is it?", "Was it so?", False),  # no telling word at all
        ("", "", False),
    ],
)
def test_two_questions(before: str, then: str, expected: bool) -> None:
    first, second = (
        LoggedQuestion("/a", after(0), before),
        LoggedQuestion("/a", after(1), then),
    )
    assert is_rephrased(first, second) is expected


def test_ten_minutes_are_the_limit() -> None:
    first = LoggedQuestion("/a", after(0), PAINT)
    assert is_rephrased(first, LoggedQuestion("/a", after(10), "pump colour"))
    assert not is_rephrased(first, LoggedQuestion("/a", after(10.01), "pump colour"))


def test_another_vault_is_another_matter() -> None:
    first = LoggedQuestion("/a", after(0), PAINT)
    assert not is_rephrased(first, LoggedQuestion("/b", after(1), "pump colour"))


def test_a_sequence_lasts_while_each_query_rephrases_the_previous() -> None:
    asked = [
        LoggedQuestion("/a", after(0), "ferry times"),
        LoggedQuestion("/a", after(1), PAINT),
        LoggedQuestion("/a", after(9), "pump colour"),
        LoggedQuestion("/a", after(18), "colour of the pump?"),
        LoggedQuestion("/a", after(19), "belt"),
        LoggedQuestion("/b", after(0), "seal price"),
        LoggedQuestion("/b", after(1), "price of the seal"),
    ]
    rows = list(rephrasings(asked))
    assert [row.questions for row in rows] == [
        (PAINT, "pump colour", "colour of the pump?"),
        ("seal price", "price of the seal"),
    ]
    assert [(row.vault, row.first) for row in rows] == [
        ("/a", after(1)),
        ("/b", after(0)),
    ]


def test_no_questions_make_no_row() -> None:
    assert list(rephrasings([])) == []
