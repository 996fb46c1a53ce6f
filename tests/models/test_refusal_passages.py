"""A model that does not know, although the search was sure: the passages are shown."""

from collections.abc import Sequence

import pytest

from fakes.compatible_server import FakeCompatible
from ragtui_core import AnswerEvent, Confidence, Done, Vault
from ragtui_core.answer.checks.notices import FOUND_NEVERTHELESS, Unanswered
from ragtui_core.answer.request import AnswerQuality
from ragtui_core.answer_events import NO_ANSWER, UNANSWERED, Mark, Remark, Text
from support.answers import CITATION, citations, collected, notices, said

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


CITED = (Text("It is 12"), Mark(" [1]"), CITATION)
UNCITED = (Text("It is 12"), Remark(" [no passage found]"))


@pytest.mark.parametrize(
    ("quality", "events", "is_doubted"),
    [
        (AnswerQuality.NONE, CITED, True),
        (AnswerQuality.WEAK, CITED, False),
        (AnswerQuality.WEAK, UNCITED, True),
        (AnswerQuality.WEAK, (Text(NO_ANSWER),), False),
        (AnswerQuality.GOOD, UNCITED, False),
        (None, UNCITED, False),
    ],
)
def test_weak_evidence_is_an_answer_if_a_passage_has_what_the_model_says(
    quality: AnswerQuality | None, events: Sequence[AnswerEvent], is_doubted: bool
) -> None:
    stage = Unanswered(quality)
    done = Done("x", "", Confidence.HIGH)
    shown = [e for event in (*events, done) for e in stage.take(event)]
    doubt = [Remark(f"[{UNANSWERED}]"), Text("\n\n")] if is_doubted else []
    assert shown == [*doubt, *events, done]
