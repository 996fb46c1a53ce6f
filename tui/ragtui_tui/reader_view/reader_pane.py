"""The reader: documents in tabs, each rendered or as written, its passage in view."""

import asyncio
import os
import subprocess
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from ragtui_core.answer.inquiry import Selection
from ragtui_core.errors import DocumentNotFound, IndexMissing, RagtuiError
from ragtui_core.model import Document, Lines
from ragtui_core.sources.headings import find_section
from ragtui_core.sources.lines import LineCounter
from ragtui_core.store.names import without_ending
from ragtui_core.vault import Vault
from ragtui_tui import document_page, formatting
from ragtui_tui.document_page import Page, Passage, phrase_pattern
from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.messages import AskQuestion, GoBack, PageFailed, PassageOpened
from ragtui_tui.pane import Pane
from ragtui_tui.question_scope import Scope
from ragtui_tui.reader_view import side_pane
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.reader_view.external_editor import NO_EDITOR, editor_command
from ragtui_tui.reader_view.link_targets import BrokenLink, ExternalAddress, follow
from ragtui_tui.reader_view.navigation_history import HistoryEntry, OpenTabs, Tab
from ragtui_tui.reader_view.reader_messages import (
    EntryReady,
    GoToEntry,
    GoToLine,
    LinkFollowed,
    PositionChanged,
    SideRead,
)
from ragtui_tui.reader_view.side_pane import Entry, Kind, SidePane
from ragtui_tui.textual_workarounds.line_input import LineInput
from ragtui_tui.textual_workarounds.tab_strip import TabStrip
from ragtui_tui.widgets.document_heading import DocumentHeading, PositionLine

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel


EMPTY = "Nothing is open. Press F2 to search, and Enter on a card to read it here."

NEED_A_PAGE = {"find", "side", "edit", "ask_file"}

CHECK_SECONDS = 1.0
"""How often the file that is shown is looked at, for edits from elsewhere."""

Stamp = tuple[int, int] | None
"""Time and size of a file, by which a change is noticed."""


def _stamp(file: Path) -> Stamp:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class ReaderBase(Pane):
    """Reads documents in a thread; its subclasses show them."""

    def __init__(self, vault: Vault) -> None:
        """Read from `vault`."""
        super().__init__(id="reader")
        self._vault = vault
        self._page: Page | None = None
        self._raw = False
        self._tabs = OpenTabs()

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
        self.notify(formatting.one_line(words), severity=severity, markup=False)

    def take_focus(self) -> None:
        """Let keys scroll, or at least lead back."""
        (self.view if self._page else self._empty).focus()

    # --- reading ---

    def _read_entry(self, entry: HistoryEntry, arrive: Callable[[], None]) -> None:
        """Read a document; once that is done, `arrive` tells the tabs."""
        if self._page:
            self._tabs.save_line(self.view.line_at_top)
        self.in_thread(lambda: self._read(entry, arrive), "read")

    def _read(self, entry: HistoryEntry, arrive: Callable[[], None]) -> None:
        worker = get_current_worker()
        try:
            entry, page = self._page_of(entry)
        except RagtuiError as error:
            self.post_message(PageFailed(str(error)))
            return
        if not worker.is_cancelled:
            self.post_message(EntryReady(entry, page, arrive))

    def _page_of(self, entry: HistoryEntry) -> tuple[HistoryEntry, Page]:
        """Read a document, and make ready what of it is shown first."""
        if _size(self._vault.root / entry.path) > document_page.RENDERED_BYTES:
            text = self._vault.documents.text(entry.path)
            head = self._vault.documents.parse(
                entry.path, text[: document_page.HEAD_CHARS]
            )
            page = document_page.long_page(head, text, entry.passage)
        else:
            document = self._vault.documents.read(entry.path)
            entry = self._at_heading(entry, document)
            page = document_page.whole(document, entry.passage)
        sheet = page.raw if page.is_long or self._raw else page.rendered
        sheet.read_around(entry.line or document_page.best_line(page))
        return entry, page

    def _at_heading(self, entry: HistoryEntry, document: Document) -> HistoryEntry:
        """The visit with the line of the heading that it names."""
        if not entry.heading or entry.heading.startswith("^"):
            return entry
        try:
            start = find_section(document, entry.heading.replace("#", " > ")).start
        except DocumentNotFound:
            wanted = f"{entry.path} has no heading {entry.heading!r}."
            self.app.call_from_thread(self.say, wanted)
            return entry
        line = LineCounter(document.text).line(start)
        return replace(entry, line=line, heading="")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


