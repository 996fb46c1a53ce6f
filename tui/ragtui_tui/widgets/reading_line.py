"""The line below a document: where one is in it, and where the chosen link leads."""

from textual.content import Content
from textual.widgets import Static

from ragtui_tui import wording


class ReadingLine(Static):
    """One row: a place on the left, counts on the right."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(markup=False)
        self._left = self._right = ""

    def tell(self, left: str, right: str) -> None:
        """Show both sides."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self._draw()

    def on_resize(self) -> None:
        """Have the right side at the right."""
        self._draw()

    def _draw(self) -> None:
        right = Content(wording.line(self._right))
        room = max(0, self.size.width - right.cell_length - 2)
        left = Content(wording.line(self._left)).truncate(room, ellipsis=True)
        gap = " " * (self.size.width - left.cell_length - right.cell_length)
        self.update(left + gap + right, layout=False)
