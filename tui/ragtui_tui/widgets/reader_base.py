"""What all parts of the reader know: the vault, the open page, its tabs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.widgets import Static
from textual.worker import get_current_worker

from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.model import Document
from ragtui_core.sources.headings import find_section
from ragtui_core.sources.lines import LineCounter
from ragtui_core.vault import Vault
from ragtui_tui import passage, wording
from ragtui_tui.messages.page_read import PageFailed
from ragtui_tui.messages.reading import VisitReady
from ragtui_tui.passage import Page
from ragtui_tui.trail import Tabs, Visit
from ragtui_tui.widgets.document_view import DocumentView
from ragtui_tui.widgets.pane import Pane

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel


class ReaderBase(Pane):
    """Reads documents in a thread; its subclasses show them."""

    def __init__(self, vault: Vault) -> None:
        """Read from `vault`."""
        super().__init__(id="reader")
        self._vault = vault
        self._page: Page | None = None
        self._raw = False
        self._tabs = Tabs()

    @property
    def view(self) -> DocumentView:
        """The text."""
        return self.query_one("#rendered", DocumentView)

    @property
    def _empty(self) -> Static:
        return self.query_one("#reader-empty", Static)

    @property
    def _file(self) -> Path:
        """The file of the page."""
        return self._vault.root / (self._page.path if self._page else "")

    def say(self, words: str, *, severe: bool = False) -> None:
        """Tell in a toast; names in it are shown as they are."""
        severity: SeverityLevel = "error" if severe else "information"
        self.notify(wording.line(words), severity=severity, markup=False)

    def take_focus(self) -> None:
        """Let keys scroll, or at least lead back."""
        (self.view if self._page else self._empty).focus()

    # --- reading ---

    def _visit(self, visit: Visit, arrive: Callable[[], None]) -> None:
        """Read a document; once that is done, `arrive` tells the tabs."""
        if self._page:
            self._tabs.keep_line(self.view.line_at_top)
        self.in_thread(lambda: self._read(visit, arrive), "read")

    def _read(self, visit: Visit, arrive: Callable[[], None]) -> None:
        worker = get_current_worker()
        try:
            visit, page = self._page_of(visit)
        except RagtuiError as error:
            self.post_message(PageFailed(str(error)))
            return
        if not worker.is_cancelled:
            self.post_message(VisitReady(visit, page, arrive))

    def _page_of(self, visit: Visit) -> tuple[Visit, Page]:
        """Read a document, and make ready what of it is shown first."""
        if _size(self._vault.root / visit.path) > passage.RENDERED_BYTES:
            text = self._vault.documents.text(visit.path)
            head = self._vault.documents.parse(visit.path, text[: passage.HEAD_CHARS])
            page = passage.long_page(head, text, visit.passage)
        else:
            document = self._vault.documents.read(visit.path)
            visit = self._at_heading(visit, document)
            page = passage.whole(document, visit.passage)
        sheet = page.raw if page.is_long or self._raw else page.rendered
        sheet.read_around(visit.line or passage.best_line(page))
        return visit, page

    def _at_heading(self, visit: Visit, document: Document) -> Visit:
        """The visit with the line of the heading that it names."""
        if not visit.heading or visit.heading.startswith("^"):
            return visit
        try:
            start = find_section(document, visit.heading.replace("#", " > ")).start
        except DocumentNotFound:
            wanted = f"{visit.path} has no heading {visit.heading!r}."
            self.app.call_from_thread(self.say, wanted)
            return visit
        line = LineCounter(document.text).line(start)
        return replace(visit, line=line, heading="")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
