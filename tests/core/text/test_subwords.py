"""Parts of words: characters of unspaced scripts, parts of identifiers."""

import re

import pytest
from hypothesis import given, strategies as st

from ragtui_core.text.subwords import (
    grams,
    grouped_numbers,
    parts,
    query_grams,
    split_identifier,
    split_quantity,
    without_unspaced_runs,
)


def test_runs_become_pairs_and_end_with_their_last_character() -> None:
    assert grams("在北京 and 水") == "在北 北京 京 水"
    assert query_grams("在北京北京") == ["在北", "北京", "京北"]
    assert query_grams("水") == ["水"]


def test_half_width_katakana_is_the_same_as_full_width() -> None:
    assert grams("ﾀﾜｰ") == grams("タワー")


@pytest.mark.parametrize("text", ["", "plain ASCII", "Müller café"])
def test_spaced_scripts_have_none(text: str) -> None:
    assert grams(text) == ""
    assert without_unspaced_runs(text) == text


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("parseConfigFile", ["parse", "Config", "File"]),
        ("HTTPServer", ["HTTP", "Server"]),
        ("CTS010", ["CTS", "010"]),
        ("sha256sum", ["sha", "256", "sum"]),
        ("plain", []),
        ("Plain", []),
        ("ALLCAPS", []),
        ("e709", ["e", "709"]),
        ("GATA3", ["GATA", "3"]),
        ("utf8", ["utf", "8"]),
        ("x1", []),
    ],
)
def test_identifiers_are_split(word: str, expected: list[str]) -> None:
    assert split_identifier(word) == expected


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


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("5kg", ["5", "kg"]),
        ("250ML", ["250", "ML"]),
        ("10µm", ["10", "µm"]),
        ("12V", ["12", "V"]),
        ("24A", []),
        ("2G", []),
        ("1in", []),
        ("kg", []),
        ("5", []),
        ("3rd", []),
        ("2nd", []),
        ("kg5", []),
        ("5kg2", []),
    ],
)
def test_quantities_are_split(word: str, expected: list[str]) -> None:
    assert split_quantity(word) == expected


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,250,000 or 1.250.000,50 or 1 250 000", ["1250000"] * 3),
        ("₹12,50,000 or 1_000_000", ["1250000", "1000000"]),
        ("3\u202f500 and 2'350'000", ["3500", "2350000"]),
        ("0171 / 555 82 91", ["01715558291"]),
        ("+49 171 5558291, (0431) 55 82 91", ["491715558291", "0431558291"]),
        ("IBAN DE89 3704 0044 0532 0130 00.", ["DE89370400440532013000"]),
        ("card 4111 1111 1111 1111", ["4111111111111111"]),
        ("INV-2024-0917 and PO_1234/55", ["INV20240917", "PO123455"]),
        ("on 2026-11-03 at 10:30, 3.14, v1.2.3, 100, 200, 300", []),
        ("| 317 | 8572 | rows 12 13 14", []),
        ("2026-11-27 2026-11-27T10:00 1-2-3 0.250.000", []),
    ],
)
def test_numbers_in_groups_are_also_one(text: str, numbers: list[str]) -> None:
    assert [number for _, number in grouped_numbers(text)] == numbers
    assert set(numbers) <= set(parts(text).split())
