"""A page that is read: its passage in view, its matches and links at hand."""

import re
from functools import partial
from typing import ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.worker import get_current_worker

from ragtui_core import Lines
from ragtui_tui.document_page import Page, best_line, pattern_of
from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.markdown_view.document_scan import (
    DocumentScan,
    FoundLink,
    Match,
    links_of_block,
    nearest,
    scan_document,
)
from ragtui_tui.markdown_view.layout import RowPosition
from ragtui_tui.markdown_view.rendered_document import RenderedDocument
from ragtui_tui.markdown_view.view import MarkdownView
from ragtui_tui.pane import BackgroundWork
from ragtui_tui.reader_view.reader_messages import LinkFollowed, PositionChanged


class DocumentView(MarkdownView, BackgroundWork):
    """Shows one page at a time, rendered or as its source."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "match(1)", "Next match", show=False),
        Binding("N", "match(-1)", "Previous match", show=False),
        Binding("tab", "link(1)", "Next link or task", show=False),
        Binding("shift+tab", "link(-1)", "Previous link or task", show=False),
        Binding("enter", "follow", "Follow link"),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._page: Page | None = None
        self._words: re.Pattern[str] | None = None
        self._is_scanned = False
        self._opens_at_match = False
        """Whether the first match is still to be brought into view."""
        self._matches: list[Match] = []
        self._match: int | None = None
        """The index of the current one."""
        self.links: list[FoundLink] = []
        """All links and tasks, as far as the document was scanned."""
        self._chosen: FoundLink | None = None
        self._to_choose: int | None = None
        """Which of the links of a page that was read again is to be chosen."""

    # --- pages ---

    def show_page(
        self,
        page: Page,
        *,
        raw: bool = False,
        line: int | None = None,
        is_again: bool = False,
    ) -> None:
        """Show a page, or its source, from a line on; without one, the passage.

        If it was read again, the link or task that is chosen stays so.
        """
        passage = page.passage
        links = enumerate(self.links if is_again else ())
        self._to_choose = next((at for at, link in links if link == self._chosen), None)
        self._page = page
        self._words = pattern_of(passage.words) if passage else None
        self._chosen = None
        self._forget_scan()
        target = best_line(page) if passage else None
        self.show_document(
            page.raw if raw else page.rendered,
            passage.lines if passage else None,
            target if line is None else None,
        )
        if line is not None:
            self.go_to_line(line)
        self._scan()
        self._opens_at_match = line is None

    def clear(self) -> None:
        """Show nothing."""
        self._page = self._words = self._chosen = None
        self._forget_scan()
        self.show_document(None, None, None)

    def mark(self, words: re.Pattern[str] | None) -> None:
        """Highlight words of the document; None highlights those of the search."""
        if words is None and self._page and self._page.passage:
            words = pattern_of(self._page.passage.words)
        self._words = words
        self._scan()

    def _forget_scan(self) -> None:
        self.forget("scan")
        self._is_scanned = False
        self._matches, self._match, self.links = [], None, []
        self._marks.current = self._marks.link = None

    def _scan(self) -> None:
        """Find all matches and links, in a thread."""
        self._forget_scan()
        document, words = self._document, self._words
        if document is not None:
            self.load(partial(_scanned, document, words), self._show_scan, "scan")

    def _show_scan(self, scan: DocumentScan) -> None:
        self._is_scanned = True
        self._marks.set_matches(scan.matches)
        self._matches, self.links = scan.matches, scan.links
        if scan.matches:
            line = self.first_line
            lines = (match.line for match in scan.matches)
            self._match = nearest(lines, (line, line), 1) or 0
        if self._to_choose is not None and self._to_choose < len(self.links):
            self.choose_link(self.links[self._to_choose])
        self._to_choose = None
        self._mark_current()
        self._open_at_match()
        self.moved()

    def _lay_out(self) -> None:
        super()._lay_out()
        self._open_at_match()

    def _open_at_match(self) -> None:
        """Bring the first match of a new page into view, once it has rows."""
        if not (self._opens_at_match and self._is_scanned and self._layout):
            return
        self._opens_at_match = False
        passage, match = self._passage_lines, self._current
        is_of_passage = (
            match and passage and passage.first <= match.line <= passage.last
        )
        if is_of_passage and not self._is_match_in_view():
            self.show_current()  # A paragraph may be longer than the screen.

    @property
    def first_line(self) -> int:
        """The line the passage was chosen for, if it is in view; else the top line."""
        if (passage := self._passage_lines) and self._page:
            top, bottom = self.line_at_top, self.line_at_bottom
            if passage.first <= bottom and passage.last >= top:
                return best_line(self._page)
        return self.line_at_top

    @property
    def _passage_lines(self) -> Lines | None:
        passage = self._page.passage if self._page else None
        return passage.lines if passage else None

    # --- matches ---

    @property
    def match_position(self) -> tuple[int, int] | None:
        """Which match is current and how many there are; None until it is known."""
        if not self._is_scanned or self._words is None:
            return None
        current = 0 if self._match is None else self._match + 1
        return current, len(self._matches)

    @property
    def is_match_in_title(self) -> bool:
        """Whether the title, which stands above the text, has one of the words."""
        title = self._page.fields.title if self._page else ""
        return bool(self._words and self._words.search(title))

    @property
    def _current(self) -> Match | None:
        return None if self._match is None else self._matches[self._match]

    @property
    def current_line(self) -> int:
        """The line of the file that the user is most likely to look at."""
        if (match := self._current) and self._is_match_in_view():
            return match.line
        top, passage = self.line_at_top, self._passage_lines
        if passage and top <= passage.first <= self.line_at_bottom:
            return passage.first
        return top

    @property
    def lines_of_choice(self) -> Lines | None:
        """The lines of what Tab has chosen, or else of what was searched for."""
        if self._chosen and self._document:
            first = self._document.blocks[self._chosen.block].lines.first
            return Lines(first, first)
        passage = self._page.passage if self._page else None
        if not (self._page and passage):
            return None
        return Lines(best_line(self._page), passage.lines.last)

    @property
    def words_of_match(self) -> str:
        """The words that the search found, which a passage is about."""
        passage = self._page.passage if self._page else None
        return " ".join(sorted(passage.words)) if passage else ""

    def show_current(self) -> None:
        """Bring the current match into view."""
        match = self._current
        if match and (position := self._position_of(match)):
            self.bring_into_view(position)

    def action_match(self, step: int) -> None:
        """Go to the next match, or the one before; from what is in view."""
        if not self._matches:
            return
        if self._match is not None and self._is_match_in_view():
            index = self._match + step
        else:
            lines = (match.line for match in self._matches)
            found = nearest(lines, (self.line_at_top, self.line_at_bottom), step)
            index = found if found is not None else min(step, 0)
        self._match = index % len(self._matches)
        self._mark_current()
        self.show_current()
        self.moved()

    def _is_match_in_view(self) -> bool:
        match = self._current
        position = self._position_of(match) if match else None
        return position is not None and self.is_in_view(position)

    def _position_of(self, match: Match) -> RowPosition | None:
        if self._layout is None:
            return None
        at = match.block, match.cell, match.start
        return self._layout.position_of(*at)

    def _mark_current(self) -> None:
        self._marks.current = self._current
        self._forget_strips()

    # --- links ---

    @property
    def chosen_link(self) -> Link | None:
        """The link that Enter follows."""
        return self._chosen.link if self._chosen else None

    def choose_link(self, chosen: FoundLink | None) -> None:
        """Let Enter follow this link, and bring it into view."""
        if (self._chosen is None) != (chosen is None):
            self.call_after_refresh(self.refresh_bindings)
        self._chosen = chosen
        self._marks.link = None
        if chosen:
            link = chosen.link
            self._marks.link = Match(chosen.block, link.cell, link.start, link.end)
            if position := self._position_of(self._marks.link):
                self.bring_into_view(position)
        self._forget_strips()
        self.moved()

    def action_link(self, step: int) -> None:
        """Choose the next link, or the one before; after the last, leave the text."""
        index = None
        if self._chosen in self.links:
            index = self.links.index(self._chosen) + step
        elif layout := self._layout:
            top = self.scroll_offset.y
            view = layout.locate(top), layout.locate(top + self.size.height - 1)
            index = nearest(map(self._row_of, self.links), view, step)
        is_there = index is not None and 0 <= index < len(self.links)
        self.choose_link(self.links[index] if index is not None and is_there else None)
        if not is_there:
            raise SkipAction

    def _row_of(self, found: FoundLink) -> RowPosition:
        """The row of a link; the first of its block if that has no rows yet."""
        if self._layout is None or not self._layout.is_made(found.block):
            return RowPosition(found.block, 0)
        link = found.link
        return self._layout.position_of(found.block, link.cell, link.start)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Following needs a link that is chosen."""
        link = self.chosen_link
        return action != "follow" or (link is not None and not link.is_task)

    def action_follow(self) -> None:
        """Go where the chosen link leads."""
        if link := self.chosen_link:
            self.post_message(LinkFollowed(link))

    def on_click(self, event: events.Click) -> None:
        """Go where the link under the pointer leads."""
        index, layout = event.style.meta.get("link"), self._layout
        offset = event.get_content_offset(self)
        if index is None or layout is None or self._document is None or offset is None:
            return
        position = layout.locate(offset.y + self.scroll_offset.y)
        if row := layout.row(position):
            event.stop()
            block = self._document.blocks[row.block]
            chosen = links_of_block(row.block, block)[int(index)]
            self.choose_link(chosen)
            self.post_message(LinkFollowed(chosen.link))

    def moved(self) -> None:
        """Report that something else is in view."""
        self.post_message(PositionChanged())


def _scanned(document: RenderedDocument, words: re.Pattern[str] | None) -> DocumentScan:
    """All matches and links, unless the thread's work is cancelled meanwhile."""
    worker = get_current_worker()
    return scan_document(document, words, lambda: not worker.is_cancelled)
