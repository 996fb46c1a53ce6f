"""The line that shows the progress of indexing."""

from textual.content import Content
from textual.widgets import Static

from ragtui_tui.index_progress import IndexingProgress

BAR_CELLS = 12

TICK_SECONDS = 0.5
"""How often time left is updated."""


class StatusLine(Static):
    """Phase, counts, rate and time left; or that all is up to date."""

    def __init__(self, progress: IndexingProgress) -> None:
        """Show `progress`, which others keep up to date."""
        super().__init__(markup=False)
        self._progress = progress

    def on_mount(self) -> None:
        """Show the first words and keep the time left up to date."""
        self.draw()
        self.set_interval(TICK_SECONDS, self.draw)

    def draw(self) -> None:
        """Show what is known now."""
        self.set_class(bool(self._progress.failure), "-failed")
        self.update(progress_content(self._progress, BAR_CELLS), layout=False)


def progress_content(progress: IndexingProgress, cells: int) -> Content:
    """Words, with a mark or a bar of some cells before them."""
    text = Content(progress.text())
    share = progress.share
    if share is not None:
        full = round(share * cells)
        bar = (("━" * full, "$accent"), ("━" * (cells - full), "$foreground 20%"))
        return Content.assemble(*bar) + "  " + text
    if progress.failure:
        return Content("! ") + text
    mark = ("‖ ", "$text-warning") if progress.paused else ("● ", "$text-success")
    return Content.assemble(mark) + text
