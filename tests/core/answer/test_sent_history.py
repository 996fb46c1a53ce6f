"""Of earlier turns, only quotations still in the files are sent again."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Remark, Sent, Text
from ragtui_core.answer.follow_up import turns_of
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.answer.recorder import turn_from
from ragtui_core.answer.sent_history import History, build_history, without_marks
from ragtui_core.answer_events import Mark
from ragtui_core.history.conversation import SentText, Turn
from ragtui_core.types import Span
from support.answer_requests import excerpted, files_of
from support.chats import SOURCE, TURN

TEXT = "# Pump\n\nThe pump is blue.\n\nIt hums.\n"
PATH = SOURCE.path


def turn(sent: Sent, *spans: Span) -> Turn:
    return replace(
        TURN, sources=(replace(SOURCE, sent=sent),), sent=(SentText(PATH, spans),)
    )


def history(
    *turns: Turn,
    text: str = TEXT,
    context: PromptContext | None = None,
    max_chars: int = 1000,
) -> History:
    return build_history(
        turns,
        context or PromptContext(),
        files_of({PATH: text}),
        tokens=1000,
        max_chars=max_chars,
    )


def texts_of(found: History) -> list[str]:
    return [p.span.of(t.document.text) for t in found.texts for p in t.passages]


WHOLE = turn(Sent.FULL, Span(0, len(TEXT)))
FIRST = turn(Sent.PASSAGES, Span(8, 25))


def test_a_whole_document_is_sent_whole_as_it_is_now() -> None:
    new = f"{TEXT}\nIt leaks.\n"
    assert texts_of(history(WHOLE, text=new))[-1] == "It leaks."


def test_of_passages_those_that_were_sent_are_sent() -> None:
    assert texts_of(history(FIRST)) == ["The pump is blue."]


def test_a_document_of_whose_passages_none_is_left_is_not_sent() -> None:
    found = history(FIRST, text="# P")
    assert (found.texts, found.paths) == ((), frozenset())
    assert found.turns[0].answer == "Every second winter."


def test_a_document_of_two_turns_is_sent_once() -> None:
    found = history(WHOLE, WHOLE)
    assert [len(past.texts) for past in found.turns] == [0, 1]


@pytest.mark.parametrize(("before", "again"), [(WHOLE, 1), (FIRST, 0)])
def test_what_is_found_again_stays_if_it_was_whole(before: Turn, again: int) -> None:
    context = PromptContext((excerpted(PATH, TEXT),))
    assert len(history(before, context=context).texts) == again


def test_marks_and_remarks_are_left_out_of_what_was_said() -> None:
    events = (
        Text("\nIt runs [x] 27 months"),
        Mark(" [1]"),
        Text("."),
        Remark(" [27 months: not in the passage]"),
        Text(" It is *blue*"),
        Mark("[2]"),
        Remark(" [a/b, draft]"),
    )
    said = "It runs [x] 27 months. It is *blue*"
    asked = turn_from("How long?", events)
    assert without_marks(asked) == said
    assert [part for part in asked.texts if isinstance(part, Remark)] == [
        event for event in events if isinstance(event, Remark)
    ]
    exchange = "How long?", asked.answer.removesuffix(" [a/b, draft]")
    [repeated] = turns_of([exchange], date(2026, 11, 27))
    assert without_marks(repeated) == said


@given(st.lists(st.builds(Span, st.integers(0, 9), st.integers(0, 9)), max_size=4))
def test_an_answer_is_whole_whatever_its_file_says(spans: list[Span]) -> None:
    read = replace(TURN, answer="It hums.", remarks=tuple(spans))
    assert "".join(part.text for part in read.texts) == read.answer


def test_documents_end_with_the_budget() -> None:
    assert history(WHOLE, max_chars=10).texts == ()
