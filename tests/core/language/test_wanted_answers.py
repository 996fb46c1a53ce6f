"""What a question wants to know, and which texts tell it."""

import pytest

from ragtui_core.language.wanted_answers import Wanted, names, wanted_by


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Who is Ute?", Wanted.PERSON),
        ("wie viel hat die Reise gekostet?", Wanted.NUMBER),
        ("wie schwer ist das Paket?", Wanted.NUMBER),
        ("How heavy is the parcel?", Wanted.NUMBER),
        ("wann ist die Reise?", Wanted.TIME),
        ("wie ist die Reise gewesen?", None),
    ],
)
def test_the_word_with_which_a_question_begins_wants_something(
    question: str, wanted: Wanted | None
) -> None:
    assert wanted_by(question) is wanted


def test_the_numbers_of_a_date_are_no_other_number() -> None:
    question = "How much did the lenses cost?"
    assert not names(Wanted.NUMBER, "Order the lenses (done 2026-11-09)", question)
    assert names(Wanted.NUMBER, "On 2026-11-09 the lenses were 40 euros", question)
