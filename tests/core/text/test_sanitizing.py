"""Text of others cannot command a terminal."""

import re

import pytest
from hypothesis import given, strategies as st

from ragtui_core.text.sanitizing import SanitizedStream, kept_offsets, sanitize
from support.injections import as_tags, assert_harmless

BLACK_FLAG = "\U0001f3f4"


HOSTILE = st.text(
    st.sampled_from(
        "\x1b\x07\x90\x98\x9b\x9c\x9d\x9e\x9f\\][;0mPX^_Aa#1\r\n\t🙂葛\u2028\ufeff\u202e"
    )
    | st.sampled_from("\u200b\u200c\u200d\ufe0e\ufe0f\U000e0101")
    | st.sampled_from(BLACK_FLAG + as_tags("gbenswlct") + "\U000e007f")
)


@given(st.text() | HOSTILE)
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    left = sanitize(text, one_line=True)
    assert not re.search("[\x00-\x1f\x7f-\x9f]", left)


@given(st.text() | HOSTILE)
def test_nothing_is_left_to_take_away(text: str) -> None:
    assert_harmless(sanitize(text))
    for one_line in (False, True):
        left = sanitize(text, one_line=one_line)
        assert sanitize(left, one_line=one_line) == left


@given(st.lists(st.text() | HOSTILE))
def test_pieces_of_a_stream_command_nothing_together(pieces: list[str]) -> None:
    shown = "".join(sanitize(piece) for piece in pieces)
    assert not re.search(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e]", shown)


@given(st.lists(st.text(max_size=3) | HOSTILE))
def test_a_stream_is_sanitized_as_its_whole_text(pieces: list[str]) -> None:
    stream = SanitizedStream()
    shown = "".join([*map(stream.feed, pieces), stream.finish()])
    assert shown == sanitize("".join(pieces))


@given(
    st.text("aéP#*/ 😀") | st.lists(st.text("aéP#", max_size=3) | HOSTILE).map("".join)
)
def test_every_printable_character_has_its_place(text: str) -> None:
    places = kept_offsets(text)
    shown = sanitize(text)
    found = range(len(text)) if places is None else places
    assert [text[place] for place in found if text[place] in "aéP#"] == [
        char for char in shown if char in "aéP#"
    ]
    assert len(found) == len(shown)
    assert sorted(set(found)) == list(found)


@pytest.mark.parametrize(
    "begun", ["\x1b]", "\x9d", "\x1bP", "\x90", "\x98", "\x9e", "\x9f", "\x1b[", "\x9b"]
)
def test_effort_is_linear_where_sequences_only_begin(begun: str) -> None:
    """They would take minutes if each were looked through to the end."""
    sanitize(begun * 60_000)
    stream = SanitizedStream()
    stream.feed(begun * 60_000)
    stream.finish()
