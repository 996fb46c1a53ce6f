"""The header of the app: the vault, and the views with their keys."""

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click, Resize
from textual.reactive import reactive
from textual.widgets import Static

from ragtui_tui import formatting
from ragtui_tui.pane import Pane
from ragtui_tui.pane_manager import VIEWS, View

MIN_VAULT_CELLS = 16
"""What the vault's name gets at least, if it is so long."""

APP_CELLS = len(" ragtui ")


def _label(view: View[Pane], *, full: bool) -> str:
    """A view's key, and its name if there is room."""
    return f"{view.key.upper()} {view.name}" if full else view.key.upper()


FULL_CELLS = sum(len(_label(view, full=True)) + 2 for view in VIEWS)
"""All labels with their names, with a cell on each side."""


class ViewLabel(Static):
    """The name of a view; a click shows it."""

    def __init__(self, view: View[Pane]) -> None:
        super().__init__(_label(view, full=True), markup=False, id=f"to-{view.id}")
        self.view = view

    def show(self, *, full: bool) -> None:
        """Say the name, or the key alone."""
        self.update(_label(self.view, full=full))

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
        self._fit(self.app.size.width)

    def on_resize(self, event: Resize) -> None:
        """Say as much as fits."""
        self._fit(event.size.width)

    def _fit(self, width: int) -> None:
        name = min(MIN_VAULT_CELLS, cell_len(self._vault_name) + 2)
        available = width - name
        self.query_one("#app-name").display = available >= FULL_CELLS + APP_CELLS
        for label in self.query(ViewLabel):
            label.show(full=available >= FULL_CELLS)

    def watch_view(self, view: str) -> None:
        """Mark where the user is."""
        for label in self.query(ViewLabel):
            label.set_class(label.view.id == view, "-here")
