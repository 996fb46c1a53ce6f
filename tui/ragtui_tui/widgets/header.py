"""The top line: the app, the vault, and the places one can be."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.reactive import reactive
from textual.widgets import Static

from ragtui_tui import wording
from ragtui_tui.places import PLACES, Place


class PlaceLabel(Static):
    """A place's name; a click leads there."""

    def __init__(self, place: Place) -> None:
        """Name the place and its key."""
        text = f"{place.key.upper()} {place.name}"
        super().__init__(text, markup=False, id=f"to-{place.id}")
        self.place = place.id
        """Where it leads."""

    async def on_click(self, event: Click) -> None:
        """Go there."""
        event.stop()
        await self.run_action(f"screen.show_place({self.place!r})")


class Header(Horizontal):
    """One line; `place` is where the person is."""

    place = reactive("search")

    def __init__(self, vault_name: str) -> None:
        """Name the vault."""
        super().__init__()
        self._vault_name = wording.line(vault_name)

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static("ragtui", id="app-name", markup=False)
        yield Static(self._vault_name, id="vault-name", markup=False)
        for place in PLACES:
            yield PlaceLabel(place)

    def watch_place(self, place: str) -> None:
        """Mark where the person is."""
        for label in self.query(PlaceLabel):
            label.set_class(label.place == place, "-here")
