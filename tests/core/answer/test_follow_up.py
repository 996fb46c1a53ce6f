"""A question that refers to the last one is searched for with its words."""

from dataclasses import replace
from datetime import date

import pytest

from ragtui_core.answer.follow_up import MAX_CARRIED_TERMS, standalone, turns_of
from ragtui_core.language.question_words import Overlap
from support.chats import TURN

TODAY = date(2026, 11, 27)
BEFORE = replace(TURN, question="How loud is the bilge pump PX-200?", query="")


def test_the_first_question_stays() -> None:
    assert standalone("And it?", [], TODAY) == "And it?"


def test_words_are_carried_from_turn_to_turn() -> None:
    second = replace(
        TURN, question="And it?", query=standalone("And it?", [BEFORE], TODAY)
    )
    assert "PX-200" in standalone("Why?", [BEFORE, second], TODAY)


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("and of Priya?", "and of Priya? open tasks"),
        ("what about the garden?", "what about the garden? open tasks"),
        ("and where?", "and where? open tasks Ravi"),
    ],
)
def test_a_new_topic_replaces_that_of_items(question: str, query: str) -> None:
    turns = turns_of([("open tasks of Ravi", "Two.")], TODAY)
    assert standalone(question, turns, TODAY) == query


def test_a_long_query_is_not_carried_on_whole() -> None:
    long = replace(TURN, query=" ".join(f"word{n}" for n in range(50)))
    assert len(standalone("Why?", [long], TODAY).split()) == 1 + MAX_CARRIED_TERMS


def test_a_new_word_weighs_more_than_all_that_are_carried_over() -> None:
    new, old = {"budget"}, {"launch", "portal", "provider"}
    overlap = Overlap("budget launch portal provider", [new, old], old)
    assert overlap.share(new) > 3 * overlap.share(old) > 0
    assert Overlap("launch", [new, old], old).share(old) == 1
