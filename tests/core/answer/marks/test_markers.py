"""Marks are found wherever the text is cut, and only where they are marks."""

import pytest
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


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It is blue [1].", ["It is blue ", (1,), "."]),
        ("a [1, 2] b", ["a ", (1, 2), " b"]),
        ("a [1,2,1]", ["a ", (1, 2)]),
        ("a [1][2]", ["a ", (1,), (2,)]),
        ("a [Note 3]", ["a ", (3,)]),
        ("a [notes 3, 4]", ["a ", (3, 4)]),
        ("a [^5]", ["a ", (5,)]),
        ("a \u30106\u3011", ["a ", (6,)]),
        ("[[1]]", ["[", (1,), "]"]),
        ("a [1] (see below)", ["a ", (1,), " (see below)"]),
        ("a [1]: b", ["a ", (1,), ": b"]),
        ("`a` [1] ``b ` c`` [2]", ["`a` ", (1,), " ``b ` c`` ", (2,)]),
    ],
)
def test_marks_are_found(text: str, parts: list[str | tuple[int, ...]]) -> None:
    assert parsed(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "[1](https://example.org)",
        "[1]: https://example.org",
        "a[x] [] [ ] [1 2 [2024] [1.5] [-1] [a1] [1",
        "[notes on 1] [note] [" + "1, " * 20 + "1]",
        "[[link]] ![1](x.png)",
    ],
)
def test_what_is_no_mark_stays_text(text: str) -> None:
    assert parsed(text) == [text]


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
