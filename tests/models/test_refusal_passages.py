"""A model that does not know, although the search was sure: the passages are shown."""

from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault
from ragtui_core.answer.checks.notices import FOUND_NEVERTHELESS
from ragtui_core.answer_events import NO_ANSWER
from support.answers import citations, collected, notices, said

ASKED = "When is the impeller of the pump changed?"


async def test_passages_are_shown_beside_a_refusal(
    own_vault: Vault, server: FakeCompatible
) -> None:
    server.says = NO_ANSWER
    events = await collected(own_vault.ask(ASKED))
    assert said(events) == NO_ANSWER
    best, *_ = citations(events)
    assert best.quote == "Its *impeller* is changed every second winter."
    assert best.is_found_passage
    assert notices(events) == [FOUND_NEVERTHELESS]


async def test_nothing_is_shown_where_the_search_was_not_sure(
    own_vault: Vault, server: FakeCompatible
) -> None:
    server.says = NO_ANSWER
    events = await collected(own_vault.ask("Who won the chess championship?"))
    assert citations(events) == []
    assert FOUND_NEVERTHELESS not in notices(events)


async def test_an_answer_has_its_own_passages_alone(
    own_vault: Vault, server: FakeCompatible
) -> None:
    server.says = f"Each second winter [1]. {NO_ANSWER}"
    events = await collected(own_vault.ask(ASKED))
    assert FOUND_NEVERTHELESS not in notices(events)
