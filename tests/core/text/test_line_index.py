"""Places in a text: line numbers as editors show them, bytes turned to characters."""

import re

import pytest
from hypothesis import given, strategies as st

from ragtui_core.text.line_index import ByteOffsets, LineIndex, line_count
from ragtui_core.types import Lines, Span

TEXTS = st.text(alphabet="ab\r\n\u2028\x0cé漢😀", min_size=1, max_size=30)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 29), st.integers(1, 30)), max_size=8))
def test_lines_are_as_in_an_editor(text: str, asked: list[tuple[int, int]]) -> None:
    ends = [found.end() for found in re.finditer(r"\r\n|\r|\n", text)]
    counter = LineIndex(text)
    for start, length in asked:
        span = Span(min(start, len(text) - 1), min(start + length, len(text)))
        first, last = (
            1 + sum(end <= position for end in ends)
            for position in (span.start, max(span.start, span.end - 1))
        )
        if len(span):
            assert counter.lines(span) == Lines(first, last)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_count_from_one_and_are_inclusive(end: str) -> None:
    text = end.join(["one", "two", "three"])
    start = text.index("two")
    assert LineIndex(text).lines(Span(start, len(text))) == Lines(2, 3)
    assert LineIndex(text).lines(Span(0, 3)) == Lines(1, 1)


@given(st.text(max_size=40), st.lists(st.integers(0, 40), max_size=10))
def test_bytes_are_turned_to_characters(text: str, places: list[int]) -> None:
    char = ByteOffsets(text, 100)
    for place in places:
        place = min(place, len(text))
        assert char(len(text[:place].encode())) == 100 + place


@given(TEXTS)
def test_lines_are_counted_as_they_are_numbered(text: str) -> None:
    assert line_count(text) == LineIndex(text).line(len(text) - 1)
    assert line_count("") == 0
