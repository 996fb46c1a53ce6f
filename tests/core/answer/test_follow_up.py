"""A question that refers to the last one is searched for with its words."""

from dataclasses import replace
from datetime import date

from ragtui_core import AskOptions, Sources
from ragtui_core.answer.follow_up import MAX_CARRIED_TERMS, standalone
from ragtui_core.language.question_words import Overlap
from support.answers import citations, collected
from support.chats import TURN
from support.vaults import MakeVault

TODAY = date(2026, 11, 27)
BEFORE = replace(TURN, question="How loud is the bilge pump PX-200?", query="")


def test_the_first_question_stays() -> None:
    assert standalone("And it?", [], TODAY) == "And it?"


def test_words_are_carried_from_turn_to_turn() -> None:
    second = replace(
        TURN, question="And it?", query=standalone("And it?", [BEFORE], TODAY)
    )
    assert "PX-200" in standalone("Why?", [BEFORE, second], TODAY)


def test_a_long_query_is_not_carried_on_whole() -> None:
    long = replace(TURN, query=" ".join(f"word{n}" for n in range(50)))
    assert len(standalone("Why?", [long], TODAY).split()) == 1 + MAX_CARRIED_TERMS


def test_a_new_word_weighs_more_than_all_that_are_carried_over() -> None:
    new, old = {"budget"}, {"launch", "portal", "provider"}
    overlap = Overlap("budget launch portal provider", [new, old], old)
    assert overlap.share(new) > 3 * overlap.share(old) > 0
    assert Overlap("launch", [new, old], old).share(old) == 1


async def test_more_than_was_answered_is_asked_without_a_topic(
    make_vault: MakeVault,
) -> None:
    made = make_vault(
        {
            "choice.md": "# Choice\n\nMollio handles the payments.\n",
            "sync.md": "# Sync\n\nMollio has the lower fees.\n",
            "garden.md": "# Garden\n\nThe hedge is cut in June.\n",
        }
    )
    made.index()
    first = await collected(made.ask("who handles the payments?"))
    assert [each.path for each in citations(first)] == ["choice.md"]
    options = AskOptions(chat=next(e.chat for e in first if isinstance(e, Sources)))
    further = await collected(made.ask("and why?", options))
    assert [each.path for each in citations(further)] == ["sync.md"]
