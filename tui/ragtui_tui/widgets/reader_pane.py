"""The reader: documents in tabs, each rendered or as written, its passage in view."""

import asyncio
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from ragtui_tui import wording
from ragtui_tui.messages.navigation import GoBack
from ragtui_tui.messages.open_passage import PassageOpened
from ragtui_tui.messages.page_read import PageFailed
from ragtui_tui.messages.reading import ReadingMoved, VisitReady
from ragtui_tui.passage import Page, Passage
from ragtui_tui.trail import Visit
from ragtui_tui.widgets.document_heading import DocumentHeading
from ragtui_tui.widgets.document_view import DocumentView
from ragtui_tui.widgets.line import Line
from ragtui_tui.widgets.reader_finding import ReaderFinding
from ragtui_tui.widgets.reader_following import ReaderFollowing
from ragtui_tui.widgets.reader_keys import READER_KEYS
from ragtui_tui.widgets.reader_side import ReaderSide
from ragtui_tui.widgets.reader_taking import ReaderTaking
from ragtui_tui.widgets.reading_line import ReadingLine
from ragtui_tui.widgets.side_pane import Kind, SidePane
from ragtui_tui.widgets.tab_strip import TabStrip

EMPTY = "Nothing is open. Press F2 to search, and Enter on a card to read it here."

NEED_A_PAGE = {"find", "side", "edit", "ask_file"}

CHECK_SECONDS = 1.0
"""How often the file that is shown is looked at, for edits from elsewhere."""

Stamp = tuple[int, int] | None
"""Time and size of a file, by which a change is noticed."""


class ReaderPane(ReaderSide, ReaderTaking, ReaderFinding, ReaderFollowing):
    """The place where one reads."""

    BINDINGS: ClassVar[list[BindingType]] = [*READER_KEYS]

    _stamp: Stamp = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield TabStrip()
        empty = Static(EMPTY, id="reader-empty", markup=False)
        empty.can_focus = True
        yield empty
        yield DocumentHeading()
        with Horizontal(id="reader-body"):
            yield DocumentView(id="rendered")
            yield SidePane()
        yield Line("Find in this document", "Done", id="find")
        yield ReadingLine()

    def on_mount(self) -> None:
        """Start with nothing open."""
        self.find_line.display = False
        self.show_state()
        self.set_interval(CHECK_SECONDS, self._look_for_edits)

    def show_state(self) -> None:
        """Show what there is to show."""
        is_open = self._page is not None
        self._empty.display = not is_open
        self.query_one(DocumentHeading).display = is_open
        self.query_one("#reader-body").display = is_open
        self.query_one(ReadingLine).display = is_open
        self.query_one(TabStrip).show_tabs(self._tabs.all, self._tabs.index)
        self._arrange_side()
        self.refresh_bindings()

    def on_resize(self) -> None:
        """The side pane has room, or has not any more."""
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self._arrange_side(asked=self.side.list.has_focus)
        self._fill_side()

    # --- opening ---

    def open(self, path: str, passage: Passage | None) -> None:
        """Read a document in the tab that has it, or in a new one."""
        visit = Visit(path, passage)

        def arrive() -> None:
            self._tabs.open(visit)
            self.post_message(PassageOpened())

        self._visit(visit, arrive)

    def take_focus(self) -> None:
        """Let keys scroll; show the document that was open the last time."""
        if self._page is None and self._tabs.current:
            self._show_tab(self._tabs.current)
        super().take_focus()

    @on(PageFailed)
    def _fail(self, event: PageFailed) -> None:
        self.say(event.reason, severe=True)
        if self._page is None and self._tabs.current:
            self._tabs.close(self._tabs.current)
            self.take_focus()

    @on(VisitReady)
    def _show_visit(self, event: VisitReady) -> None:
        event.arrive()
        page, visit = event.page, event.visit
        is_reload = self._page is not None and self._page.path == page.path
        self._page = page
        self._stamp = _stamp(self._file)
        self.query_one(DocumentHeading).show_page(page)
        self.show_state()
        self._show_page(page, visit.line)
        if not is_reload or self.side.kind is Kind.OUTLINE:
            self._fill_side()
        if self.display and not self.find_line.has_focus:
            self.view.focus()

    def _show_page(self, page: Page, line: int | None) -> None:
        """Show a document at a line; what is looked for stays looked for."""
        self.view.show_page(page, raw=self._shows_raw, line=line)
        self.find_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Most keys need a document, and are not offered without one."""
        return self._page is not None or action not in NEED_A_PAGE

    @property
    def _shows_raw(self) -> bool:
        return self._raw or (self._page is not None and self._page.is_long)

    def reload(self) -> None:
        """Read the file again, and stay at the line."""
        if self._page and (tab := self._tabs.current):
            line = self.view.line_at_top
            visit = Visit(self._page.path, tab.here.passage, line)
            self._visit(visit, lambda: None)

    async def _look_for_edits(self) -> None:
        """Read the file again if it was changed by somebody."""
        if not (
            self._page and self._stamp and self.screen.is_active and self.is_on_screen
        ):
            return
        now = await asyncio.to_thread(_stamp, self._file)
        if now is None:
            self._stamp = None
            self.say("The file is gone; what is shown is what it said.", severe=True)
        elif now != self._stamp:
            self._stamp = now
            self.reload()

    # --- looking at it ---

    def action_toggle_raw(self) -> None:
        """Show the document as written, with line numbers, or rendered."""
        if self._page is None:
            return
        if self._page.is_long:
            self.say("This document is too long to be rendered.")
            return
        self._raw = not self._raw
        line = self.view.line_at_top
        self._show_page(self._page, line)

    def action_leave(self) -> None:
        """Close what is open over the text, else go where the person came from."""
        if self.find_line.display:
            self._end_find()
        elif self.side.list.has_focus:
            self._arrange_side()
            self.view.focus()
        else:
            self.post_message(GoBack())

    @on(ReadingMoved)
    def _moved(self, event: ReadingMoved) -> None:
        event.stop()
        if not self._page:
            return
        if (
            self.side.kind is Kind.LINKS
            and self.side.display
            and not self.side.list.has_focus
        ):
            self._fill_side()
        self._follow_outline()
        self.query_one(ReadingLine).tell(self._where(), self._counts())

    def _where(self) -> str:
        if link := self.view.chosen_link:
            return f"→ {link.href}"
        if self._page is None:
            return ""
        heading = self._page.heading_above(self.view.line_of_section)
        title = self._page.fields.title
        return wording.headings(heading.heading_path, title) if heading else ""

    def _counts(self) -> str:
        parts = []
        if position := self.view.position:
            current, total = position
            parts.append(f"{current} of {total:,}" if total else "no match")
        if self._page:
            last = len(self._page.lines)
            parts.append(f"line {self.view.line_at_bottom:,} of {last:,}")
        return " · ".join(parts)

    # --- memory ---

    def remember(self) -> dict[str, Any]:
        """The open documents, and what the side pane is like."""
        return {**self._tabs.remembered(), "raw": self._raw, **self._side_state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Have them again; files are read when the reader is shown."""
        self._tabs.restore(state)
        self._raw = state.get("raw") is True
        self._restore_side(state)
        self.show_state()


def _stamp(file: Path) -> Stamp:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
