"""The reader: a document, rendered or as source, its passage in view."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from ragtui_core import Vault
from ragtui_tui.command_names import named
from ragtui_tui.document_page import Page, Passage
from ragtui_tui.index_progress import IndexingProgress
from ragtui_tui.messages import AskQuestion, PassageOpened
from ragtui_tui.pane import Pane
from ragtui_tui.question_scope import QuestionScope, ScopeKind
from ragtui_tui.reader_view.document_loader import (
    DocumentLoader,
    FileStamp,
    LoadedDocument,
)
from ragtui_tui.reader_view.passage_actions import PassageActions
from ragtui_tui.reader_view.reader_body import FindLine, PositionLine, ReaderBody
from ragtui_tui.reader_view.reader_messages import (
    GoToEntry,
    LinkFollowed,
    PositionChanged,
)
from ragtui_tui.reader_view.reader_navigation import (
    BrokenLink,
    ExternalAddress,
    History,
    HistoryEntry,
    follow,
)
from ragtui_tui.reader_view.side_pane import SideKind
from ragtui_tui.widgets.document_heading import DocumentHeading

EMPTY = "Nothing is open. Press F2 to search, and Enter on a card to read it here."

NEED_A_PAGE = {"find", "side", "edit", "ask_file"}
"""Actions that the footer leaves out without a document."""

CHECK_SECONDS = 1.0
"""How often the file of the document is checked for edits."""


def _hidden(keys: str, action: str, name: str, does: str = "") -> Binding:
    """A binding that the footer does not show; `does` is for the palette."""
    return Binding(keys, action, name, show=False, tooltip=does)


class ReaderPane(Pane):
    """Composes the parts of the reader, and routes messages between them."""

    BINDINGS: ClassVar[list[BindingType]] = named(
        "reader",
        [
            Binding("escape", "leave", "Back"),
            _hidden("m", "toggle_raw", "Rendered/raw"),
            Binding("ctrl+f", "find", "Find"),
            Binding("t", "side('OUTLINE')", "Outline", tooltip="List the headings."),
            _hidden(
                "i", "side('BACKLINKS')", "Linked from", "List links to this note."
            ),
            _hidden(
                "r", "side('SIMILAR')", "Similar notes", "List notes like this one."
            ),
            _hidden(
                "left_square_bracket,backspace",
                "go(-1)",
                "Document before",
                "Go back to what was read here before.",
            ),
            _hidden(
                "right_square_bracket",
                "go(1)",
                "Document after",
                "Go forward again to what was read after this.",
            ),
            _hidden(
                "left_curly_bracket",
                "day(-1)",
                "Journal: day before",
                "Read the journal's last note before this day.",
            ),
            _hidden(
                "right_curly_bracket",
                "day(1)",
                "Journal: day after",
                "Read the journal's next note after this day.",
            ),
            Binding("e", "edit", "Edit"),
            _hidden("x", "tick_off", "Tick a task off"),
            _hidden("o", "open_original", "Open the original file"),
            Binding("ctrl+g,a", "ask_file", "Ask"),
            _hidden("A", "ask_passage", "Ask about this passage"),
            _hidden(
                "c",
                "copy('quotation')",
                "Copy quotation",
                "The selection, with a source that can be verified later.",
            ),
        ],
    )

    COMMANDS_WITHOUT_KEY: ClassVar[list[Binding]] = [
        _hidden("", "rename", "Rename this note"),
        _hidden("", "copy('text')", "Copy the text", "All of it, as it is written."),
        _hidden(
            "", "copy('markdown_link')", "Copy Markdown link", "Title linked to path."
        ),
    ]
    """In the command palette alone."""

    def __init__(self, vault: Vault, _: IndexingProgress) -> None:
        super().__init__(id="reader")
        self._vault = vault
        self._loader = DocumentLoader(vault)
        self._history = History()
        self._page: Page | None = None
        self._raw = False
        self._stamp: FileStamp = None
        self._body = ReaderBody(vault)
        self.view = self._body.view
        self._side = self._body.side
        self._find = FindLine(self.view)
        self._actions = PassageActions(self, vault, self.view)

    def compose(self) -> ComposeResult:
        """Lay out."""
        empty = Static(EMPTY, id="reader-empty", markup=False)
        empty.can_focus = True
        yield empty
        yield DocumentHeading()
        yield self._body
        yield self._find
        yield PositionLine()

    def on_mount(self) -> None:
        """Start with nothing open."""
        self._show_state()
        self.while_shown(CHECK_SECONDS, self._check_for_edits)

    def _show_state(self) -> None:
        is_open = self._page is not None
        self._empty.display = not is_open
        self.query_one(DocumentHeading).display = is_open
        self.query_one(PositionLine).display = is_open
        self._body.set_page(self._page)
        self.refresh_bindings()

    @property
    def _empty(self) -> Static:
        return self.query_one("#reader-empty", Static)

    def take_focus(self) -> None:
        """Focus the text; show the document that was open the last time."""
        if self._page is None and self._history.here:
            self._load(self._history.here, lambda: None)
        (self.view if self._page else self._empty).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Most keys need a document, and are not offered without one."""
        return self._page is not None or action not in NEED_A_PAGE

    # --- opening documents ---

    def open(self, path: str, passage: Passage | None) -> None:
        """Read a document."""
        entry = HistoryEntry(path, passage)

        def arrive() -> None:
            self._history.go(entry)
            self.post_message(PassageOpened())

        self._load(entry, arrive)

    def _go(self, entry: HistoryEntry) -> None:
        """Read a document that the reader itself leads to."""
        self._load(entry, partial(self._history.go, entry))

    def _load(self, entry: HistoryEntry, arrive: Callable[[], None]) -> None:
        """Read a document in a thread; `arrive` updates the history afterwards."""
        if self._page:
            self._history.save_line(self.view.line_at_top)
        self._read(entry, "read", arrive)

    def _read(
        self, entry: HistoryEntry, group: str, arrive: Callable[[], None] | None
    ) -> None:
        read = partial(self._loader.load, entry, raw=self._raw)
        show = partial(self._show_loaded, arrive)
        self.load(read, show, group, failed=self._show_failure)

    def _show_failure(self, reason: str) -> None:
        self.toast(reason, severe=True)
        if self._page is None:
            self._history.here = None
            self._empty.focus()

    def _show_loaded(
        self, arrive: Callable[[], None] | None, document: LoadedDocument
    ) -> None:
        """Show a document; `arrive` is None if it was read again."""
        page, entry = document.page, document.entry
        is_reload = self._page is not None and self._page.path == page.path
        if arrive:
            arrive()
            self._find.forget()
        elif not is_reload:  # another document is shown meanwhile
            return
        if document.problem:
            self.toast(document.problem)
        self._page, self._stamp = page, document.stamp
        self.query_one(DocumentHeading).show_page(page)
        self._show_state()
        self._show_page(page, entry.line, is_again=arrive is None)
        if not is_reload or self._side.kind is SideKind.OUTLINE:
            self._side.update_entries(page)
        if self.display and not self._find.has_focus:
            self.view.focus()

    def _show_page(
        self, page: Page, line: int | None, *, is_again: bool = False
    ) -> None:
        raw = self._raw or page.is_long
        self.view.show_page(page, raw=raw, line=line, is_again=is_again)
        self._find.reapply()

    def _reload(self) -> None:
        """Read the file again, and stay at the line; what is being opened goes on."""
        if self._page and self._history.here:
            self._history.save_line(self.view.line_at_top)
            self._read(self._history.here, "read again", None)

    async def _check_for_edits(self) -> None:
        """Read the file again if it was changed elsewhere."""
        page = self._page
        if not (page and self._stamp and self.screen.is_active):
            return
        now = await asyncio.to_thread(self._loader.stamp, page.path)
        if self._page is not page:
            return
        if now is None:
            self._stamp = None
            words = "The file is gone; what is shown is its last content."
            self.toast(words, severe=True)
        elif now != self._stamp:
            self._stamp = now
            self._reload()

    @property
    def path(self) -> str:
        """The path of the document that is shown; "" if there is none."""
        return self._page.path if self._page else ""

    # --- history ---

    @on(GoToEntry)
    def _show_entry(self, event: GoToEntry) -> None:
        event.stop()
        self._go(event.entry)

    def action_go(self, step: int) -> None:
        """Go to the document that was read here before, or forward again."""
        history = self._history
        if step < 0 and history.before:
            self._load(history.before[-1], history.go_back)
        elif step > 0 and history.after:
            self._load(history.after[-1], history.go_forward)

    async def action_day(self, step: int) -> None:
        """Go to the journal's note of the next day that has one, or of the last."""
        from ragtui_core.new_notes import day_beside

        if not (page := self._page):
            return
        path = await asyncio.to_thread(day_beside, self._vault, page.path, step)
        if path:
            self._go(HistoryEntry(path))
        else:
            where = "after" if step > 0 else "before"
            self.notify(f"The journal has no day {where} this note.", markup=False)

    # --- links ---

    @on(LinkFollowed)
    def _link_followed(self, event: LinkFollowed) -> None:
        event.stop()
        if self._page:
            find = partial(follow, self._vault, event.link, self._page.path)
            self.load(find, self._go_to, "follow")

    def _go_to(self, target: HistoryEntry | ExternalAddress | BrokenLink) -> None:
        match target:
            case BrokenLink(reason, note) if note:
                from ragtui_tui.note_creation import NoteCreation

                NoteCreation(self.screen, self._vault).confirm(reason, note)
            case BrokenLink(reason):
                self.toast(reason)
            case ExternalAddress():
                self._actions.open_address(target.url)
            case HistoryEntry():
                self._go(target)

    # --- the side pane ---

    def action_side(self, kind: str) -> None:
        """Show a kind of the side pane and focus it; once more hides it."""
        if self._page:
            self._body.show_side(SideKind[kind])

    # --- the position in the document ---

    @on(PositionChanged)
    def _position_changed(self, event: PositionChanged) -> None:
        event.stop()
        if self._page:
            self._side.follow_section()
            self.query_one(PositionLine).show_position(self._page, self.view)

    # --- actions on the document ---

    def offers(self) -> Sequence[QuestionScope]:
        """The selection, the file, and the passage that it was opened for."""
        return self._actions.scopes(self._page) if self._page else ()

    def action_toggle_raw(self) -> None:
        """Show the document as source, with line numbers, or rendered."""
        if self._page is None:
            return
        if self._page.is_long:
            self.toast("This document is too long to be rendered.")
            return
        self._raw = not self._raw
        self._show_page(self._page, self.view.line_at_top)

    def action_find(self) -> None:
        """Find words in the document."""
        if self._page:
            self._find.open()

    def action_copy(self, what: str) -> None:
        """Copy the text, a link, or a quotation that can be verified."""
        if self._page:
            self._actions.copy_passage(self._page, what)

    def action_ask_file(self) -> None:
        """Ask about this file, in the chat."""
        if self._page:
            self.post_message(
                AskQuestion(scope=QuestionScope(ScopeKind.FILE, self._page.path))
            )

    def action_ask_passage(self) -> None:
        """Ask about the selection, or the passage in view, in the chat."""
        if self._page:
            self._actions.ask_about_passage(self._page)

    async def action_edit(self) -> None:
        """Open the file at this line in the user's editor, and wait for its end."""
        if self._page:
            self._actions.edit(self._page.path)
            await self._check_for_edits()

    def action_tick_off(self) -> None:
        """Tick off the task that Tab has chosen, or that a search found; or undo it."""
        if self._page:
            self._actions.tick_off(self._page, self._reload)

    def action_rename(self) -> None:
        """Give this note another title; its file and the links to it follow."""
        if self._page:
            self._actions.rename(self._page, lambda path: self._go(HistoryEntry(path)))

    def action_open_original(self) -> None:
        """Open a file that is not text in the system's program for it."""
        if self._page:
            self._actions.open_original(self._page)

    def action_leave(self) -> None:
        """Close what is open over the text, else go back to the previous view."""
        if self._find.display:
            self._find.close()
        elif not self._body.close_side():
            super().action_leave()

    # --- state ---

    def remember(self) -> dict[str, Any]:
        """The document, and the state of the side pane."""
        here = self._history.here
        path = here.path if here else ""
        return {"path": path, "raw": self._raw, **self._side.remember()}

    def restore(self, state: dict[str, Any]) -> None:
        """Open it again; the file is read when the reader is shown."""
        path = state.get("path")
        self._history.here = (
            HistoryEntry(path) if path and isinstance(path, str) else None
        )
        self._raw = state.get("raw") is True
        self._side.restore(state)
        self._show_state()
