"""The vault: what of it is indexed, how indexing goes on, and commands for it."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import ContentSwitcher, Static

from ragtui_core import ModelError, Vault
from ragtui_core.indexing import (
    ChangesSeen,
    FolderRow,
    IndexEvent,
    ScanFinished,
    by_folder,
)
from ragtui_tui.dialogs.dialog import LineEntryDialog
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.messages import (
    CheckAgain,
    OpenPassage,
    PauseIndexing,
    RebuildIndex,
)
from ragtui_tui.pane import BackgroundWork, Pane
from ragtui_tui.settings_writer import write_and_report
from ragtui_tui.vault_view import coverage_tables
from ragtui_tui.vault_view.coverage_tables import CoverageSummary
from ragtui_tui.widgets.clickable_text import ClickableText, TextPart
from ragtui_tui.widgets.list_table import ListTable

if TYPE_CHECKING:
    from textual.timer import Timer

T = TypeVar("T")

QUESTION = (
    "Which model should embed the passages? `bundled` comes with ragtui; "
    "a sentence-transformers model is given by name or by the path of its folder.\n\n"
    "Every passage gets a new vector, in the background. The old vectors are used "
    "until the new ones are complete."
)


class ModelChange:
    """Asks, loads, writes."""

    def __init__(self, pane: BackgroundWork, vault: Vault) -> None:
        self._pane = pane
        self._vault = vault

    def ask(self) -> None:
        """Let the user name a model."""
        now = self._vault.settings.embedding.model
        entry = LineEntryDialog("Embed with another model", QUESTION, now, "begins")
        self._pane.app.push_screen(entry, self._named)

    def _named(self, name: str | None) -> None:
        name = (name or "").strip()
        if name and name != self._vault.settings.embedding.model:
            self._pane.toast(
                "loading the model, before anything changes", title="Embedding"
            )
            self._pane.in_thread(partial(self._try, name), "model")

    def _try(self, name: str) -> None:
        """Load it, so that a wrong name changes nothing; blocks."""
        now = self._vault.settings
        tried = replace(now, embedding=replace(now.embedding, model=name))
        try:
            with closing(self._vault.under(tried)) as vault:
                vault.embedder()
        except ModelError as error:
            reason = f"{error} Nothing was changed."
            self._pane.toast(reason, title="Embedding", severe=True)
        else:
            values = {"embedding.model": name}
            write_and_report(self._vault, values, self._pane.post_message)


TICK_SECONDS = 1.0
"""How often time left, and how long ago a file changed, is updated."""

REBUILD = (
    "Rename the index to a backup and index the whole vault again?\n\n"
    "Words can be searched again within seconds, meaning when all passages are "
    "embedded. Your notes are not touched; the old index is kept beside the new one "
    "(.old)."
)


TABLES = {
    "folders": "Folders",
    "skipped": "Skipped",
    "stale": "Stale",
    "changes": "Changes",
}
"""The names of the tables, by their ids."""


class VaultPane(Pane):
    """Shows what is indexed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pause", "Pause or resume"),
        Binding("R", "rebuild", "Rebuild", show=False),
        Binding("m", "embed", "Model"),
        Binding("r", "check", "Check"),
        Binding("left", "turn(-1)", "Previous table", show=False),
        Binding("right", "turn(1)", "Next table", show=False),
        Binding("escape", "leave", "Back"),
    ]

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Describe `vault` and `progress`, which is kept up to date elsewhere."""
        super().__init__(id="vault")
        self._vault = vault
        self._progress = progress
        self._opened: set[str] = set()
        self._folders: list[FolderRow] = []
        self._stale: list[str] = []
        self._timer: Timer | None = None
        self._names = ClickableText(id="vault-names")
        self._switcher = ContentSwitcher(initial="folders")

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Container(id="vault-body"):
            yield CoverageSummary(self._vault, self._progress)
            with Vertical(id="vault-tables"):
                yield self._names
                with self._switcher:
                    yield from self._tables()
                yield Static(id="vault-hint", markup=False)

    @staticmethod
    def _tables() -> ComposeResult:
        tables = coverage_tables
        heads = tables.FOLDER_HEADS
        yield ListTable(*heads, enter="Expand", id="folders", fills=heads[0])
        file, reason = tables.SKIPPED_HEADS
        yield ListTable(file, reason, enter="Read", id="skipped", fills=reason)
        yield ListTable(*tables.STALE_HEADS, enter="Read", id="stale")
        yield ListTable(*tables.CHANGE_HEADS, enter="Read", id="changes")

    def on_mount(self) -> None:
        """Update what is shown regularly."""
        self._show_names()
        self._timer = self.set_interval(TICK_SECONDS, self.draw)

    def take_focus(self) -> None:
        """Focus the table, and read everything again."""
        self._table.focus()
        self._read()
        self.draw()

    def remember(self) -> dict[str, Any]:
        """The folders that are opened."""
        return {"opened": sorted(self._opened)}

    def restore(self, state: dict[str, Any]) -> None:
        """Open them again."""
        opened = state.get("opened")
        if isinstance(opened, list):
            self._opened = {folder for folder in opened if isinstance(folder, str)}

    @property
    def _table(self) -> ListTable:
        return self.query_one(f"#{self._switcher.current}", ListTable)

    def _show_names(self) -> None:
        """Name the tables, the one that is shown marked."""
        pieces: list[TextPart] = []
        for table, name in TABLES.items():
            is_shown = table == self._switcher.current
            style = "bold underline" if is_shown else "$foreground 70%"
            pieces += [(name, style, f"run('turn_to(\"{table}\")')"), ("  ", "", "")]
        self._names.show(pieces)

    # --- indexing events ---

    def note(self, event: IndexEvent) -> None:
        """Indexing went on a step."""
        if isinstance(event, ChangesSeen | ScanFinished):
            self._read()

    def cover(self) -> None:
        """Coverage was read: the counts by folder may be others."""
        if self.display:
            self._read_folders()

    def draw(self) -> None:
        """Show what is known now."""
        if self._timer:
            (self._timer.resume if self.display else self._timer.pause)()
        if not self.display:
            return
        self.query_one(CoverageSummary).draw()
        changes = reversed(self._progress.changes.items())
        rows = coverage_tables.change_rows((when, path) for path, when in changes)
        self._show("changes", rows, "Nothing has changed since the app was opened.")

    def _read(self) -> None:
        """Read everything again, if the view is shown."""
        if self.display:
            self._read_folders()
            read = partial(self._if_indexed, self._vault.coverage.stale)
            self.load(read, self._show_stale, "stale")

    def _read_folders(self) -> None:
        read = partial(self._if_indexed, self._vault.coverage.folders)
        self.load(read, self._show_rows, "folders")

    def _if_indexed(self, read: Callable[[], list[T]]) -> list[T]:
        return read() if self._vault.is_indexed() else []

    def _show_rows(self, rows: list[FolderRow]) -> None:
        self._folders = rows
        self._show_all()

    def _show_stale(self, paths: list[str]) -> None:
        self._stale = paths
        self._show_all()

    def _show_all(self) -> None:
        self._show_folders()
        known = self._progress.coverage
        rows = coverage_tables.skipped_rows(known) if known else []
        self._show("skipped", rows, "Every file of the vault is in the index.")
        rows = coverage_tables.stale_rows(self._stale)
        self._show("stale", rows, "The index is up to date with every file.")
        self.draw()

    def _show_folders(self) -> None:
        folders = by_folder(self._folders, self._stale)
        rows = coverage_tables.folder_rows(folders, self._opened)
        self._show("folders", rows, "Nothing is indexed yet.")

    def _show(self, name: str, rows: list[coverage_tables.Row], if_none: str) -> None:
        """Fill a table; an empty one shows the reason."""
        table = self.query_one(f"#{name}", ListTable)
        table.show(rows)
        if table is self._table:
            self.set_class(not rows, "-empty")
            self._hint(self._reason(table) if rows else if_none)

    def _hint(self, words: str) -> None:
        """Show a text of any length below the table; "" is none."""
        hint = self.query_one("#vault-hint", Static)
        hint.update(words)
        hint.display = bool(words)

    @staticmethod
    def _reason(table: ListTable) -> str:
        """The whole reason why a file is skipped; the table may show a part."""
        if table.id != "skipped" or table.chosen is None:
            return ""
        return ": ".join(cell.plain for cell in table.get_row(table.chosen))

    @on(ListTable.RowHighlighted, "#skipped")
    def _explain(self, event: ListTable.RowHighlighted) -> None:
        event.stop()
        if self._table.id == "skipped":
            self._hint(self._reason(self._table))

    # --- actions ---

    @on(ListTable.RowSelected)
    def _chosen(self, event: ListTable.RowSelected) -> None:
        event.stop()
        key = event.row_key.value
        if key is None:
            return
        if event.data_table.id == "folders":
            self._opened ^= {key}
            self._show_folders()
        else:
            self.post_message(OpenPassage(key, None))

    def action_turn(self, by: int) -> None:
        """Go to the table before or after."""
        ids = [*TABLES]
        at = ids.index(str(self._switcher.current)) + by
        self.action_turn_to(ids[at % len(ids)])

    def action_turn_to(self, table: str) -> None:
        """Show a table."""
        self._switcher.current = table
        self._show_names()
        self._show_all()
        self._table.focus()

    def action_pause(self) -> None:
        """Pause indexing, or resume it."""
        self.post_message(PauseIndexing())

    def action_check(self) -> None:
        """Compare every file with the index."""
        self.post_message(CheckAgain())
        self._read()

    def action_rebuild(self) -> None:
        """Rebuild the index, once the user has confirmed."""
        from ragtui_tui.dialogs.dialog import ConfirmDialog

        def decided(sure: bool | None) -> None:
            if sure:
                self.post_message(RebuildIndex())

        self.app.push_screen(ConfirmDialog("Rebuild", REBUILD, "Rebuild"), decided)

    def action_embed(self) -> None:
        """Make vectors with another model, if it can be loaded."""
        ModelChange(self, self._vault).ask()
