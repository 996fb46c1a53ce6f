"""The line that shows the progress of indexing."""

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from ragtui_core.indexing import IndexStateName
from ragtui_tui.index_progress import IndexingProgress

if TYPE_CHECKING:
    from textual.timer import Timer

BAR_CELLS = 12

TICK_SECONDS = 0.5
"""How often time left is updated."""


class StatusLine(Static):
    """Phase, counts, rate and time left; or that all is up to date."""

    def __init__(self, progress: IndexingProgress) -> None:
        super().__init__(markup=False)
        self._progress = progress
        self._drawn: Content | None = None
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Show the first words and keep the time left up to date."""
        self._timer = self.set_interval(TICK_SECONDS, self.draw)
        self.draw()

    def draw(self) -> None:
        """Show what is known now; nothing is drawn if that is the same."""
        if self._timer:
            # Without progress, what is shown changes with the next message only.
            is_busy = self._progress.share is not None
            (self._timer.resume if is_busy else self._timer.pause)()
        content = _progress_content(self._progress)
        if self._drawn is not None and content.is_same(self._drawn):
            return
        self._drawn = content
        self.set_class(self._progress.state.is_problem, "-failed")
        self.update(content, layout=False)


def _progress_content(progress: IndexingProgress) -> Content:
    """Words, with a mark or a bar before them."""
    text = Content(progress.text())
    share = progress.share
    if share is not None:
        full = round(share * BAR_CELLS)
        bar = (("━" * full, "$accent"), ("━" * (BAR_CELLS - full), "$foreground 20%"))
        return Content.assemble(*bar) + "  " + text
    state = progress.state
    if state.is_problem:
        return Content("! ") + text
    paused = state.name is IndexStateName.PAUSED
    mark = ("‖ ", "$text-warning") if paused else ("● ", "$text-success")
    return Content.assemble(mark) + text
