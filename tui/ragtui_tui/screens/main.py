"""The main screen: the places, and the thread that keeps the index true."""

import asyncio
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import ContentSwitcher

from ragtui_core.store.recent_vaults import remember_vault
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.commands.catalogue import keys_of
from ragtui_tui.indexing import IndexFollower
from ragtui_tui.messages.index_news import (
    CoverageRead,
    IndexingFailed,
    IndexingPaused,
    IndexStep,
)
from ragtui_tui.messages.index_orders import CheckAgain, PauseIndexing, RebuildIndex
from ragtui_tui.messages.navigation import AskQuestion, GoBack, SwitchVault
from ragtui_tui.messages.open_passage import OpenPassage, PassageOpened
from ragtui_tui.places import PLACES, Place
from ragtui_tui.progress import IndexingProgress, finds_more
from ragtui_tui.scope import Scope
from ragtui_tui.screen_state import ScreenState
from ragtui_tui.widgets.chat_pane import ChatPane
from ragtui_tui.widgets.header import Header
from ragtui_tui.widgets.key_footer import KeyFooter
from ragtui_tui.widgets.pane import Pane
from ragtui_tui.widgets.reader_pane import ReaderPane
from ragtui_tui.widgets.search_pane import SearchPane
from ragtui_tui.widgets.settings_pane import SettingsPane
from ragtui_tui.widgets.stats_pane import StatsPane
from ragtui_tui.widgets.status_line import StatusLine
from ragtui_tui.widgets.too_small import TooSmall
from ragtui_tui.widgets.vault_pane import VaultPane

REMEMBER_SECONDS = 10.0
"""How often the state is kept, should the app not end in peace."""


HOME = "search"
"""The place where all ways begin."""


