"""The main screen: search, reader and chat, and the thread that indexes."""

import asyncio
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Footer

from ragtui_core.indexing.events import ReadingProgress, ScanFinished
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.commands.catalogue import keys_of
from ragtui_tui.indexing import IndexFollower
from ragtui_tui.messages.index_news import CoverageRead, IndexingFailed, IndexStep
from ragtui_tui.messages.navigation import AskQuestion, GoBack
from ragtui_tui.messages.open_passage import OpenPassage, PassageOpened
from ragtui_tui.places import PLACES, Place
from ragtui_tui.screen_state import ScreenState
from ragtui_tui.widgets.chat_pane import ChatPane
from ragtui_tui.widgets.header import Header
from ragtui_tui.widgets.pane import Pane
from ragtui_tui.widgets.reader_pane import ReaderPane
from ragtui_tui.widgets.search_pane import SearchPane
from ragtui_tui.widgets.status_line import StatusLine

REMEMBER_SECONDS = 10.0
"""How often the state is kept, should the app not end in peace."""


class MainScreen(Screen[None]):
    """Where everything happens; one place is shown at a time."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 - as in Screen

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", "Keys", key_display="f1"),
        *(
            Binding(place.key, f"show_place('{place.id}')", place.name, show=False)
            for place in PLACES
        ),
        Binding("slash", "show_place('search')", "Search for something", show=False),
        Binding("ctrl+p", "app.command_palette", "All commands", show=False),
        Binding("q,ctrl+q", "app.quit", "Quit"),
    ]

    def __init__(self, vault: Vault) -> None:
        """Work on `vault`."""
        super().__init__()
        self._vault = vault
        self._index = IndexFollower(vault, self.post_message)
        self._state = ScreenState(vault.index_path)
        self._came_from = "search"

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Header(self._vault.root.name)
        with ContentSwitcher(initial="search"):
            yield SearchPane(self._vault)
            yield ReaderPane(self._vault)
            yield ChatPane(self._vault)
        yield StatusLine()
        yield Footer()

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
        self.set_interval(REMEMBER_SECONDS, self.remember)

    def remember(self) -> None:
        """Keep how things are, for the next time."""
        self._state.save({place.id: self._pane(place).remember() for place in PLACES})

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
        self.query_one(StatusLine).note(message.event)
        if isinstance(message.event, ReadingProgress | ScanFinished):
            self._search.search()

    @on(CoverageRead)
    def _index_was_read(self, message: CoverageRead) -> None:
        status = self.query_one(StatusLine)
        before = status.progress.coverage
        status.cover(message.coverage, elsewhere=message.elsewhere)
        if message.elsewhere and before != message.coverage:
            self._search.search()

    @on(IndexingFailed)
    def _indexing_failed(self, message: IndexingFailed) -> None:
        reason = wording.line(str(message.error))
        self.query_one(StatusLine).fail(reason)
        self.notify(reason, title="Indexing", severity="error", markup=False)

    # --- going from place to place ---

    def action_show_place(self, place: str) -> None:
        """Show search, reader or chat."""
        switcher = self.query_one(ContentSwitcher)
        if switcher.current in {"search", "chat"}:
            self._came_from = switcher.current
        switcher.current = place
        self.query_one(Header).place = place
        self.query_one(f"#{place}", Pane).take_focus()

    @on(OpenPassage)
    def _open(self, message: OpenPassage) -> None:
        self.query_one(ReaderPane).open(message.path, message.passage)

    @on(PassageOpened)
    def _opened(self) -> None:
        self.action_show_place("reader")

    @on(GoBack)
    def _leave(self) -> None:
        self.action_show_place(self._came_from)

    @on(AskQuestion)
    def _ask(self, message: AskQuestion) -> None:
        self.action_show_place("chat")
        self.query_one(ChatPane).ask(message.question, message.scope)

    def action_help(self) -> None:
        """Show all keys."""
        from ragtui_tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(list(keys_of(self))))
