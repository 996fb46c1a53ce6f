"""The selected document beside the cards, at the passage that was found."""

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.worker import get_current_worker

from ragtui_core import Card, Hit, RagtuiError, Vault
from ragtui_core.search import SavedSearch
from ragtui_tui import formatting
from ragtui_tui.document_page import passage_of, preview
from ragtui_tui.messages import PageFailed, PageRead
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.search_view.result_card import Entry
from ragtui_tui.widgets.document_heading import DocumentHeading

if TYPE_CHECKING:
    from textual.timer import Timer

    from ragtui_tui.reader_view.document_view import DocumentView


SETTLE_SECONDS = 0.2
"""The cursor rests this long on a card before its document is read."""


class Preview(Vertical, BackgroundWork):
    """Follows the cursor; reads files in a thread."""

    def __init__(self, vault: Vault) -> None:
        """Read from `vault`."""
        super().__init__()
        self._vault = vault
        self._timer: Timer | None = None
        self._view: DocumentView | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield DocumentHeading()

    def follow(self, entry: Entry | None) -> None:
        """Show an entry's document soon, unless another one comes first."""
        if self._timer:
            self._timer.stop()
        if entry is None or isinstance(entry, SavedSearch):
            self._clear()
        elif self.display:
            self._timer = self.set_timer(SETTLE_SECONDS, lambda: self._start(entry))

    def _start(self, entry: Hit | Card) -> None:
        self.in_thread(lambda: self._read(entry), "read")

    def _read(self, entry: Hit | Card) -> None:
        passage = passage_of(entry) if isinstance(entry, Hit) else None
        worker = get_current_worker()
        try:
            page = preview(self._vault.documents.read(entry.path), passage)
        except RagtuiError as error:
            self.post_message(PageFailed(str(error)))
            return
        if not worker.is_cancelled:
            self.post_message(PageRead(page))

    @on(PageRead)
    async def _show(self, event: PageRead) -> None:
        self.query_one(DocumentHeading).show_page(event.page)
        if self._view is None:
            self._view = await self._make_view()
        self._view.show_page(event.page)

    async def _make_view(self) -> "DocumentView":
        """The first paint has nothing to show in it, and does without."""
        from ragtui_tui.reader_view.document_view import DocumentView

        view = DocumentView()
        view.can_focus = False
        await self.mount(view)
        return view

    @on(PageFailed)
    def _fail(self, event: PageFailed) -> None:
        self._clear()
        self.query_one(DocumentHeading).clear(formatting.one_line(event.reason))

    def _clear(self) -> None:
        self.query_one(DocumentHeading).clear()
        if self._view:
            self._view.clear()
