"""The words of a question, and what kind of answer it expects."""

import pytest

from ragtui_core.answer.expecting import Expected, expected, holds
from ragtui_core.answer.words import (
    Overlap,
    names_and_numbers,
    telling_words,
    words_of,
)


def test_words_are_those_of_the_index() -> None:
    assert {"impel", "pars", "config", "北京"} <= words_of("Impellers parseConfig 北京")


def test_function_words_tell_nothing() -> None:
    assert telling_words("How often is the impeller replaced?") == ["impel", "replac"]


def test_names_and_numbers_are_what_must_be_there() -> None:
    assert names_and_numbers("Did Rosa order E-709?") == {"rosa", "709"}
    assert names_and_numbers("Who painted it?") == set()


def test_rare_words_weigh_more() -> None:
    texts = [words_of("the pump is blue"), words_of("the pump"), words_of("a pump")]
    overlap = Overlap("is the pump blue", texts)
    assert overlap.share({"blue"}) > overlap.share({"pump"})
    assert overlap.share(words_of("blue pumps")) == pytest.approx(1.0)
    assert overlap.share({"blue", "pump"}, without={"blue"}) < 0.5


def test_a_question_without_telling_words_holds_nothing() -> None:
    assert Overlap("who is it", [frozenset({"pump"})]).share({"pump"}) == 0.0


@pytest.mark.parametrize(
    ("question", "kind", "held", "lacking"),
    [
        ("How many boats are there?", Expected.NUMBER, "We have two.", "We have some."),
        ("When does it leave?", Expected.DATE, "At 7:15.", "From the pier."),
        ("Who repairs it?", Expected.NAME, "Ask Rosa.", "ask a friend"),
        ("Why is it blue?", Expected.ANYTHING, "because", ""),
    ],
)
def test_the_kind_of_answer(
    question: str, kind: Expected, held: str, lacking: str
) -> None:
    assert expected(question) is kind
    assert holds(kind, held, question)
    assert holds(kind, lacking, question) is (kind is Expected.ANYTHING)


def test_a_name_that_was_asked_about_is_no_answer() -> None:
    question = "Who works with Rosa?"
    assert not holds(Expected.NAME, "Rosa", question)
