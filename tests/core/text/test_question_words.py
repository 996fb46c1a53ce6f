"""The words of a question, and what kind of answer it expects."""

import pytest

from ragtui_core.answer.providers.extractive.evidence import (
    AnswerType,
    contains_type,
    expected_type,
)
from ragtui_core.text.question_words import (
    Overlap,
    distinctive_terms,
    names_and_numbers,
    terms_of_text,
)


def test_words_are_those_of_the_index() -> None:
    assert {"impel", "pars", "config", "北京"} <= terms_of_text(
        "Impellers parseConfig 北京"
    )


def test_function_words_carry_no_meaning() -> None:
    assert distinctive_terms("How often is the impeller replaced?") == [
        "impel",
        "replac",
    ]


def test_names_and_numbers_are_what_must_be_there() -> None:
    assert names_and_numbers("Did Rosa order E-709?") == {"rosa", "709"}
    assert names_and_numbers("Who painted it?") == set()


def test_rare_words_weigh_more() -> None:
    texts = [
        terms_of_text("the pump is blue"),
        terms_of_text("the pump"),
        terms_of_text("a pump"),
    ]
    overlap = Overlap("is the pump blue", texts)
    assert overlap.share({"blue"}) > overlap.share({"pump"})
    assert overlap.share(terms_of_text("blue pumps")) == pytest.approx(1.0)
    assert overlap.share({"blue", "pump"}, without={"blue"}) < 0.5


def test_a_question_of_function_words_has_no_terms() -> None:
    assert Overlap("who is it", [frozenset({"pump"})]).share({"pump"}) == 0.0


@pytest.mark.parametrize(
    ("question", "kind", "present", "lacking"),
    [
        (
            "How many boats are there?",
            AnswerType.NUMBER,
            "We have two.",
            "We have some.",
        ),
        ("When does it leave?", AnswerType.DATE, "At 7:15.", "From the pier."),
        ("Who repairs it?", AnswerType.NAME, "Ask Rosa.", "ask a friend"),
        ("Why is it blue?", AnswerType.ANYTHING, "because", ""),
    ],
)
def test_the_kind_of_answer(
    question: str, kind: AnswerType, present: str, lacking: str
) -> None:
    assert expected_type(question) is kind
    assert contains_type(kind, present, question)
    assert contains_type(kind, lacking, question) is (kind is AnswerType.ANYTHING)


def test_a_name_that_was_asked_about_is_no_answer() -> None:
    question = "Who works with Rosa?"
    assert not contains_type(AnswerType.NAME, "Rosa", question)
