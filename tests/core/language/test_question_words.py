"""The words of a question."""

import pytest

from ragtui_core.language.question_words import (
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
    assert distinctive_terms("Wo hängt der Schlüssel?") == ["hangt", "schlussel"]


def test_names_and_numbers_are_what_must_be_there() -> None:
    assert names_and_numbers("Did Rosa order E-709?") == {"rosa", "709"}
    assert names_and_numbers("Who painted it?") == set()


def test_languages_and_peoples_are_not_names() -> None:
    # A note may say `Deutsch`, `in Germany`, or be in that language.
    assert names_and_numbers("Does Rosa have a German manual?") == {"rosa"}
    assert names_and_numbers("What did the Norwegian customer say?") == set()


def test_german_nouns_are_not_names() -> None:
    question = "In welcher Woche fahren wir zur Wartung der PX-200 nach Norderhall?"
    assert names_and_numbers(question) == {"px", "200"}


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
