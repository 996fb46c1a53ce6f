"""Which passage a claim rests on."""

import pytest

from ragtui_core.answer.mark_citations import supporting_passage
from support.answer_requests import excerpted

NOTE = excerpted(
    "pump.md",
    "# Pump\n\nThe pump is blue. Its impeller is changed every second winter.\n\n"
    "- Oil: 2 litres\n\n| part | price |\n|---|---|\n| seal | 12 |\n| valve | 31 |\n",
)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Its second winter", "Its impeller is changed every second winter."),
        ("The price of a valve is 31", "| valve | 31 |"),
        ("It takes two litres of oil", "- Oil: 2 litres"),
        ("Whales sing at night", None),
        ("", None),
    ],
)
def test_the_passage_that_shares_most_words(claim: str, passage: str | None) -> None:
    found = supporting_passage(claim, NOTE)
    assert (found.span.of(NOTE.document.text) if found else None) == passage
