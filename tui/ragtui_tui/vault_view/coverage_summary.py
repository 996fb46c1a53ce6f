"""What of a vault is indexed, in a few lines."""

import time
from datetime import datetime
from itertools import chain

from textual.content import Content
from textual.widgets import Static

from ragtui_core import Coverage, Vault
from ragtui_core.embedding import model_name
from ragtui_core.text import counted, percentage
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
            lines += [
                _summary_line("Index", index_words(known)),
                _summary_line("Meaning", meaning_words(known)),
            ]
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


def index_words(known: Coverage) -> str:
    """Documents, passages and size of an index, and since when it is complete."""
    parts = [
        counted(known.documents, "document"),
        counted(known.chunks, "passage"),
        formatting.megabytes(known.index_bytes),
    ]
    if known.last_indexed:
        since = datetime.fromisoformat(known.last_indexed).timestamp()
        parts.append(f"complete {formatting.age(since, time.time())}")
    return " · ".join(parts)


def meaning_words(known: Coverage) -> str:
    """The share of passages with a vector, whose it is, and what that model reads."""
    share = f"{percentage(known.embedded_share)} searchable by meaning"
    share += f", with {model_name(known.model)}"
    if known.model_reads:
        share += f", which reads {known.model_reads}"
    if known.next_model:
        share += f"; {model_name(known.next_model)} follows"
    return formatting.one_line(share)
