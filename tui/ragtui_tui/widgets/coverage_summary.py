"""The vault at a glance: where it lies, how much is indexed, by which model."""

import time
from datetime import datetime

from textual.content import Content
from textual.widgets import Static

from ragtui_core.model import Coverage
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.progress import IndexingProgress
from ragtui_tui.widgets.status_line import progress_content

BAR_CELLS = 24

HEAD_CELLS = 9


class CoverageSummary(Static):
    """A few lines."""

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Tell of `vault` and of `progress`, which others keep up to date."""
        super().__init__(markup=False)
        self._vault = vault
        self._progress = progress

    def draw(self) -> None:
        """Show what is known now."""
        known = self._progress.coverage
        lines = [_line("Vault", wording.folder(self._vault.root))]
        if known is not None:
            lines += [_line("Index", index_words(known)), _line("Model", model(known))]
        state = progress_content(self._progress, BAR_CELLS)
        self.update(Content("\n").join([*lines, _head("State") + state]))


def _head(text: str) -> Content:
    return Content.styled(text.ljust(HEAD_CELLS), "$foreground 70%")


def _line(head: str, text: str) -> Content:
    return _head(head) + Content(text)


def index_words(known: Coverage) -> str:
    """Documents, passages and size of an index, and since when it is complete."""
    parts = [
        wording.count(known.documents, "document"),
        wording.count(known.chunks, "passage"),
        wording.megabytes(known.index_bytes),
    ]
    if known.last_indexed:
        since = datetime.fromisoformat(known.last_indexed).timestamp()
        parts.append(f"complete {wording.age(since, time.time())}")
    return " · ".join(parts)


def model(known: Coverage) -> str:
    """The share of passages with a vector, and whose it is."""
    share = f"{int(known.embedded_share * 100)}% embedded by {short(known.model)}"
    if known.next_model:
        share += f"; {short(known.next_model)} follows"
    return wording.line(share)


def short(model_id: str) -> str:
    """A model's name, without what only ragtui wants to know of it."""
    name = model_id.removeprefix("sentence-transformers:")
    return name if name != model_id else model_id.partition("/")[0]
