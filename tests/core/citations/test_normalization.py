"""The plain form of a text."""

import pytest

from ragtui_core.citations.comparing.normalization import plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("So **the  pump\nis** blue.", "So the pump is blue."),
        ("the _pump is blue_", "the pump is blue"),
        ("- It\n- `is` *blue*!", "It is blue!"),
        ("| a | b |", "a | b"),
        ("cafe\u0301", "caf\u00e9"),
        ("im\u00adpel\u00adler", "impeller"),
        ("say \u201cso\u201d", 'say "so"'),
    ],
)
def test_markup_and_typography_are_removed(text: str, shown: str) -> None:
    assert plain(text) == shown
