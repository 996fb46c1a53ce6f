"""Figures as bars and columns of text."""

from collections.abc import Sequence

from textual.content import Content

from ragtui_tui import wording

NAME_CELLS = 28
"""What the names beside bars get at most."""

MOST_CELLS = 48
"""A longer bar says no more."""


def bars(rows: Sequence[tuple[str, float, str]], width: int) -> Content:
    """A line for each row: its name, a bar, and its value in words.

    Args:
        rows: Name, amount (0 or more), and what is written behind the bar.
        width: Cells to fill.
    """
    most = max((amount for _, amount, _ in rows), default=0.0) or 1.0
    room = min(NAME_CELLS, width // 3)
    longest = max((len(wording.line(name)) for name, _, _ in rows), default=0)
    names = min(longest, room)
    words = max((len(text) for _, _, text in rows), default=0)
    cells = min(MOST_CELLS, max(4, width - names - words - 4))
    return Content("\n").join(
        Content.assemble(
            _name(name, names),
            "  ",
            (_bar(amount / most, cells), "$accent"),
            f"  {text:>{words}}",
        )
        for name, amount, text in rows
    )


def _name(name: str, cells: int) -> Content:
    return Content(wording.line(name)).truncate(cells, ellipsis=True, pad=True)


def _bar(share: float, cells: int) -> str:
    """A bar of a share, 0..1, of some cells; what is more than nothing is seen."""
    full, half = divmod(round(share * cells * 2) or (1 if share else 0), 2)
    return ("━" * full + "╸" * half).ljust(cells)
