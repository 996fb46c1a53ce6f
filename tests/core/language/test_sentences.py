"""Sentences: each rule by example, and that none loses a character."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.language.sentences import sentence_spans
from ragtui_core.types import Span
from support.notes import NOTE_TEXTS


@given(NOTE_TEXTS, st.integers(0, 50), st.integers(0, 50))
def test_sentences_tile_the_span_but_for_white_space(
    text: str, left: int, right: int
) -> None:
    span = Span(min(left, len(text)), max(min(left, len(text)), len(text) - right))
    at = span.start
    for sentence in sentence_spans(text, span):
        assert not text[at : sentence.start].strip()
        assert sentence.of(text) == sentence.of(text).strip() != ""
        at = sentence.end
    assert not text[at : span.end].strip()


@pytest.mark.parametrize(
    "text",
    [
        "." * 1_000_000,
        "A. " * 300_000,
        ".)" * 300_000,
        "\n " * 300_000,
        "x" * 3_000_000,
    ],
    ids=range(5),
)
def test_long_runs_take_no_time(text: str) -> None:
    spans = sentence_spans(text, Span(0, len(text)))
    found = "".join(span.of(text) for span in spans)
    assert found.replace(" ", "") == "".join(text.split())
