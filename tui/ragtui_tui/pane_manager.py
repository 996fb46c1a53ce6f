"""The panes of the places, each made when it is first wanted."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from textual.widgets import ContentSwitcher

from ragtui_core.vault import Vault
from ragtui_core.whole_files import write_whole
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.pane import Pane
from ragtui_tui.textual_workarounds.idle_gc import Pace
from ragtui_tui.views import HOME, PLACES, Place

P = TypeVar("P", bound=Pane)

PREPARE_SECONDS = 0.5
"""Between two looks whether a pane can be made in advance."""


class Shelf(ContentSwitcher):
    """Shows one pane at a time; the first paint needs only that of `HOME`."""

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Have panes for `vault` and for `progress`, which others keep up to date."""
        self._vault = vault
        self._progress = progress
        self._state = ScreenState(vault.index_path)
        self._panes: dict[str, Pane] = {}
        self._place: Place[Pane] = HOME
        self.is_ready = asyncio.Event()
        """Set by the screen once it is there; keys may ask for a pane before that."""
        self._making = asyncio.Lock()
        self.has_ended = False
        """Whether no more panes are made."""
        super().__init__(HOME.load()(vault, progress), initial=HOME.id)

    def on_mount(self) -> None:
        """Let the first pane be as it was."""
        self._keep(HOME, self.query_one(Pane))

    # --- panes ---

    async def pane(self, place: Place[P]) -> P:
        """The pane of a place, ready to be used; it is made if it is not there yet."""
        await self.is_ready.wait()
        async with self._making:
            if (pane := self.made(place)) is None:
                pane = place.load()(self._vault, self._progress)
                pane.display = False
                await self.mount(pane)
                self._keep(place, pane)
        return pane

    def made(self, place: Place[P]) -> P | None:
        """The pane of a place, if somebody has wanted it already."""
        return cast("P | None", self._panes.get(place.id))

    async def show(self, place: Place[Pane]) -> Pane:
        """Show the pane of a place, and nothing else."""
        pane = await self.pane(place)
        self._place, self.current = place, place.id
        return pane

    @property
    def place(self) -> Place[Pane]:
        """The one that is shown."""
        return self._place

    def all_made(self) -> Iterator[Pane]:
        """The panes that there are, in the order of the places."""
        return (pane for place in PLACES if (pane := self.made(place)))

    async def complete(self) -> None:
        """Have all panes."""
        for place in PLACES:
            await self.pane(place)

    def prepare(self, pace: Pace) -> None:
        """From now on make what is missing while nobody types, one pane at a time."""
        make = partial(self._make_next, pace)
        self._preparing = self.set_interval(PREPARE_SECONDS, make)

    async def _make_next(self, pace: Pace) -> None:
        place = next((place for place in PLACES if not self.made(place)), None)
        if place is None:
            self._preparing.stop()
            return
        if pace.is_resting:
            await asyncio.to_thread(place.load)
        if pace.is_resting and not self.has_ended:
            await self.pane(place)
            pace.keep()

    async def end(self) -> None:
        """Wait for the pane that is being made: half of one would fail."""
        self.has_ended = True
        async with self._making:
            pass

    # --- memory ---

    def _keep(self, place: Place[Pane], pane: Pane) -> None:
        """Have a pane, which shall be as it was the last time."""
        pane.restore(self._state.of(place.id))
        self._panes[place.id] = pane

    async def remember(self) -> None:
        """Keep how the panes are, for the next time."""
        told = {place.id: self._told(place) for place in PLACES}
        await asyncio.to_thread(self._state.save, told)

    def _told(self, place: Place[Pane]) -> dict[str, Any]:
        """What a pane tells; one that nobody has wanted is as it was."""
        pane = self.made(place)
        return pane.remember() if pane else self._state.of(place.id)


FILE = "screen.json"


class ScreenState:
    """A dictionary for each place, by its id."""

    def __init__(self, index: Path) -> None:
        """Keep the state beside the index file."""
        self._file = index.with_name(f"{index.stem}.{FILE}")
        self._places = self._read()

    def _read(self) -> dict[str, Any]:
        try:
            known = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def of(self, place: str) -> dict[str, Any]:
        """What the place told to remember; empty if it did not."""
        known = self._places.get(place)
        return known if isinstance(known, dict) else {}

    def save(self, places: dict[str, dict[str, Any]]) -> None:
        """Replace the file in one step, so that two apps never mix theirs."""
        if places == self._places:
            return
        self._places = places
        try:
            write_whole(self._file, json.dumps(places, ensure_ascii=False, indent=1))
        except OSError:
            return