class ReaderFinding(ReaderBase):
    """Shows the line below the text, and marks what is typed there."""

    @property
    def find_line(self) -> LineInput:
        """Where one types what to look for; shown while it is looked for."""
        return self.query_one("#find", LineInput)

    def find_again(self) -> None:
        """Another document is shown, or in another way: mark in it what is typed."""
        if self.find_line.display:
            self.view.mark(phrase_pattern(self.find_line.value))

    def action_find(self) -> None:
        """Look for words in the document."""
        if self._page:
            self.find_line.display = True
            self.find_line.focus()
            self.find_line.select_all()

    @on(Input.Changed, "#find")
    def _find_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.view.mark(phrase_pattern(event.value))

    @on(Input.Submitted, "#find")
    def _find_done(self, event: Input.Submitted) -> None:
        event.stop()
        self.find_line.display = bool(event.value.strip())
        self.view.focus()
        self.view.show_current()

    def _end_find(self) -> None:
        with self.find_line.prevent(Input.Changed):
            self.find_line.clear()
        self.find_line.display = False
        self.view.mark(None)
        self.view.focus()


READER_KEYS = (
    Binding("escape", "leave", "Back"),
    Binding("m", "toggle_raw", "Rendered/raw", show=False),
    Binding("ctrl+f", "find", "Find"),
    Binding("t", "side('OUTLINE')", "Outline"),
    Binding("i", "side('BACKLINKS')", "Linked from", show=False),
    Binding("r", "side('SIMILAR')", "Similar notes", show=False),
    Binding("l", "side('LINKS')", "Links", show=False),
    Binding("s", "toggle_side", "Show or hide the side pane", show=False),
    Binding("less_than_sign", "resize_side(4)", "Wider side pane", show=False),
    Binding("greater_than_sign", "resize_side(-4)", "Narrower side pane", show=False),
    Binding("left_square_bracket,backspace", "go_back", "Document before", show=False),
    Binding("right_square_bracket", "go_forward", "Document after", show=False),
    Binding("comma", "tab(-1)", "Tab to the left", show=False),
    Binding("full_stop", "tab(1)", "Tab to the right", show=False),
    *(
        Binding(str(n), f"tab_at({n})", "To the nth tab", show=False)
        for n in range(1, 10)
    ),
    Binding("x", "close_tab", "Close tab", show=False),
    Binding("X", "reopen_tab", "Open the closed tab again", show=False),
    Binding("e", "edit", "Edit"),
    Binding("ctrl+g", "ask_file", "Ask"),
    Binding("a", "ask_file", "Ask about this file", show=False),
    Binding("A", "ask_passage", "Ask about this passage", show=False),
    Binding("y", "copy_path", "Copy path", show=False),
    Binding("Y", "copy_wiki_link", "Copy [[link]]", show=False),
    Binding("ctrl+y", "copy_markdown_link", "Copy Markdown link", show=False),
    Binding("c", "copy_quotation", "Copy quotation", show=False),
)
"""Every action of the reader has one, so that help and palette tell of it."""


MIN_CELLS, MAX_CELLS, DEFAULT_CELLS = 20, 80, 40


