"""Draws questions by day as columns of block characters."""

import math
from collections.abc import Iterator, Sequence

from ragtui_core.history.statistics import Day
from ragtui_core.text.plurals import counted

BLOCK_LEVELS = " ▁▂▃▄▅▆▇█"
"""An empty cell, and a cell that is filled by eighths."""

ASCII_LEVELS = " #"
"""For a terminal or a file that cannot show the blocks."""

HEIGHT = 4
"""Rows of a plot, without the footer."""

_MAX_COLUMNS = 60
_MAX_COLUMN_CELLS = 4
"""Cells of a column and the gap beside it."""


def day_plot(
    days: Sequence[Day], width: int, levels: str = BLOCK_LEVELS
) -> Iterator[str]:
    """Rows of at highest `width` cells, and a footer with the range of days.

    Args:
        days: Without gaps, at least one.
        width: At least 20.
        levels: Characters from empty to full.
    """
    counts = [day.questions for day in days]
    max_columns = min(_MAX_COLUMNS, width - len(str(sum(counts))) - 2)
    per_column = math.ceil(len(counts) / max_columns)
    columns = _summed(counts, per_column)
    highest = max(columns)
    label = len(str(highest))
    cells = min(_MAX_COLUMN_CELLS, max_columns // len(columns))
    for row in reversed(range(HEIGHT)):
        drawn = "".join(
            _cell(column / highest if highest else 0.0, row, levels) * max(1, cells - 1)
            + " " * (cells > 1)
            for column in columns
        )
        head = str(highest) if row == HEIGHT - 1 else ""
        yield f"{head:>{label}} |{drawn}".rstrip()
    span = "day" if per_column == 1 else counted(per_column, "day")
    yield f"{'':{label}}  {days[0].day} to {days[-1].day}, one column per {span}"


def _summed(counts: Sequence[int], size: int) -> list[int]:
    """Sums of `size` neighbours; the first may be of fewer, the last is not."""
    first = len(counts) % size or size
    starts = [0, *range(first, len(counts), size)]
    ends = [*starts[1:], len(counts)]
    return [sum(counts[a:b]) for a, b in zip(starts, ends, strict=True)]


def _cell(ratio: float, row: int, levels: str) -> str:
    """What a column of height `ratio`, 0..1, shows in `row`, counted from the foot."""
    finest = len(levels) - 1
    filled = round(ratio * HEIGHT * finest)
    if ratio and not filled:
        filled = 1
    return levels[min(max(filled - row * finest, 0), finest)]
