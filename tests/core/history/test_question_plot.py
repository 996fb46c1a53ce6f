"""The plot is true to the counts: no day vanishes, the last one ends it."""

from datetime import date, timedelta

from hypothesis import given, strategies as st

from ragtui_core.history.question_plot import (
    ASCII_LEVELS,
    BLOCK_LEVELS,
    HEIGHT,
    day_plot,
)
from ragtui_core.history.statistics import Day


def days(*counts: int) -> list[Day]:
    first = date(2026, 3, 1)
    return [Day(first + timedelta(days=n), count) for n, count in enumerate(counts)]


def test_a_plot() -> None:
    assert list(day_plot(days(1, 0, 16, 32), 80)) == [
        "32 |            ███",
        "   |            ███",
        "   |        ███ ███",
        "   |▁▁▁     ███ ███",
        "    2026-03-01 to 2026-03-04, one column per day",
    ]


def test_a_plot_without_blocks() -> None:
    assert list(day_plot(days(1, 0, 2, 4), 80, ASCII_LEVELS)) == [
        "4 |            ###",
        "  |            ###",
        "  |        ### ###",
        "  |###     ### ###",
        "   2026-03-01 to 2026-03-04, one column per day",
    ]


def test_days_are_summed_where_they_do_not_fit() -> None:
    *rows, foot = day_plot(days(*[1] * 119, 7), 80)
    assert foot.endswith("to 2026-06-28, one column per 2 days")
    assert rows[0] == f"8 |{' ' * 59}█"
    assert rows[-1] == f"  |{'█' * 60}"


def test_no_questions_are_an_empty_plot() -> None:
    assert list(day_plot(days(0, 0), 80))[:-1] == ["0 |", *["  |"] * (HEIGHT - 1)]


@given(
    counts=st.lists(st.integers(0, 10_000), min_size=1, max_size=2000),
    width=st.integers(40, 120),
    levels=st.sampled_from([BLOCK_LEVELS, ASCII_LEVELS]),
)
def test_every_plot_fits_and_shows_every_question(
    counts: list[int], width: int, levels: str
) -> None:
    *rows, foot = day_plot(days(*counts), width, levels)
    assert len(rows) == HEIGHT
    assert max(map(len, rows)) <= width
    assert foot.lstrip().startswith("2026-03-01 to ")
    assert int(rows[0].partition("|")[0]) >= max(counts)
    drawn = rows[-1].partition("|")[2]
    assert bool(drawn) == any(counts)
    if len(counts) <= 30 and counts[-1]:
        last_day_is_drawn = len(drawn.rstrip()) > (len(counts) - 1)
        assert last_day_is_drawn
    assert (levels[-1] in rows[0]) == any(counts)
