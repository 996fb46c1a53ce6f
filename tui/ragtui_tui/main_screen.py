"""The main screen: all views, and the thread that keeps the index up to date."""

import asyncio
import posixpath
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from ragtui_core import (
    Coverage,
    IndexFollower,
    IndexMissing,
    RagtuiError,
    Vault,
    remember_vault,
)
from ragtui_core.indexing import (
    IndexEvent,
    IndexNotice,
    IndexNoticeKind,
    SettingsRead,
)
from ragtui_tui.command_names import named
from ragtui_tui.formatting import one_line
from ragtui_tui.header import Header
from ragtui_tui.index_progress import IndexingProgress, changes_results
from ragtui_tui.messages import (
    AskQuestion,
    GoBack,
    OpenPassage,
    PassageOpened,
    SettingsFilesRead,
)
from ragtui_tui.pane import Pane
from ragtui_tui.pane_manager import (
    CHAT,
    DEFAULT_VIEW,
    READER,
    VAULT,
    VIEWS,
    PaneManager,
    View,
)
from ragtui_tui.question_scope import QuestionScope
from ragtui_tui.textual_workarounds.idle_gc import IdleScheduler
from ragtui_tui.textual_workarounds.lightweight_widgets import KeyFooter
from ragtui_tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtui_tui.note_creation import NoteCreation
    from ragtui_tui.search_view.search_pane import SearchPane


SAVE_SECONDS = 10.0
"""How often the state is kept, in case the app does not end normally."""

WIDE = 120
"""Cells from which on a screen has the class `-wide`, and not `-narrow`."""


