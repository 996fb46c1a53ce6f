"""The views of the app, and their panes: made when first needed, with a saved state.

The modules of a view are imported when it is first shown, so that they do not delay
the start of the app.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from textual.widgets import ContentSwitcher

from ragtui_core import Vault
from ragtui_core.files import write_atomically
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.pane import Pane
from ragtui_tui.textual_workarounds.idle_gc import IdleScheduler

if TYPE_CHECKING:
    from ragtui_tui.chat_view.chat_pane import ChatPane
    from ragtui_tui.reader_view.reader_pane import ReaderPane
    from ragtui_tui.search_view.search_pane import SearchPane
    from ragtui_tui.vault_view.vault_pane import VaultPane

P_co = TypeVar("P_co", bound=Pane, covariant=True)


@dataclass(frozen=True, slots=True)
class View(Generic[P_co]):
    """A view of the app; a pane of the same `id` fills the screen."""

    id: str
    name: str
    key: str
    pane: str
    """The name of the pane's class: `ChatPane` is in `chat_view.chat_pane`."""

    def load(self) -> "Callable[[Vault, IndexingProgress], P_co]":
        """Import what the pane is made of; any thread may do so."""
        name = self.pane.removesuffix("Pane").lower()
        found = import_module(f"ragtui_tui.{name}_view.{name}_pane")
        return cast("Callable[[Vault, IndexingProgress], P_co]", vars(found)[self.pane])


SEARCH: "View[SearchPane]" = View("search", "Search", "f2", "SearchPane")
READER: "View[ReaderPane]" = View("reader", "Reader", "f3", "ReaderPane")
CHAT: "View[ChatPane]" = View("chat", "Chat", "f4", "ChatPane")
VAULT: "View[VaultPane]" = View("vault", "Vault", "f5", "VaultPane")

DEFAULT_VIEW = SEARCH
"""The first view; its pane is created at the start."""

VIEWS: tuple[View[Pane], ...] = (SEARCH, READER, CHAT, VAULT)

P = TypeVar("P", bound=Pane)

CREATE_SECONDS = 0.5
"""Between two looks whether a pane can be made in advance."""


class PaneManager(ContentSwitcher):
    """Shows one pane at a time; the first paint needs only the default view."""

    def __init__(self, vault: Vault, progress: IndexingProgress) -> None:
        """Create panes for `vault` and for `progress`, which others keep up to date."""
        self._vault = vault
        self._progress = progress
        self._state = SessionState(vault.index_path)
        self._panes: dict[str, Pane] = {}
        self._view: View[Pane] = DEFAULT_VIEW
        self.is_ready = asyncio.Event()
        """Set by the screen once it is there; keys may ask for a pane before that."""
        self._making = asyncio.Lock()
        self.has_ended = False
        super().__init__(DEFAULT_VIEW.load()(vault, progress), initial=DEFAULT_VIEW.id)

    def on_mount(self) -> None:
        """Let the first pane be as it was."""
        pane = self.query_one(Pane)
        if pane.children:  # None if the app ends meanwhile.
            self._keep(DEFAULT_VIEW, pane)

    # --- panes ---

    async def pane(self, view: View[P]) -> P | None:
        """The pane of a view, ready to be used; it is made if it is not there yet.

        None if the app ends: what is mounted into a screen that is being removed lacks
        its children.
        """
        await self.is_ready.wait()
        async with self._making:
            if self.has_ended or (pane := self.made(view)):
                return self.made(view)
            pane = view.load()(self._vault, self._progress)
            pane.display = False
            await self.mount(pane)
            if not pane.children:
                return None
            self._keep(view, pane)
            return pane

    def made(self, view: View[P]) -> P | None:
        """The pane of a view, if it was created already."""
        return cast("P | None", self._panes.get(view.id))

    async def show(self, view: View[Pane]) -> Pane | None:
        """Show the pane of a view, and nothing else; None if the app ends."""
        if pane := await self.pane(view):
            self._view, self.current = view, view.id
        return pane

    @property
    def view(self) -> View[Pane]:
        """The one that is shown."""
        return self._view

    def all_made(self) -> Iterator[Pane]:
        """The panes that there are, in the order of the views."""
        return (pane for view in VIEWS if (pane := self.made(view)))

    async def complete(self) -> None:
        """Have all panes, unless the app ends."""
        for view in VIEWS:
            await self.pane(view)

    def prepare(self, idle_scheduler: IdleScheduler) -> None:
        """From now on create missing panes while the user is idle, one at a time."""
        make = partial(self._make_next, idle_scheduler)
        self._preparing = self.set_interval(CREATE_SECONDS, make)

    async def _make_next(self, idle_scheduler: IdleScheduler) -> None:
        view = next((view for view in VIEWS if not self.made(view)), None)
        if view is None:
            self._preparing.stop()
            return
        if idle_scheduler.is_idle:
            await asyncio.to_thread(view.load)
        if idle_scheduler.is_idle:
            await self.pane(view)

    async def end(self) -> None:
        """Wait for the pane that is being made: half of one would fail.

        None is made afterwards, also for what waits for all of them.
        """
        self.has_ended = True
        async with self._making:
            pass

    # --- memory ---

    def _keep(self, view: View[Pane], pane: Pane) -> None:
        """Have a pane, with the state that it had the last time."""
        pane.restore(self._state.of(view.id))
        self._panes[view.id] = pane

    async def remember(self) -> None:
        """Keep how the panes are, for the next time."""
        states = {view.id: self._state_of(view) for view in VIEWS}
        await asyncio.to_thread(self._state.save, states)

    def _state_of(self, view: View[Pane]) -> dict[str, Any]:
        """The state of a pane; of one that was not created, the saved state."""
        pane = self.made(view)
        return pane.remember() if pane else self._state.of(view.id)


FILE = "screen.json"


class SessionState:
    """A dictionary for each view, by its id."""

    def __init__(self, index: Path) -> None:
        """Keep the state beside the index file."""
        self._file = index.with_name(f"{index.stem}.{FILE}")
        self._views = self._read()

    def _read(self) -> dict[str, Any]:
        try:
            known = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}

    def of(self, view: str) -> dict[str, Any]:
        """The saved state of a view; empty if there is none."""
        known = self._views.get(view)
        return known if isinstance(known, dict) else {}

    def save(self, views: dict[str, dict[str, Any]]) -> None:
        """Replace the file in one step, so that two apps never mix theirs."""
        if views == self._views:
            return
        self._views = views
        try:
            write_atomically(
                self._file, json.dumps(views, ensure_ascii=False, indent=1)
            )
        except OSError:
            return
