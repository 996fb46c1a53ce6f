"""The line that tells how indexing goes."""

from textual.content import Content
from textual.widgets import Static

from ragtui_core.indexing.events import IndexEvent
from ragtui_core.model import Coverage
from ragtui_tui.progress import IndexingProgress

BAR_CELLS = 12

TICK_SECONDS = 0.5
"""How often time left is written anew."""


class StatusLine(Static):
    """Phase, counts, rate and time left; or that all is up to date."""

    def __init__(self) -> None:
        """Start with nothing known."""
        super().__init__(markup=False)
        self.progress = IndexingProgress()
        """What is known."""

    def on_mount(self) -> None:
        """Show the first words and keep the time left true."""
        self._draw()
        self.set_interval(TICK_SECONDS, self._draw)

    def note(self, event: IndexEvent) -> None:
        """Indexing went on a step."""
        self.progress.note(event)
        self._draw()

    def cover(self, coverage: Coverage, *, elsewhere: bool) -> None:
        """The index was looked at."""
        self.progress.coverage = coverage
        self.progress.elsewhere = elsewhere
        self._draw()

    def fail(self, reason: str) -> None:
        """Indexing has ended with an error."""
        self.progress.failure = reason
        self._draw()

    def _draw(self) -> None:
        self.set_class(bool(self.progress.failure), "-failed")
        text = Content(self.progress.text())
        share = self.progress.share
        if share is None:
            mark = "! " if self.progress.failure else "● "
            self.update(Content(mark).stylize("$text-success") + text)
            return
        full = round(share * BAR_CELLS)
        bar = Content.assemble(
            ("━" * full, "$accent"), ("━" * (BAR_CELLS - full), "$foreground 20%")
        )
        self.update(bar + "  " + text)
