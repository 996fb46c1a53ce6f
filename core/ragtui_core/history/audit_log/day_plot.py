"""Draws questions by day as columns of block characters."""

import math
from collections.abc import Iterator, Sequence

from ragtui_core.history.audit_log.statistics_types import Day

BLOCK_LEVELS = " ▁▂▃▄▅▆▇█"
"""An empty cell, and a cell that is filled by eighths."""

ASCII_LEVELS = " #"
"""For a terminal or a file that cannot hold the blocks."""

HEIGHT = 4
"""Rows of a plot, its foot aside."""

_MOST_COLUMNS = 60
_WIDEST = 4
"""Cells of a column and the gap beside it."""


def day_plot(
    days: Sequence[Day], width: int, levels: str = BLOCK_LEVELS
) -> Iterator[str]:
    """Rows no wider than `width` cells, and a foot that tells which days they show.

    Args:
        days: Without gaps, at least one.
        width: At least 20.
        levels: Characters from empty to full.
    """
    counts = [each.questions for each in days]
    room = min(_MOST_COLUMNS, width - len(str(sum(counts))) - 2)
    per_column = math.ceil(len(counts) / room)
    columns = _summed(counts, per_column)
    most = max(columns)
    label = len(str(most))
    cells = min(_WIDEST, room // len(columns))
    for row in reversed(range(HEIGHT)):
        drawn = "".join(
            _cell(column / most if most else 0.0, row, levels) * max(1, cells - 1)
            + " " * (cells > 1)
            for column in columns
        )
        head = str(most) if row == HEIGHT - 1 else ""
        yield f"{head:>{label}} |{drawn}".rstrip()
    span = "a day" if per_column == 1 else f"{per_column} days"
    yield f"{'':{label}}  {days[0].day} to {days[-1].day}, a column is {span}"


def _summed(counts: Sequence[int], size: int) -> list[int]:
    """Sums of `size` neighbours; the first may be of fewer, the last is not."""
    first = len(counts) % size or size
    starts = [0, *range(first, len(counts), size)]
    ends = [*starts[1:], len(counts)]
    return [sum(counts[a:b]) for a, b in zip(starts, ends, strict=True)]


def _cell(share: float, row: int, levels: str) -> str:
    """What a column of height `share`, 0..1, shows in `row`, counted from the foot."""
    finest = len(levels) - 1
    filled = round(share * HEIGHT * finest)
    if share and not filled:
        filled = 1
    return levels[min(max(filled - row * finest, 0), finest)]