class ReaderSide(ReaderBase):
    """Beside the text on a wide screen, in its place on a narrow one."""

    _side_cells = DEFAULT_CELLS
    _side_wanted = True
    """On a wide screen; on a narrow one it shows when it is asked for."""

    @property
    def side(self) -> SidePane:
        """The pane."""
        return self.query_one(SidePane)

    @property
    def is_wide(self) -> bool:
        """Whether there is room for the pane beside the text."""
        return self.screen.has_class("-wide")

    def _arrange_side(self, *, asked: bool = False) -> None:
        """Show the pane, or not."""
        shown = self._page is not None and (
            self._side_wanted if self.is_wide else asked
        )
        had_focus = self.side.list.has_focus
        self.side.display = shown
        self.side.styles.width = self._side_cells if self.is_wide else "1fr"
        self.view.display = self._page is not None and (self.is_wide or not shown)
        if had_focus and not shown:
            self.view.focus()

    def _fill_side(self) -> None:
        """Ask for what the pane shows, if it is in view."""
        page = self._page
        if page is None or not self.side.display:
            return
        if self.side.kind is Kind.OUTLINE:
            self.side.show_entries(Kind.OUTLINE, side_pane.outline(page))
            self._follow_outline()
        elif self.side.kind is Kind.LINKS:
            entries = side_pane.links(self.view.links)
            self.side.show_entries(Kind.LINKS, entries)
        else:
            kind = self.side.kind
            self.in_thread(lambda: self._read_side(page, kind), "side")

    def _read_side(self, page: Page, kind: Kind) -> None:
        entries: list[Entry] = []
        try:
            if kind is Kind.BACKLINKS:
                entries = side_pane.backlinks(self._vault.links.backlinks(page.path))
            else:
                entries = side_pane.similar(self._vault.links.related(page.path))
        except RagtuiError as error:
            self.app.call_from_thread(self.say, str(error), severe=True)
        self.post_message(SideRead(page.path, kind, entries))

    @on(SideRead)
    def _side_read(self, event: SideRead) -> None:
        if self._page and self._page.path == event.path:
            self.side.show_entries(event.kind, event.entries)

    def _follow_outline(self) -> None:
        """Have the cursor of the outline at the section that is in view."""
        if self._page and self.side.kind is Kind.OUTLINE and self.side.display:
            line = self.view.line_of_section
            above = [h for h in self._page.headings if h.lines.first <= line]
            self.side.choose_row(len(above) - 1)

    @on(GoToLine)
    def _go_to_line(self, event: GoToLine) -> None:
        event.stop()
        self._arrange_side()
        self.view.focus()
        self.call_after_refresh(self.view.go_to_line, event.line)

    @on(SidePane.KindClicked)
    def _kind_clicked(self, event: SidePane.KindClicked) -> None:
        event.stop()
        self.action_side(event.kind.name)

    def action_side(self, kind: str) -> None:
        """Show a kind of the side pane, and walk it; once more leads back."""
        if self._page is None:
            return
        wanted = Kind[kind]
        if self.side.kind is wanted and self.side.list.has_focus:
            self._arrange_side()
            self.view.focus()
            return
        self._side_wanted = True
        if self.side.kind is not wanted:
            self.side.show_kind(wanted)
        self._arrange_side(asked=True)
        self._fill_side()
        self.side.list.focus()

    def action_toggle_side(self) -> None:
        """Show the side pane, or hide it."""
        if self._page is None:
            return
        shown = self.side.display
        self._side_wanted = not shown
        self._arrange_side(asked=not shown)
        self._fill_side()
        if not shown and not self.is_wide:
            self.side.list.focus()

    def action_resize_side(self, cells: int) -> None:
        """Give the side pane more room, or less."""
        self._side_cells = max(MIN_CELLS, min(MAX_CELLS, self._side_cells + cells))
        self._arrange_side(asked=self.side.display)

    def _side_state(self) -> dict[str, Any]:
        kind = self.side.kind.name
        return {
            "side": self._side_cells,
            "side_shown": self._side_wanted,
            "side_kind": kind,
        }

    def _restore_side(self, state: dict[str, Any]) -> None:
        if isinstance(cells := state.get("side"), int):
            self._side_cells = max(MIN_CELLS, min(MAX_CELLS, cells))
        if isinstance(shown := state.get("side_shown"), bool):
            self._side_wanted = shown
        kind = state.get("side_kind")
        if isinstance(kind, str) and kind in Kind.__members__:
            self.side.show_kind(Kind[kind])


