"""The reader: documents in tabs, each rendered or as written, its passage in view."""

import asyncio
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from ragtui_tui import wording
from ragtui_tui.following import Address, DeadEnd, follow
from ragtui_tui.messages.navigation import GoBack
from ragtui_tui.messages.open_passage import PassageOpened
from ragtui_tui.messages.page_read import PageFailed
from ragtui_tui.messages.reading import (
    GoToVisit,
    LinkFollowed,
    ReadingMoved,
    VisitReady,
)
from ragtui_tui.passage import Page, Passage, phrase_pattern
from ragtui_tui.trail import Tab, Visit
from ragtui_tui.typesetting.flow import Link
from ragtui_tui.widgets.document_heading import DocumentHeading
from ragtui_tui.widgets.document_view import DocumentView
from ragtui_tui.widgets.line import Line
from ragtui_tui.widgets.reader_keys import READER_KEYS
from ragtui_tui.widgets.reader_side import ReaderSide
from ragtui_tui.widgets.reader_taking import ReaderTaking
from ragtui_tui.widgets.reading_line import ReadingLine
from ragtui_tui.widgets.side_pane import Kind, SidePane
from ragtui_tui.widgets.tab_strip import TabStrip

EMPTY = "Nothing is open. Press F2 to search, and Enter on a card to read it here."

CHECK_SECONDS = 1.0
"""How often the file that is shown is looked at, for edits from elsewhere."""

Stamp = tuple[int, int] | None
"""Time and size of a file, by which a change is noticed."""


class ReaderPane(ReaderSide, ReaderTaking):
    """The place where one reads."""

    BINDINGS: ClassVar[list[BindingType]] = [*READER_KEYS]

    _stamp: Stamp = None
    _last_closed: Visit | None = None

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
        self._line.display = False
        self._arrange()
        self.set_interval(CHECK_SECONDS, self._look_for_edits)

    @property
    def _line(self) -> Line:
        return self.query_one("#find", Line)

    def _arrange(self) -> None:
        is_open = self._page is not None
        self._empty.display = not is_open
        self.query_one(DocumentHeading).display = is_open
        self.query_one("#reader-body").display = is_open
        self.query_one(ReadingLine).display = is_open
        self.query_one(TabStrip).show_tabs(self._tabs.all, self._tabs.index)
        self._arrange_side()

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
        self._arrange()
        self._show_page(page, visit.line)
        if not is_reload or self.side.kind is Kind.OUTLINE:
            self._fill_side()
        if self.display and not self._line.has_focus:
            self.view.focus()

    def _show_page(self, page: Page, line: int | None) -> None:
        """Show a document at a line; what is looked for stays looked for."""
        self.view.show_page(page, raw=self._shows_raw, line=line)
        if self._line.display:
            self.view.mark(phrase_pattern(self._line.value))

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

    # --- following links ---

    @on(LinkFollowed)
    def _link_followed(self, event: LinkFollowed) -> None:
        event.stop()
        if self._page:
            source = self._page.path
            self.in_thread(
                lambda: self._follow(event.link, source, event.in_new_tab), "follow"
            )

    def _follow(self, link: Link, source: str, in_new_tab: bool) -> None:
        goal = follow(self._vault, link, source)
        match goal:
            case DeadEnd():
                self.app.call_from_thread(self.say, goal.reason)
            case Address():
                self.app.call_from_thread(self._ask_to_open, goal.url)
            case Visit():
                self.app.call_from_thread(self._go, goal, in_new_tab)

    def _ask_to_open(self, url: str) -> None:
        from ragtui_tui.screens.open_address import OpenAddressScreen

        def opened(is_yes: bool | None) -> None:
            if is_yes:
                self.app.open_url(url)

        self.app.push_screen(OpenAddressScreen(url), opened)

    @on(GoToVisit)
    def _go_to_visit(self, event: GoToVisit) -> None:
        event.stop()
        self._go(event.visit, False)

    def _go(self, visit: Visit, in_new_tab: bool) -> None:
        """Read a document in this tab, or in a new one."""
        tab = self._tabs.current
        if in_new_tab or tab is None:
            self._visit(visit, lambda: self._tabs.add(visit))
        else:
            self._visit(visit, lambda: tab.go(visit))

    # --- tabs and history ---

    def action_go_back(self) -> None:
        """Read what was read here before."""
        if (tab := self._tabs.current) and tab.before:
            self._visit(tab.before[-1], tab.go_back)

    def action_go_forward(self) -> None:
        """Undo going back."""
        if (tab := self._tabs.current) and tab.after:
            self._visit(tab.after[-1], tab.go_forward)

    def _show_tab(self, tab: Tab) -> None:
        self._visit(tab.here, lambda: self._tabs.look_at(tab))

    def action_tab(self, step: int) -> None:
        """Go to the tab beside this one."""
        if tabs := self._tabs.all:
            self._show_tab(tabs[(self._tabs.index + step) % len(tabs)])

    def action_tab_at(self, number: int) -> None:
        """Go to a tab by its number."""
        if number <= len(self._tabs.all):
            self._show_tab(self._tabs.all[number - 1])

    @on(TabStrip.Chosen)
    def _tab_chosen(self, event: TabStrip.Chosen) -> None:
        event.stop()
        self.action_tab_at(event.index + 1)

    def action_close_tab(self) -> None:
        """Close the document; the one that was looked at before shows."""
        if not (tab := self._tabs.current):
            return
        self._tabs.keep_line(self.view.line_at_top)
        self._last_closed = tab.here
        self._tabs.close(tab)
        self._page = None
        if self._tabs.current:
            self._show_tab(self._tabs.current)
        else:
            self.view.clear()
            self._arrange()
            self._empty.focus()

    def action_reopen_tab(self) -> None:
        """Open the document again that was closed last."""
        if visit := self._last_closed:
            self._visit(visit, lambda: self._tabs.open(visit))

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

    def action_find(self) -> None:
        """Look for words in the document."""
        if self._page:
            self._line.display = True
            self._line.focus()
            self._line.select_all()

    @on(Input.Changed, "#find")
    def _find_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.view.mark(phrase_pattern(event.value))

    @on(Input.Submitted, "#find")
    def _find_done(self, event: Input.Submitted) -> None:
        event.stop()
        self._line.display = bool(event.value.strip())
        self.view.focus()
        self.view.show_current()

    def _end_find(self) -> None:
        with self._line.prevent(Input.Changed):
            self._line.clear()
        self._line.display = False
        self.view.mark(None)
        self.view.focus()

    def action_leave(self) -> None:
        """Close what is open over the text, else go where the person came from."""
        if self._line.display:
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
        self._arrange()


def _stamp(file: Path) -> Stamp:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
