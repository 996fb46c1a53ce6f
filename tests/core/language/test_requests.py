"""Words for orders and lists are read and taken out of lines.

`requests.txt` has a line, what it asks for, and the rest if that is not all of it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from ragtui_core.language.requests import take_listing, take_order

ROWS = Path(__file__).with_name("requests.txt").read_text("utf-8")
ORDERS, LISTS = ROWS.removeprefix("# order\n").split("# list\n")
FLOOR = 0.95
"""The share of lines that are read as their rows say."""


@pytest.mark.parametrize(
    ("rows", "read"), [(ORDERS, take_order), (LISTS, take_listing)]
)
def test_what_lines_ask_for_is_read_and_taken_out(
    rows: str, read: Callable[[str], tuple[str, str]]
) -> None:
    cases = [map(str.strip, row.split("|")) for row in rows.splitlines()]
    wrong = [
        (line, read(line))
        for line, asked, rest in cases
        if read(line) != (rest or line, asked)
    ]
    assert len(wrong) <= (1 - FLOOR) * len(cases), wrong
