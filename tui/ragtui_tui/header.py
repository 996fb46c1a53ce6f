"""The header of the app: the vault, and the views with their keys."""

from dataclasses import replace

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Click
from textual.reactive import reactive
from textual.widgets import Static

from ragtui_tui import formatting
from ragtui_tui.pane import Pane
from ragtui_tui.pane_manager import VIEWS, View
from ragtui_tui.textual_workarounds.private_hooks import key_of

MIN_VAULT_CELLS = 16
"""What the vault's name gets at least, if it is so long."""

APP_CELLS = len(" ragtui ")


class ViewLabel(Static):
    """The key and the name of a view; a click shows it."""

    def __init__(self, view: View[Pane]) -> None:
        super().__init__(markup=False, id=f"to-{view.id}")
        self.view = view

    def words(self, *, full: bool) -> str:
        """The key, which the user may have changed, and the name if it is `full`."""
        binding = Binding(self.view.key, "", id=f"app.{self.view.id}")
        first = replace(binding, key=key_of(self.app, binding).partition(",")[0])
        key = self.app.get_key_display(first).upper()
        return f"{key} {self.view.name}" if full else key

    async def on_click(self, event: Click) -> None:
        """Go there."""
        event.stop()
        await self.run_action(f"screen.show_view({self.view.id!r})")


class Header(Horizontal):
    """One line; `view` is the id of the current view."""

    view = reactive("search")

    def __init__(self, vault_name: str) -> None:
        super().__init__()
        self._vault_name = formatting.one_line(vault_name)

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static("ragtui", id="app-name", markup=False)
        yield Static(self._vault_name, id="vault-name", markup=False)
        for view in VIEWS:
            yield ViewLabel(view)

    def on_mount(self) -> None:
        """Fit from the first paint on."""
        self.fit()

    def on_resize(self) -> None:
        """Say as much as fits."""
        self.fit()

    def fit(self) -> None:
        """Name the views, or their keys alone if there is no room."""
        labels = [*self.query(ViewLabel)]
        full_cells = sum(len(label.words(full=True)) + 2 for label in labels)
        name = min(MIN_VAULT_CELLS, cell_len(self._vault_name) + 2)
        available = self.app.size.width - name
        self.query_one("#app-name").display = available >= full_cells + APP_CELLS
        for label in labels:
            label.update(label.words(full=available >= full_cells))

    def watch_view(self, view: str) -> None:
        """Mark where the user is."""
        for label in self.query(ViewLabel):
            label.set_class(label.view.id == view, "-here")
