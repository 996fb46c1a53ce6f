"""Numbers agree with their nouns."""

import pytest

from ragtui_core.text.plurals import counted, percentage


@pytest.mark.parametrize(
    ("number", "noun", "expected"),
    [
        (0, "chunk", "0 chunks"),
        (1, "document", "1 document"),
        (2000, "file", "2,000 files"),
        (1, "search", "1 search"),
        (2, "search", "2 searches"),
    ],
)
def test_a_noun_agrees_with_its_number(number: int, noun: str, expected: str) -> None:
    assert counted(number, noun) == expected


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [(0, "0%"), (0.29, "29%"), (0.996, "99%"), (0.99999, "99%"), (1, "100%")],
)
def test_only_all_is_a_hundred_per_cent(ratio: float, expected: str) -> None:
    assert percentage(ratio) == expected
