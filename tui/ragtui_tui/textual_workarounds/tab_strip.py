"""The open documents, in one row; a click switches."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from ragtui_tui import formatting

MAX_NAME_CELLS = 24
"""Cells of a name."""
MIN_NAME_CELLS = 8


class TabStrip(Static):
    """Shows names of files, the current one marked."""

    @dataclass
    class Chosen(Message):
        """A tab was clicked."""

        index: int
        """Counted from 0."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(markup=False)
        self._paths: Sequence[str] = ()
        self._current = -1

    def show_tabs(self, paths: Sequence[str], current: int) -> None:
        """Show a tab for each file; one tab alone needs no strip."""
        self._paths, self._current = paths, current
        self.display = len(paths) > 1
        self._draw()

    def on_resize(self) -> None:
        """Have names as long as fits."""
        self._draw()

    def _draw(self) -> None:
        available = self.size.width // max(1, len(self._paths)) - 5
        length = max(MIN_NAME_CELLS, min(MAX_NAME_CELLS, available))
        parts = [self._label(at, length) for at in range(len(self._paths))]
        shown = Content(" ").join(self._around_current(parts))
        self.update(shown, layout=False)

    def _around_current(self, parts: list[Content]) -> list[Content]:
        """Leave out the first ones if the current one would be out of view."""
        first = 0
        while first < self._current and sum(
            part.cell_length + 1 for part in parts[first : self._current + 1]
        ) > max(self.size.width, MAX_NAME_CELLS):
            first += 1
        return parts[first:]

    def _label(self, at: int, length: int) -> Content:
        path = self._paths[at]
        name = Content(formatting.one_line(path.rpartition("/")[2]))
        name = Content(f" {at + 1} ") + name.truncate(length, ellipsis=True) + " "
        style = "$foreground 70%"
        if at == self._current:
            style = "bold $foreground on $primary 30%"
        return name.stylize(style).stylize(Style.from_meta({"tab": at}))

    def on_click(self, event: events.Click) -> None:
        """Switch to the tab under the pointer."""
        at = event.style.meta.get("tab")
        if at is not None:
            event.stop()
            self.post_message(self.Chosen(int(at)))
