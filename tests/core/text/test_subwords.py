"""Parts of words: characters of unspaced scripts, parts of identifiers."""

import re

from hypothesis import given, strategies as st

from ragtui_core.text.subwords import (
    grams,
    parts,
    query_grams,
    split_identifier,
    without_unspaced_runs,
)

WORDS = st.sampled_from(
    [
        *("fooBar", "HTTPServer", "CTS010", "x86", "b2", "IL6", "über", "naïveBayes"),
        *("plain", "泵A", "a"),
    ]
)


@given(
    st.lists(WORDS | st.text(max_size=4) | st.just("aB" * 50), max_size=12),
    st.sampled_from(["", " ", "_", "é"]),
)
def test_parts_are_those_of_every_word(words: list[str], between: str) -> None:
    """Only words with a hint are looked at, and nothing is missed."""
    text = between.join(words)
    found = dict.fromkeys(re.findall("[A-Za-z0-9]{3,80}", text))
    expected = [" ".join(split_identifier(word)) for word in found]
    assert parts(text) == " ".join(filter(None, expected))


def test_each_identifier_of_a_text_gives_its_parts_once() -> None:
    assert parts("a fooBar, fooBar(x) and word") == "foo Bar"
    assert parts("no such thing") == ""


@given(st.text())
def test_every_character_of_a_run_starts_a_gram(text: str) -> None:
    blanked = without_unspaced_runs(text)
    assert len(blanked) == len(text)
    if blanked != text:
        assert grams(text)
    assert (grams(text) == "") == (query_grams(text) == [])
