"""An answer keeps to the length that was asked for."""

from collections.abc import AsyncGenerator

import pytest

from ragtui_core import AnswerEvent, Done, Notice, Text
from ragtui_core.answer.length_limit import LengthLimit
from ragtui_core.answer.stages import through
from ragtui_core.citations.citation import Citation
from ragtui_core.search_results import Confidence
from support.answers import CITATION, collected, notices, said

DONE = Done("claude", "m", Confidence.HIGH, {"output_tokens": 9})


async def stream(*events: AnswerEvent) -> AsyncGenerator[AnswerEvent, None]:
    for event in events:
        yield event


async def cut(max_chars: int, *events: AnswerEvent) -> list[AnswerEvent]:
    return await collected(through(stream(*events, DONE), [LengthLimit(max_chars)]))


@pytest.mark.parametrize(
    ("pieces", "max_chars", "text"),
    [
        (["One. Two. Three."], 12, "One. Two."),
        (["One. ", "Two. ", "Three."], 12, "One. Two."),
        (["One is one. Tw", "o is two."], 13, "One is one."),
        (["It costs 12.50 euros."], 12, "It costs"),
        (["It costs 12", ".", "50 euros."], 13, "It costs"),
        (["It is blue", " [1]", "."], 12, "It is blue"),
        (["Endlessword"], 5, "Endle"),
        (["\u4e00" * 30, "\u4e00" * 30], 50, "\u4e00" * 10),
        (["One\ntwo three four"], 12, "One"),
    ],
)
async def test_the_text_ends_with_a_sentence_or_a_word(
    pieces: list[str], max_chars: int, text: str
) -> None:
    events = await cut(max_chars, *map(Text, pieces))
    assert said(events).rstrip() == text
    assert notices(events) == [f"The answer was cut at {max_chars} characters."]
    assert events[-1] == DONE
    assert Text("") not in events


async def test_what_fits_is_left_alone() -> None:
    events = await cut(15, Text("It is blue"), Text(" [1]"), CITATION, Text("."))
    assert said(events) == "It is blue [1]."
    assert said(events[: events.index(CITATION)]) == "It is blue [1]"
    assert (notices(events), events[-1]) == ([], DONE)


async def test_citations_of_what_was_cut_are_cut_too() -> None:
    events = await cut(12, Text("It is blue"), Text(" [1]"), CITATION, Notice("x"))
    assert not any(isinstance(event, Citation) for event in events)
    assert notices(events)[0] == "x"


async def test_nothing_comes_back_after_a_cut() -> None:
    events = await cut(8, Text("One two three"), Text("."), CITATION)
    assert said(events) == "One two"