class ReaderTabs(ReaderBase):
    """Goes from document to document."""

    _last_closed: HistoryEntry | None = None

    @abstractmethod
    def show_state(self) -> None:
        """Show what there is to show."""

    def _go(self, entry: HistoryEntry, in_new_tab: bool) -> None:
        """Read a document in this tab, or in a new one."""
        tab = self._tabs.current
        if in_new_tab or tab is None:
            self._read_entry(entry, lambda: self._tabs.add(entry))
        else:
            self._read_entry(entry, lambda: tab.go(entry))

    def action_go_back(self) -> None:
        """Read what was read here before."""
        if (tab := self._tabs.current) and tab.before:
            self._read_entry(tab.before[-1], tab.go_back)

    def action_go_forward(self) -> None:
        """Undo going back."""
        if (tab := self._tabs.current) and tab.after:
            self._read_entry(tab.after[-1], tab.go_forward)

    def _show_tab(self, tab: Tab) -> None:
        self._read_entry(tab.here, lambda: self._tabs.show(tab))

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
        self._tabs.save_line(self.view.line_at_top)
        self._last_closed = tab.here
        self._tabs.close(tab)
        self._page = None
        if self._tabs.current:
            self._show_tab(self._tabs.current)
        else:
            self.view.clear()
            self.show_state()
            self._empty.focus()

    def action_reopen_tab(self) -> None:
        """Open the document again that was closed last."""
        if entry := self._last_closed:
            self._read_entry(entry, lambda: self._tabs.open(entry))


class ReaderTaking(ReaderBase):
    """Copies to the clipboard by OSC 52, which works over ssh and in tmux too."""

    def _copy(self, text: str, what: str) -> None:
        self.app.copy_to_clipboard(text)
        self.say(f"Copied {what}")

    def action_copy_path(self) -> None:
        """Copy the path of the file, seen from the vault."""
        if self._page:
            self._copy(self._page.path, self._page.path)

    def action_copy_wiki_link(self) -> None:
        """Copy `[[note]]`."""
        if self._page:
            path = self._page.path
            self.in_thread(lambda: self._copy_wiki_link(path), "copy")

    def _copy_wiki_link(self, path: str) -> None:
        try:
            link = self._vault.links.wiki_link(path)
        except IndexMissing:
            link = f"[[{without_ending(path)}]]"
        self.app.call_from_thread(self._copy, link, link)

    def action_copy_markdown_link(self) -> None:
        """Copy `[title](path)`."""
        from ragtui_core.links.writing import markdown_link

        if self._page:
            link = markdown_link(self._page.path, self._page.fields.title)
            self._copy(link, link)

    # --- passages ---

    def _looked_at(self) -> tuple[Selection, str] | None:
        """What is selected, else the passage in view; and words that it is about."""
        page = self._page
        if page is None:
            return None
        if lines := self.view.selected_lines():
            text = self.screen.get_selected_text() or ""
            self.screen.clear_selection()
            return Selection(text.strip(), page.path, lines), ""
        line = self.view.current_line
        if line == self.view.line_at_top:
            line = self._first_telling(line)
        return Selection("", page.path, Lines(line, line)), self.view.words_of_match

    def _first_telling(self, line: int) -> int:
        """The first line from one on that is neither blank nor a heading."""
        shown = self._page.lines if self._page else ()
        for number in range(line, min(line + 20, len(shown) + 1)):
            text = shown[number - 1].strip()
            if text and not text.startswith("#"):
                return number
        return line

    def action_copy_quotation(self) -> None:
        """Copy the selection, or the passage, as a quotation that can be verified."""
        if looked_at := self._looked_at():
            self.in_thread(lambda: self._copy_quotation(*looked_at), "copy")

    def _copy_quotation(self, selection: Selection, about: str) -> None:
        from ragtui_core.answer.saved_citations import write_citation

        try:
            citation = self._vault.quotations.quote(selection, about)
        except RagtuiError as error:
            self.app.call_from_thread(self.say, str(error), severe=True)
            return
        words = " ".join(citation.quote.split())
        shown = f"{words[:60]}…" if len(words) > 60 else words
        place = formatting.location(citation.path, citation.lines)
        self.app.call_from_thread(
            self._copy, write_citation(citation), f"“{shown}” — {place}"
        )

    # --- questions ---

    def offers(self) -> Sequence[Scope]:
        """What is selected, the file, and the passage that it was opened for."""
        page = self._page
        if page is None:
            return ()
        passage = page.passage.lines if page.passage else None
        selected = self.view.selected_lines()
        scopes = [
            self._passage(page, selected),
            Scope.file(page.path),
            self._passage(page, passage),
        ]
        return [scope for scope in scopes if scope]

    def _passage(self, page: Page, lines: Lines | None) -> Scope | None:
        if lines is None:
            return None
        text = "\n".join(page.lines[lines.first - 1 : lines.last])
        return Scope.passage(page.path, text, lines)

    def action_ask_file(self) -> None:
        """Ask about this file, in the chat."""
        if self._page:
            self.post_message(AskQuestion(scope=Scope.file(self._page.path)))

    def action_ask_passage(self) -> None:
        """Ask about the selection, or the passage in view, in the chat."""
        if looked_at := self._looked_at():
            self.in_thread(lambda: self._ask_passage(*looked_at), "ask")

    def _ask_passage(self, selection: Selection, about: str) -> None:
        try:
            quoted = self._vault.quotations.quote(selection, about)
        except RagtuiError as error:
            self.app.call_from_thread(self.say, str(error), severe=True)
            return
        scope = Scope.passage(quoted.path, quoted.quote, quoted.lines)
        self.post_message(AskQuestion(scope=scope))

    # --- editing ---

    def action_edit(self) -> None:
        """Open the file at this line in the person's editor, and wait for its end."""
        if self._page is None:
            return
        try:
            command = editor_command(os.environ, self._file, self.view.current_line)
        except ValueError as error:
            self.say(f"$VISUAL or $EDITOR cannot be read: {error}", severe=True)
            return
        if command is None:
            self.say(NO_EDITOR)
            return
        self._run_editor(command)
        self.app.refresh()
        self.reload()

    def _run_editor(self, command: list[str]) -> None:
        try:
            with self.app.suspend():
                done = subprocess.run(command, cwd=self._vault.root, check=False)
        except SuspendNotSupported:
            self.say("An editor can be opened only in a terminal.", severe=True)
        except OSError as error:
            self.say(f"{command[0]} cannot be started: {error.strerror}", severe=True)
        else:
            if done.returncode:
                self.say(
                    f"{command[0]} ended with status {done.returncode}", severe=True
                )

    @abstractmethod
    def reload(self) -> None:
        """Read the file again."""


