"""The vault: what of it is indexed, which files are not, and how indexing goes on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import Static

from ragtui_core import Coverage, Vault
from ragtui_tui.command_names import named
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.messages import OpenPassage, PauseIndexing, RebuildIndex
from ragtui_tui.pane import Pane
from ragtui_tui.vault_view.coverage_summary import CoverageSummary
from ragtui_tui.widgets.list_table import ListTable, Row, cell

if TYPE_CHECKING:
    from textual.timer import Timer

TICK_SECONDS = 1.0
"""How often the time left is updated."""

REBUILD = (
    "Rename the index to a backup and index the whole vault again?\n\n"
    "Words can be searched again within seconds, meaning when all passages are "
    "embedded. Your notes are not touched; the old index is kept beside the new one "
    "(.old)."
)

HEADS = ("File", "Why it is not in the index, or not as written")

NOTHING_SKIPPED = "Every file of the kinds that are read is in the index."


class VaultPane(Pane):
    """Shows the coverage, and the files that are not indexed as written."""

    BINDINGS: ClassVar[list[BindingType]] = named(
        "vault",
        [
            Binding("p", "pause", "Pause or resume"),
            Binding("R", "rebuild", "Rebuild", show=False),
            Binding("escape", "leave", "Back"),
        ],
    )

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Describe `vault` and `progress`, which is kept up to date elsewhere."""
        super().__init__(id="vault")
        self._vault = vault
        self._progress = progress
        self._drawn: Coverage | None = None
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        file, reason = HEADS
        with Container(id="vault-body"):
            yield CoverageSummary(self._vault, self._progress)
            with Vertical(id="vault-files"):
                yield ListTable(file, reason, enter="Read", id="skipped", fills=reason)
                yield Static(id="vault-hint", markup=False)

    def on_mount(self) -> None:
        """Update what is shown regularly."""
        self._timer = self.set_interval(TICK_SECONDS, self.draw)

    @property
    def _table(self) -> ListTable:
        return self.query_one(ListTable)

    def take_focus(self) -> None:
        """Focus the table, and show what is known now."""
        self._table.focus()
        self.draw()

    def draw(self) -> None:
        """Show what is known now."""
        if self._timer:
            (self._timer.resume if self.display else self._timer.pause)()
        if not self.display:
            return
        self.query_one(CoverageSummary).draw()
        coverage = self._progress.coverage
        if coverage is not None and coverage is not self._drawn:
            self._drawn = coverage
            rows = skipped_rows(coverage)
            self._table.show(rows)
            self.set_class(not rows, "-empty")
            self._explain()

    @on(ListTable.RowHighlighted)
    def _explain(self) -> None:
        """Show the whole reason of the chosen file; the table may show a part."""
        chosen = self._table.chosen
        hint = NOTHING_SKIPPED
        if chosen is not None:
            hint = ": ".join(text.plain for text in self._table.get_row(chosen))
        self.query_one("#vault-hint", Static).update(hint)

    @on(ListTable.RowSelected)
    def _read(self, event: ListTable.RowSelected) -> None:
        event.stop()
        if event.row_key.value is not None:
            self.post_message(OpenPassage(event.row_key.value, None))

    def action_pause(self) -> None:
        """Pause indexing, or resume it."""
        self.post_message(PauseIndexing())

    def action_rebuild(self) -> None:
        """Rebuild the index, once the user has confirmed."""
        from ragtui_tui.dialogs.dialog import ConfirmDialog

        def decided(sure: bool | None) -> None:
            if sure:
                self.post_message(RebuildIndex())

        self.app.push_screen(ConfirmDialog("Rebuild", REBUILD, "Rebuild"), decided)


def skipped_rows(coverage: Coverage) -> Sequence[Row]:
    """Files that are left out, and those that are not indexed as written."""
    reasons = {item.path: item.reason for item in coverage.skipped}
    for item in coverage.problems:
        reasons.setdefault(item.path, f"indexed, but {item.reason}")
    return [(path, (cell(path), cell(reason))) for path, reason in reasons.items()]
