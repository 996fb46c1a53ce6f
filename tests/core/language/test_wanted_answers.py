"""What a question wants to know, and which texts tell it."""

from ragtui_core.language.wanted_answers import Wanted, names


def test_the_numbers_of_a_date_are_no_other_number() -> None:
    question = "How much did the lenses cost?"
    assert not names(Wanted.NUMBER, "Order the lenses (done 2026-11-09)", question)
    assert names(Wanted.NUMBER, "On 2026-11-09 the lenses were 40 euros", question)