class ReaderFollowing(ReaderTabs):
    """Follows links in a thread, since a name may have to be looked for."""

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
            case BrokenLink():
                self.app.call_from_thread(self.say, goal.reason)
            case ExternalAddress():
                self.app.call_from_thread(self._ask_to_open, goal.url)
            case HistoryEntry():
                self.app.call_from_thread(self._go, goal, in_new_tab)

    def _ask_to_open(self, url: str) -> None:
        from ragtui_tui.dialogs.dialog import OpenAddressDialog

        def opened(is_yes: bool | None) -> None:
            if is_yes:
                self.app.open_url(url)

        self.app.push_screen(OpenAddressDialog(url), opened)

    @on(GoToEntry)
    def _go_to_entry(self, event: GoToEntry) -> None:
        event.stop()
        self._go(event.entry, False)


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
        yield LineInput("Find in this document", "Done", id="find")
        yield PositionLine()

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
        self.query_one(PositionLine).display = is_open
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
        entry = HistoryEntry(path, passage)

        def arrive() -> None:
            self._tabs.open(entry)
            self.post_message(PassageOpened())

        self._read_entry(entry, arrive)

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

    @on(EntryReady)
    def _show_entry(self, event: EntryReady) -> None:
        event.arrive()
        page, entry = event.page, event.entry
        is_reload = self._page is not None and self._page.path == page.path
        self._page = page
        self._stamp = _stamp(self._file)
        self.query_one(DocumentHeading).show_page(page)
        self.show_state()
        self._show_page(page, entry.line)
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
            entry = HistoryEntry(self._page.path, tab.here.passage, line)
            self._read_entry(entry, lambda: None)

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

    @on(PositionChanged)
    def _moved(self, event: PositionChanged) -> None:
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
        self.query_one(PositionLine).tell(self._where(), self._counts())

    def _where(self) -> str:
        if link := self.view.chosen_link:
            return f"→ {link.href}"
        if self._page is None:
            return ""
        heading = self._page.heading_above(self.view.line_of_section)
        title = self._page.fields.title
        return formatting.heading_path(heading.heading_path, title) if heading else ""

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
        return {**self._tabs.state(), "raw": self._raw, **self._side_state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Have them again; files are read when the reader is shown."""
        self._tabs.restore(state)
        self._raw = state.get("raw") is True
        self._restore_side(state)
        self.show_state()
