"""Names of the open files in one row, shortened to fit, unlike in `Tabs` of Textual."""

from collections.abc import Sequence

from textual.content import Content

from ragtui_tui import formatting
from ragtui_tui.widgets.clickable_text import ClickableText, TextPart

MAX_NAME_CELLS = 24
MIN_NAME_CELLS = 8


class TabStrip(ClickableText):
    """Shows names of files, the current one marked."""

    _paths: Sequence[str] = ()
    _current = -1

    def show_tabs(self, paths: Sequence[str], current: int) -> None:
        """Show a tab for each file; one tab alone needs no strip."""
        self._paths, self._current = paths if len(paths) > 1 else (), current
        self._draw()

    def on_resize(self) -> None:
        """Have names as long as fits."""
        self._draw()

    def _draw(self) -> None:
        available = self.size.width // max(1, len(self._paths)) - 5
        length = max(MIN_NAME_CELLS, min(MAX_NAME_CELLS, available))
        labels = [
            f" {number} {_cut(path, length)} "
            for number, path in enumerate(self._paths, 1)
        ]
        pieces: list[TextPart] = []
        for at in range(self._first_shown(labels), len(labels)):
            style = "$foreground 70%"
            if at == self._current:
                style = "bold $foreground on $primary 30%"
            pieces += [(labels[at], style, f"run('tab_at({at + 1})')"), (" ", "", "")]
        self.show(pieces[:-1])

    def _first_shown(self, labels: Sequence[str]) -> int:
        """The first label to show, so that the current one is in view."""
        first, available = 0, max(self.size.width, MAX_NAME_CELLS)
        while first < self._current and available < sum(
            Content(label).cell_length + 1
            for label in labels[first : self._current + 1]
        ):
            first += 1
        return first


def _cut(path: str, cells: int) -> str:
    name = Content(formatting.one_line(path.rpartition("/")[2]))
    return name.truncate(cells, ellipsis=True).plain