class MainScreen(Screen[None]):
    """Where everything happens; one place is shown at a time."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 - as in Screen

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", "Keys", key_display="f1"),
        *(
            # At once: what is typed next belongs to the place.
            Binding(
                place.key,
                f"show_place('{place.id}')",
                place.name,
                show=False,
                priority=True,
            )
            for place in PLACES
        ),
        Binding("slash", "show_place('search')", "Search for something", show=False),
        Binding("f9", "switch_vault", "Open another vault", show=False),
        Binding("ctrl+p", "app.command_palette", "All commands", show=False),
        Binding("q,ctrl+q", "app.quit", "Quit"),
    ]

    def __init__(self, vault: Vault) -> None:
        """Work on `vault`."""
        super().__init__()
        self._vault = vault
        self._index = IndexFollower(vault, self.post_message)
        self._progress = IndexingProgress()
        self._state = ScreenState(vault.index_path)
        self._way: list[str] = []

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Header(self._vault.root.name)
        with ContentSwitcher(initial="search"):
            yield SearchPane(self._vault)
            yield ReaderPane(self._vault)
            yield ChatPane(self._vault)
            yield VaultPane(self._vault, self._progress)
            yield StatsPane(self._vault)
            yield SettingsPane(self._vault)
        yield StatusLine(self._progress)
        yield KeyFooter()
        yield TooSmall()

    def on_resize(self, event: Resize) -> None:
        """Say so if there is no room for all this."""
        self.query_one(TooSmall).see(event.size)

    def on_mount(self) -> None:
        """Paint first; then show what there is, and index."""
        self._restore()
        self._search.take_focus()
        self.call_after_refresh(self._begin)

    async def on_unmount(self) -> None:
        """End the indexing thread."""
        self._index.stop()
        await asyncio.to_thread(self._index.join)

    def _begin(self) -> None:
        self._search.search()
        self._index.start()
        work = partial(remember_vault, self._vault.data_directory, self._vault.root)
        self.run_worker(work, thread=True, group="recent", exit_on_error=False)
        self.set_interval(REMEMBER_SECONDS, self.remember)

    async def remember(self) -> None:
        """Keep how things are, for the next time."""
        told = {place.id: self._pane(place).remember() for place in PLACES}
        await asyncio.to_thread(self._state.save, told)

    def _restore(self) -> None:
        for place in PLACES:
            self._pane(place).restore(self._state.of(place.id))

    def _pane(self, place: Place) -> Pane:
        return self.query_one(f"#{place.id}", Pane)

    @property
    def _search(self) -> SearchPane:
        return self.query_one(SearchPane)

    # --- what the index tells ---

    @on(IndexStep)
    def _index_went_on(self, message: IndexStep) -> None:
        self._progress.note(message.event)
        self._show_progress()
        self.query_one(VaultPane).note(message.event)
        if finds_more(message.event):
            self._search.search()

    @on(CoverageRead)
    def _index_was_read(self, message: CoverageRead) -> None:
        before = self._progress.coverage
        self._progress.cover(message.coverage, elsewhere=message.elsewhere)
        self._show_progress()
        self.query_one(VaultPane).cover()
        if message.elsewhere and before != message.coverage:
            self._search.search()

    @on(IndexingPaused)
    def _indexing_rests(self) -> None:
        self._progress.paused = True
        self._show_progress()

    @on(IndexingFailed)
    def _indexing_failed(self, message: IndexingFailed) -> None:
        reason = wording.line(str(message.error))
        self._progress.failure = reason
        self._show_progress()
        self.notify(reason, title="Indexing", severity="error", markup=False)

    def _show_progress(self) -> None:
        self.query_one(StatusLine).draw()
        self.query_one(VaultPane).draw()

    # --- what a person orders of it ---

    @on(PauseIndexing)
    def _pause_or_resume(self) -> None:
        if self._index.is_paused or self._progress.failure:
            self._progress.failure = ""
            self._index.resume()
        else:
            self._index.pause()

    @on(CheckAgain)
    def _check_again(self) -> None:
        self._index.restart()

    @on(RebuildIndex)
    def _rebuild(self) -> None:
        self._progress.coverage = None
        self._index.rebuild()
        self._show_progress()

    def settings_changed(self, keys: tuple[str, ...]) -> None:
        """Settings were written, and the vault has adopted them."""
        from ragtui_core.settings.loading import known_keys
        from ragtui_core.settings.schema import Effect

        effects = {known_keys()[key].metadata["effect"] for key in keys}
        if effects & {Effect.INDEX, Effect.EMBED}:
            self._index.restart()
        self.query_one(SettingsPane).settings_changed(keys)

    # --- going from place to place ---

    def action_show_place(self, place: str) -> None:
        """Show a place."""
        switcher = self.query_one(ContentSwitcher)
        here = switcher.current or HOME
        self._way = [each for each in (*self._way, here) if each != place]
        if place == HOME:
            self._way = []
        switcher.current = place
        if place == "chat":
            self.query_one(ChatPane).offer(self._offers(here))
        self.query_one(Header).place = place
        self.query_one(f"#{place}", Pane).take_focus()

    def _offers(self, nearest: str) -> list[Scope]:
        """What the places show that a question could be put to."""
        nearest_first = sorted(PLACES, key=lambda place: place.id != nearest)
        return [each for place in nearest_first for each in self._pane(place).offers()]

    @on(OpenPassage)
    def _open(self, message: OpenPassage) -> None:
        self.query_one(ReaderPane).open(message.path, message.passage)

    @on(PassageOpened)
    def _opened(self) -> None:
        self.action_show_place("reader")

    @on(GoBack)
    def _leave(self) -> None:
        way = self._way
        self.action_show_place(way[-1] if way else HOME)
        self._way = way[:-1]

    @on(AskQuestion)
    def _ask(self, message: AskQuestion) -> None:
        self.action_show_place("chat")
        self.query_one(ChatPane).ask(message.question, message.scope)

    def action_switch_vault(self) -> None:
        """Choose another folder of notes."""
        self.post_message(SwitchVault())

    def action_help(self) -> None:
        """Show all keys."""
        from ragtui_tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(list(keys_of(self))))
