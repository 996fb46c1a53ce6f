"""Asks before a link leaves the vault, and shows where it leads."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from ragtui_tui import wording


class OpenAddressScreen(ModalScreen[bool]):
    """Ends with whether the address is to be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "answer(True)", "Open in the browser", key_display="Enter"),
        Binding("escape,n,q", "answer(False)", "Leave it", key_display="Esc"),
        Binding("c", "copy", "Copy the address"),
    ]

    def __init__(self, url: str) -> None:
        """Ask about an address, which is shown whole."""
        super().__init__()
        self._url = url

    def compose(self) -> ComposeResult:
        """Lay out."""
        with Vertical(id="address"):
            yield Static("This link leads out of the vault:", markup=False)
            shown = Content.styled(wording.line(self._url), "bold $text-accent")
            yield Static(shown, id="address-url")
            yield Footer()

    def action_answer(self, is_yes: bool) -> None:
        """End."""
        self.dismiss(is_yes)

    def action_copy(self) -> None:
        """Take the address along instead."""
        self.app.copy_to_clipboard(self._url)
        self.notify("Copied the address.", markup=False)
        self.dismiss(False)