class MainScreen(Screen[None]):
    """Shows one view at a time, and routes messages between all parts."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - as in Screen

    BINDINGS: ClassVar[list[BindingType]] = named(
        "app",
        [
            Binding("f1,question_mark", "help", "Keys", key_display="f1"),
            *(
                # At once: what is typed next belongs to the view.
                Binding(
                    view.key,
                    f"show_view('{view.id}')",
                    view.name,
                    show=False,
                    priority=True,
                    tooltip=f"Show the view {view.name}.",
                )
                for view in VIEWS
            ),
            Binding(
                "slash",
                "show_view('search')",
                "Search for something",
                show=False,
                tooltip="Type a new query.",
            ),
            Binding("ctrl+o", "open_by_name", "Open by name", show=False),
            Binding("f7", "edit_settings", "Edit the settings", show=False),
            Binding("f9", "app.switch_vault", "Open another vault", show=False),
            Binding("f10", "daily_note", "Edit today's note", show=False),
            Binding("f12", "new_note", "New note", show=False),
            Binding("ctrl+p", "app.command_palette", "All commands", show=False),
            Binding("q,ctrl+q", "app.quit", "Quit"),
        ],
    )

    def __init__(self, vault: Vault, idle_scheduler: IdleScheduler) -> None:
        """Work on `vault`; `idle_scheduler` reports when the user is idle."""
        super().__init__()
        # What Textual adds at the first resize anyway, and styles each widget again.
        is_wide = self.app.size.width >= WIDE
        self.add_class("-wide" if is_wide else "-narrow", update=False)
        self._vault = vault
        self._idle_scheduler = idle_scheduler
        self._index = IndexFollower(vault, self)
        self._progress = IndexingProgress()
        self.panes = PaneManager(vault, self._progress)
        self._history: list[View[Pane]] = []

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Header(self._vault.root.name)
        yield self.panes
        yield StatusLine(self._progress)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Paint first; then show what there is, and index."""
        self.panes.is_ready.set()
        if self.panes.made(DEFAULT_VIEW) is None:
            return  # The app ends meanwhile.
        self.set_focus(self._search.line)  # At once: a key may lead away already.
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
        self.set_interval(SAVE_SECONDS, self.panes.remember)
        self.panes.prepare(self._idle_scheduler)

    async def leave(self) -> None:
        """Keep the state for the next start, and start no more work."""
        await self.panes.is_ready.wait()  # Who quits at once waits for the start.
        await self.panes.end()
        await self.panes.remember()

    @property
    def _search(self) -> "SearchPane":
        search = self.panes.made(DEFAULT_VIEW)
        assert search is not None
        return search

    # --- what the index follower reports, from its thread ---

    def step(self, event: IndexEvent) -> None:
        """Indexing went on a step."""
        self.call_later(self._show_step, event)

    def coverage(self, coverage: Coverage, *, elsewhere: bool) -> None:
        """The coverage was read."""
        self.call_later(self._show_coverage, coverage, elsewhere)

    def paused(self) -> None:
        """Indexing was paused."""
        self.call_later(self._indexing_paused)

    def failed(self, error: RagtuiError) -> None:
        """Indexing ended with an error; what is indexed stays searchable."""
        self.call_later(self._indexing_failed, error)

    # --- indexing events ---

    def _show_step(self, event: IndexEvent) -> None:
        self._progress.note(event)
        self._show_progress()
        if changes_results(event):
            self._search.search()
        if isinstance(event, IndexNotice):
            self._warn(event)
        if isinstance(event, SettingsRead):
            self.post_message(SettingsFilesRead())

    def _warn(self, notice: IndexNotice) -> None:
        """Show a warning that does not stop indexing."""
        shown = one_line(notice.message)
        is_setting = notice.kind is IndexNoticeKind.SETTINGS_WRONG
        title = "Settings" if is_setting else "Indexing"
        self.notify(shown, title=title, severity="warning", markup=False)

    def _show_coverage(self, coverage: Coverage, elsewhere: bool) -> None:
        before = self._progress.coverage
        self._progress.tracker.cover(coverage, elsewhere=elsewhere)
        self._show_progress()
        if elsewhere and before != coverage:
            self._search.search()

    def _indexing_paused(self) -> None:
        self._progress.tracker.pause()
        self._show_progress()

    def _indexing_failed(self, error: RagtuiError) -> None:
        self._progress.tracker.fail(error)
        reason = one_line(self._progress.state.sentence)
        self._show_progress()
        self.notify(reason, title="Indexing", severity="error", markup=False)

    def _show_progress(self) -> None:
        self.query_one(StatusLine).draw()
        if vault := self.panes.made(VAULT):
            vault.draw()

    def action_pause(self) -> None:
        """Pause indexing after the current batch, or resume it."""
        if self._index.is_paused or self._progress.tracker.failure:
            self._progress.tracker.resume()
            self._index.resume()
        else:
            self._index.pause()

    # --- other programs ---

    @property
    def _creation(self) -> "NoteCreation":
        from ragtui_tui.note_creation import NoteCreation

        return NoteCreation(self, self._vault)

    def action_edit_settings(self) -> None:
        """Edit the settings file in the user's editor; what it says applies at once."""
        from ragtui_core.settings import config_path, create_settings_file
        from ragtui_tui.other_programs import run_editor, user_editor

        file = config_path()
        try:
            editor = user_editor()
            create_settings_file(file)
            run_editor(self.app, editor, file.parent, file, 1)
        except RagtuiError as error:
            shown = one_line(str(error))
            self.notify(shown, title="Settings", severity="error", markup=False)

    async def action_open_by_name(self) -> None:
        """Open a note by letters of its title or path, the last changed first."""
        from ragtui_tui.dialogs.choice_list import Choice, ChoiceDialog

        def chosen(path: str | None) -> None:
            if path:
                self.post_message(OpenPassage(path, None))

        recent = self._vault.documents.recent
        with suppress(IndexMissing):
            cards = await asyncio.to_thread(recent, sys.maxsize)
            choices = [
                Choice(one_line(card.fields.title), card.path, one_line(card.path))
                for card in cards
            ]
            dialog = ChoiceDialog("Open by name", choices, None, "Letters of its name")
            self.app.push_screen(dialog, chosen)

    async def action_daily_note(self) -> None:
        """Edit today's note in the user's editor, then show it."""
        await self._creation.edit_today()

    def action_new_note(self) -> None:
        """Create a note by its title, beside the document in the reader."""
        reader = self.panes.made(READER) if self.panes.view is READER else None
        folder = posixpath.dirname(reader.path) if reader else ""
        self._creation.ask_for_name(folder)

    # --- navigation ---

    async def action_show_view(self, view: str) -> None:
        """Show a view."""
        await self._show(next(declared for declared in VIEWS if declared.id == view))

    async def _show(self, view: View[Pane]) -> None:
        here = self.panes.view
        if (pane := await self.panes.show(view)) is None:
            return
        self._history = [
            earlier for earlier in (*self._history, here) if earlier is not view
        ]
        if view is DEFAULT_VIEW:
            self._history = []
        if view is CHAT and (chat := self.panes.made(CHAT)):
            chat.offer(self._offers(here))
        self.query_one(Header).view = view.id
        pane.take_focus()

    def _offers(self, nearest: View[Pane]) -> list[QuestionScope]:
        """What of the views a question can be about."""
        panes = sorted(self.panes.all_made(), key=lambda pane: pane.id != nearest.id)
        return [offer for pane in panes for offer in pane.offers()]

    @on(OpenPassage)
    async def _open(self, message: OpenPassage) -> None:
        if reader := await self.panes.pane(READER):
            reader.open(message.path, message.passage)

    @on(PassageOpened)
    async def _opened(self) -> None:
        await self._show(READER)

    @on(GoBack)
    async def _leave(self) -> None:
        history = self._history
        await self._show(history[-1] if history else DEFAULT_VIEW)
        self._history = history[:-1]

    @on(AskQuestion)
    async def _ask(self, message: AskQuestion) -> None:
        await self._show(CHAT)
        if chat := self.panes.made(CHAT):
            await chat.ask(message.question, message.scope)

    def action_help(self) -> None:
        """Show the keys of this view, and those of all views."""
        from ragtui_tui.key_commands import KeyHelp, key_bindings_of

        self.app.push_screen(KeyHelp(key_bindings_of(self), self.panes.view.name))
