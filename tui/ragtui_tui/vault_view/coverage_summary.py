"""What of a vault is indexed, in a few lines."""

import time
from datetime import datetime
from itertools import chain

from textual.content import Content
from textual.widgets import Static

from ragtui_core import Coverage, Vault
from ragtui_core.text import counted
from ragtui_tui import formatting
from ragtui_tui.index_progress import IndexingProgress

HEAD_CELLS = 9


class CoverageSummary(Static):
    """A few lines."""

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Describe `vault` and `progress`, which is kept up to date elsewhere."""
        super().__init__(markup=False)
        self.border_title = "Coverage"
        self._vault = vault
        self._progress = progress

    def draw(self) -> None:
        """Show what is known now."""
        known = self._progress.coverage
        lines = [_summary_line("Vault", formatting.folder(self._vault.root))]
        if known is not None:
            lines.append(_summary_line("Index", _read_words(known)))
            if known.model_advice:
                lines.append(_summary_line("", formatting.one_line(known.model_advice)))
        state = self._progress.state
        if state.detail or state.action not in self._progress.text():
            lines.append(_summary_line("State", formatting.one_line(state.sentence)))
        if self.screen.has_class("-wide"):  # It has the whole height there.
            width = self.content_size.width
            rows = (formatting.folded(line, HEAD_CELLS, width) for line in lines)
            lines = [*chain.from_iterable(rows)]
        self.update(Content("\n").join(lines))

    def on_resize(self) -> None:
        """Fold the lines again."""
        self.draw()


def _summary_line(head: str, text: str) -> Content:
    return Content.styled(head.ljust(HEAD_CELLS), "$foreground 70%") + Content(text)


def _read_words(known: Coverage) -> str:
    """How many documents were read, and when last."""
    parts = [counted(known.documents, "document")]
    if known.last_indexed:
        since = datetime.fromisoformat(known.last_indexed).timestamp()
        parts.append(f"last read {formatting.age(since, time.time())}")
    return " · ".join(parts)
