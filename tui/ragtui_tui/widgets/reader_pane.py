"""The reader: one document, rendered or as written, its passage in view."""

import posixpath
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Markdown, Static
from textual.worker import get_current_worker

from ragtui_core.errors import RagtuiError
from ragtui_core.vault import Vault
from ragtui_tui import wording
from ragtui_tui.messages.navigation import GoBack
from ragtui_tui.messages.open_passage import OpenPassage, PassageOpened
from ragtui_tui.messages.page_read import PageFailed, PageRead
from ragtui_tui.passage import Page, Passage, whole
from ragtui_tui.widgets.document_heading import DocumentHeading
from ragtui_tui.widgets.document_view import DocumentView
from ragtui_tui.widgets.pane import Pane
from ragtui_tui.widgets.raw_view import RawView

RENDERED_LINES = 1_500
"""Longer documents open as written: rendering them would take seconds."""

EMPTY = "Nothing is open. Press F2 to search, and Enter on a card to read it here."


class ReaderPane(Pane):
    """The place where one reads."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,o", "leave", "Back"),
        Binding("m", "toggle_raw", "Rendered/raw"),
    ]

    def __init__(self, vault: Vault) -> None:
        """Read from `vault`."""
        super().__init__(id="reader")
        self._vault = vault
        self._page: Page | None = None
        self._raw = False

    def compose(self) -> ComposeResult:
        """Lay out."""
        empty = Static(EMPTY, id="reader-empty", markup=False)
        empty.can_focus = True
        yield empty
        yield DocumentHeading()
        yield DocumentView(id="rendered")
        yield RawView()

    def on_mount(self) -> None:
        """Start with nothing open."""
        self._arrange()

    def open(self, path: str, passage: Passage | None) -> None:
        """Read a document from disk and show it."""
        self.in_thread(lambda: self._read(path, passage), "read")

    def _read(self, path: str, passage: Passage | None) -> None:
        worker = get_current_worker()
        try:
            page = whole(self._vault.read(path), passage)
        except RagtuiError as error:
            self.post_message(PageFailed(str(error)))
            return
        if not worker.is_cancelled:
            self.post_message(PageRead(page))

    @on(PageFailed)
    def _fail(self, event: PageFailed) -> None:
        self.notify(wording.line(event.reason), severity="error", markup=False)

    @on(PageRead)
    def _show_page(self, event: PageRead) -> None:
        self._page = event.page
        self._raw = event.page.text.count("\n") > RENDERED_LINES
        self.query_one(DocumentHeading).show_page(event.page)
        self._fill()
        self.post_message(PassageOpened())

    def _fill(self) -> None:
        """Show the page in the view that is on."""
        if self._page is None:
            return
        self._arrange()
        view = self._view()
        view.show_page(self._page)
        if self.display:
            view.focus()

    def _view(self) -> DocumentView | RawView:
        return self.query_one(RawView) if self._raw else self.query_one(DocumentView)

    def _arrange(self) -> None:
        is_open = self._page is not None
        self.query_one("#reader-empty").display = not is_open
        self.query_one(DocumentHeading).display = is_open
        self.query_one(DocumentView).display = is_open and not self._raw
        self.query_one(RawView).display = is_open and self._raw

    def take_focus(self) -> None:
        """Let keys scroll, or at least lead back."""
        if self._page is not None:
            self._view().focus()
        else:
            self.query_one("#reader-empty").focus()

    def action_toggle_raw(self) -> None:
        """Show the document as written, with line numbers, or rendered."""
        if self._page is not None:
            self._raw = not self._raw
            self._fill()

    def action_leave(self) -> None:
        """Go back to the results, or to the chat."""
        self.post_message(GoBack())

    @on(Markdown.LinkClicked)
    def _follow(self, event: Markdown.LinkClicked) -> None:
        """Read a linked note; a link out of the vault is only shown."""
        event.stop()
        target = event.href.partition("#")[0]
        if ":" in target or target.startswith("/") or self._page is None:
            link = f"Not opened: {wording.line(event.href)}"
            self.notify(link, title="A link out of the vault", markup=False)
        elif target:
            folder = posixpath.dirname(self._page.path)
            path = posixpath.normpath(posixpath.join(folder, target))
            self.post_message(OpenPassage(path, None))
