"""Marks are found wherever the text is cut, and only where they are marks."""

from hypothesis import given, strategies as st

from ragtui_core.answer.marks.markers import MarkerReader
from ragtui_core.answer_events import AnswerEvent, DocumentMark, Text

NOTES = [str(number) for number in range(1, 1000)]
"""The paths of notes: their numbers."""


def read(*pieces: str) -> list[AnswerEvent]:
    """The events of a streamed text."""
    reader = MarkerReader(NOTES)
    events = [event for piece in pieces for event in reader._text(piece)]
    return [*events, *reader._buffered_events()]


def parsed(*pieces: str) -> list[str | tuple[int, ...]]:
    """Texts, and the numbers of marks; neighbouring texts are joined."""
    joined: list[str | tuple[int, ...]] = []
    for event in read(*pieces):
        last = joined[-1] if joined else None
        if isinstance(event, DocumentMark):
            joined.append(tuple(map(int, event.paths)))
            continue
        assert isinstance(event, Text)
        if isinstance(last, str):
            joined[-1] = last + event.text
        else:
            joined.append(event.text)
    return joined


_PIECES = [*"[]1(:`\n ^a\u3010", "2, ", "```", "note "]


@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_every_split_gives_the_same(text: str) -> None:
    whole = parsed(text)
    assert parsed(*text) == whole
    for place in range(len(text)):
        assert parsed(text[:place], text[place:]) == whole


@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_nothing_is_lost_but_marks(text: str) -> None:
    events = read(text)
    assert "".join(e.text for e in events if isinstance(e, Text)) == text


def test_text_is_held_back_only_behind_a_bracket() -> None:
    reader = MarkerReader(NOTES)
    assert list(reader._text("It is blue [1")) == [Text("It is blue ")]
    assert list(reader._text("0")) == []
    assert list(reader._text("x")) == [Text("[10x")]
