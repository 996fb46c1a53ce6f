"""Excerpts are words in the lists of an editor."""

import pytest
from hypothesis import given, strategies as st

from ragtui_lsp.shown_words import shown_words


@pytest.mark.parametrize(
    ("excerpt", "shown"),
    [
        (
            "Care · **Change the pump** of [[zoe|Zoë]] 😀",
            "Care · Change the pump of Zoë 😀",
        ),
        ("... `run` the [pump](a.md), and *more", "... run the pump, and *more"),
        ("- pump 1 < 2", "pump 1 < 2"),
        ("the pump", "the pump"),
    ],
)
def test_markup_is_not_shown_and_matches_stay(excerpt: str, shown: str) -> None:
    start = excerpt.index("pump")
    words, matches = shown_words(excerpt, [[start, start + 4]])
    assert words == shown
    assert [words[first:last] for first, last in matches] == ["pump"]


@given(st.text("ab*_[]|`<>!()#-.·~ \n", max_size=40), st.integers(0, 40))
def test_matches_are_within_the_words(excerpt: str, start: int) -> None:
    words, matches = shown_words(excerpt, [[start, start + 3]])
    assert all(0 <= first < last <= len(words) for first, last in matches)
