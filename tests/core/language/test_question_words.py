"""The words of a question."""

import pytest

from ragtui_core.language.question_words import Overlap, terms_of_text


def test_words_are_those_of_the_index() -> None:
    assert {"impel", "pars", "config", "北京"} <= terms_of_text(
        "Impellers parseConfig 北京"
    )


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
