"""Asks before a link leaves the vault, and shows where it leads."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ragtui_tui import wording
from ragtui_tui.screens.dialog import Dialog


class OpenAddressScreen(Dialog[bool]):
    """Closes with whether the address is to be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "dismiss(True)", "Open in the browser"),
        Binding("n,q", "dismiss(False)", "Leave it"),
        Binding("c", "copy", "Copy the address"),
    ]

    def __init__(self, url: str) -> None:
        """Ask about an address, which is shown whole."""
        super().__init__("Open in the browser", "Enter opens", "C copies")
        self._url = url

    def body(self) -> ComposeResult:
        """Lay out."""
        yield Static("This link leads out of the vault:", markup=False)
        shown = Content.styled(wording.line(self._url), "bold $text-accent")
        yield Static(shown, id="address-url")

    def action_copy(self) -> None:
        """Take the address along instead."""
        self.app.copy_to_clipboard(self._url)
        self.notify("Copied the address.", markup=False)
        self.dismiss(False)
