"""Text of others cannot command a terminal."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtui_core.untrusted import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jwiped", "wiped"),
        ("a\x08b\x00c\x7f", "abc"),
        ("safe \u202eetirw\u202c", "safe etirw"),
        ("tab\tand\nline\r\n", "tab\tand\nline\r\n"),
        ("é🙂中 [bold]x[/]", "é🙂中 [bold]x[/]"),
    ],
)
def test_sequences_go_and_text_stays(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_one_line_folds_breaks() -> None:
    assert printable("a\r\n\tb\u2028c", one_line=True) == "a b c"


@given(st.text())
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    left = printable(text, one_line=True)
    assert not re.search("[\x00-\x1f\x7f-\x9f]", left)
