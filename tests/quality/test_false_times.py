"""Lines that look as if they named a time, but do not: no range is shown for them."""

from datetime import date
from pathlib import Path

from ragtui_core.search.asked import time_in

LINES = Path(__file__).with_name("lines_without_times.txt").read_text("utf-8")
TODAY = date(2026, 11, 27)

MAX_SHARE = 0.03
"""Of lines that were written to be hard. Of queries as people type them it is .000 to
.002 (`python -m benchmarks.false_times`)."""


def test_hardly_any_hard_line_is_read_as_a_time() -> None:
    lines = LINES.splitlines()
    read = [line for line in lines if time_in(line, TODAY)]
    assert len(lines) >= 200
    assert len(read) <= MAX_SHARE * len(lines), read
