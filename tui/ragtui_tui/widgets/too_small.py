"""What a terminal shows that has no room for the app."""

from textual.geometry import Size
from textual.widgets import Static

LEAST = Size(40, 10)
"""Cells with which one can still do something."""


class TooSmall(Static):
    """Covers the whole screen while there is too little of it."""

    def __init__(self) -> None:
        """Cover nothing yet."""
        super().__init__(markup=False)
        self.display = False

    def see(self, size: Size) -> None:
        """Cover a terminal of this size, or not."""
        self.display = size.width < LEAST.width or size.height < LEAST.height
        if self.display:
            has = f"{size.width} x {size.height}"
            self.update(
                f"ragtui needs {LEAST.width} x {LEAST.height} cells, here are {has}."
            )
