"""Asks for the name under which a search is kept."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ragtui_tui import wording
from ragtui_tui.widgets.line import Line


class SaveSearchScreen(ModalScreen[str | None]):
    """Gives the name, or None if the person thought better of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel")
    ]

    def __init__(self, query: str) -> None:
        """Offer the query itself as the name."""
        super().__init__()
        self._query = wording.line(query.strip())

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(id="save-search") as box:
            box.border_title = "Save this search"
            box.border_subtitle = "Enter saves · Esc cancels"
            yield Static(self._query, markup=False)
            line = Line("Name", "Save", id="search-name")
            line.value = self._query
            yield line

    def on_mount(self) -> None:
        """Let the person type over the name that is offered."""
        line = self.query_one(Line)
        line.focus()
        line.select_all()

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        event.stop()
        if name := event.value.strip():
            self.dismiss(name)
