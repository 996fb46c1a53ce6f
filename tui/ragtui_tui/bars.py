"""Figures as bars and columns of text."""

from collections.abc import Sequence

from textual.content import Content

from ragtui_tui import wording

NAME_CELLS = 28
"""What the names beside bars get at most."""

_EIGHTHS = " ▏▎▍▌▋▊▉█"


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
    cells = max(4, width - names - words - 4)
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
    eighths = round(share * cells * 8) or (1 if share else 0)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(cells)
