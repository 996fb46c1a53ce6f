"""A page that is read: its passage in view, its matches and links at hand."""

import re
from typing import ClassVar

from textual import events, on
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.worker import get_current_worker

from ragtui_tui.document_page import Page, best_line, pattern_of
from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.markdown_view.document_scan import (
    DocumentScan,
    LinkPosition,
    Match,
    link_at,
    scan_document,
)
from ragtui_tui.markdown_view.layout import RowPosition
from ragtui_tui.markdown_view.rendered_document import RenderedDocument
from ragtui_tui.markdown_view.view import MarkdownView
from ragtui_tui.reader_view.reader_messages import (
    DocumentScanned,
    LinkFollowed,
    PositionChanged,
)


class DocumentView(MarkdownView):
    """Shows one page at a time, rendered or as it is written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "match(1)", "Next match", show=False),
        Binding("N", "match(-1)", "Previous match", show=False),
        Binding("tab", "link(1)", "Next link", show=False),
        Binding("shift+tab", "link(-1)", "Previous link", show=False),
        Binding("enter", "follow(False)", "Follow link"),
        Binding("T", "follow(True)", "Open link in a new tab", show=False),
    ]

    _page: Page | None = None
    _words: re.Pattern[str] | None = None
    _found: DocumentScan | None = None
    _current: int | None = None
    _chosen: LinkPosition | None = None

    # --- pages ---

    def show_page(
        self, page: Page, *, raw: bool = False, line: int | None = None
    ) -> None:
        """Show a page.

        Args:
            page: What to show.
            raw: Whether to show it as it is written.
            line: The line to begin at; None brings the passage into view.
        """
        self._page = page
        self._words = pattern_of(page.passage.words) if page.passage else None
        self._chosen = None
        target = best_line(page) if page.passage else None
        self.show_document(
            page.raw if raw else page.rendered,
            page.passage.lines if page.passage else None,
            target if line is None else None,
        )
        if line is not None:
            self.go_to_line(line)
        self._scan()

    def clear(self) -> None:
        """Show nothing."""
        self._page = self._words = self._found = self._current = self._chosen = None
        self.show_document(None, None, None)

    def mark(self, words: re.Pattern[str] | None) -> None:
        """Mark what is looked for in the document; None marks what the search found."""
        if words is None and self._page and self._page.passage:
            words = pattern_of(self._page.passage.words)
        self._words = words
        self._scan()

    def _scan(self) -> None:
        self._found = self._current = None
        self._marks.current = self._marks.link = None
        document, words = self._document, self._words
        if document is not None:
            self.in_thread(lambda: self._scan_in_thread(document, words), "survey")

    def _scan_in_thread(
        self, document: RenderedDocument, words: re.Pattern[str] | None
    ) -> None:
        worker = get_current_worker()
        found = scan_document(document, words, lambda: not worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(DocumentScanned(found))

    @on(DocumentScanned)
    def _scanned(self, event: DocumentScanned) -> None:
        self._found = event.survey
        self._marks.set_matches(event.survey.matches)
        self._current = self._first_match()
        self._mark_current()
        self.moved()

    def _first_match(self) -> int | None:
        """The match that the passage was chosen for, else the first one in view."""
        matches = self.matches
        line = self.line_at_top
        if self._page and self._page.passage:
            passage = self._page.passage.lines
            if passage.first <= self.line_at_bottom and passage.last >= line:
                line = best_line(self._page)
        found = (at for at, match in enumerate(matches) if match.line >= line)
        return next(found, 0 if matches else None)

    @property
    def shown_path(self) -> str | None:
        """The path of the page that is shown, once its rows are there."""
        return self._page.path if self._page and self._layout else None

    # --- matches ---

    @property
    def matches(self) -> list[Match]:
        """The places of the words that are looked for, as far as known."""
        return self._found.matches if self._found else []

    @property
    def position(self) -> tuple[int, int] | None:
        """Which match is current and how many there are; None while nobody knows."""
        if self._found is None or self._words is None:
            return None
        return (0 if self._current is None else self._current + 1), len(self.matches)

    @property
    def current_line(self) -> int:
        """The line of the file that the person is most likely to look at."""
        if self._current is not None:
            match = self.matches[self._current]
            position = self._position_of(match)
            if position and self.is_in_view(position):
                return match.line
        passage = self._page.passage if self._page else None
        top = self.line_at_top
        if passage and top <= passage.lines.first <= self.line_at_bottom:
            return passage.lines.first
        return top

    @property
    def words_of_match(self) -> str:
        """The words that the search found, for telling what a passage is about."""
        passage = self._page.passage if self._page else None
        return " ".join(sorted(passage.words)) if passage else ""

    def show_current(self) -> None:
        """Bring the current match into view."""
        at = self._current
        position = None if at is None else self._position_of(self.matches[at])
        if position:
            self.bring_into_view(position)

    def action_match(self, step: int) -> None:
        """Go to the next match, or the one before; from what is in view."""
        if not self.matches:
            return
        at = self._current
        position = None if at is None else self._position_of(self.matches[at])
        if at is None or position is None or not self.is_in_view(position):
            at = self._beside_view(step)
        else:
            at = (at + step) % len(self.matches)
        self._current = at
        self._mark_current()
        self.show_current()
        self.moved()

    def _beside_view(self, step: int) -> int:
        """The match nearest to what is in view, in one direction."""
        top, bottom = self.line_at_top, self.line_at_bottom
        lines = [match.line for match in self.matches]
        if step > 0:
            return next((at for at, line in enumerate(lines) if line >= top), 0)
        found = [at for at, line in enumerate(lines) if line <= bottom]
        return found[-1] if found else len(lines) - 1

    def _position_of(self, match: Match) -> RowPosition | None:
        if self._layout is None:
            return None
        return self._layout.position_of(
            match.slice_index, match.block, match.cell, match.start
        )

    def _mark_current(self) -> None:
        at = self._current
        self._marks.current = None if at is None else self.matches[at]
        self._forget_strips()

    # --- links ---

    @property
    def chosen_link(self) -> Link | None:
        """The link that Enter follows."""
        if self._document is None or self._chosen is None:
            return None
        return link_at(self._document, self._chosen)

    @property
    def links(self) -> list[tuple[Link, str]]:
        """All links, each with its words, as far as known."""
        return self._found.linked if self._found else []

    def choose_link(self, position: LinkPosition | None) -> None:
        """Let Enter follow this link, and bring it into view."""
        if (self._chosen is None) != (position is None):
            self.call_after_refresh(self.refresh_bindings)
        self._chosen = position
        self._marks.link = None
        if position and self._document:
            link = link_at(self._document, position)
            marked = Match(
                position.slice_index, position.block, link.cell, link.start, link.end
            )
            self._marks.link = marked
            if where := self._position_of(marked):
                self.bring_into_view(where)
        self._forget_strips()
        self.moved()

    def action_link(self, step: int) -> None:
        """Choose the next link, or the one before; after the last, leave the text."""
        links = self._found.links if self._found else []
        if self._chosen in links:
            at = links.index(self._chosen) + step
        else:
            at = self._link_beside_view(links, step)
        if 0 <= at < len(links):
            self.choose_link(links[at])
        else:
            self.choose_link(None)
            raise SkipAction

    def _link_beside_view(self, links: list[LinkPosition], step: int) -> int:
        if self._layout is None:
            return -1
        view = self.scroll_offset.y, self.scroll_offset.y + self.size.height - 1
        first, last = (self._layout.locate(y) for y in view)
        slices = [(at, link) for at, link in enumerate(links)]
        if step > 0:
            found = (at for at, link in slices if self._link_position(link) >= first)
            return next(found, -1)
        above = [at for at, link in slices if self._link_position(link) <= last]
        return above[-1] if above else -1

    def _link_position(self, position: LinkPosition) -> RowPosition:
        """Where a link stands; only within its piece if that is not typeset yet."""
        layout, document = self._layout, self._document
        if (
            layout is None
            or document is None
            or not layout.is_made(position.slice_index)
        ):
            return RowPosition(position.slice_index, 0)
        link = link_at(document, position)
        return layout.position_of(
            position.slice_index, position.block, link.cell, link.start
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Following needs a link that is chosen."""
        return action != "follow" or self._chosen is not None

    def action_follow(self, in_new_tab: bool) -> None:
        """Go where the chosen link leads."""
        if link := self.chosen_link:
            self.post_message(LinkFollowed(link, in_new_tab=in_new_tab))

    def on_click(self, event: events.Click) -> None:
        """Go where the link under the pointer leads."""
        index = event.style.meta.get("link")
        layout = self._layout
        if index is None or layout is None or self._document is None:
            return
        offset = event.get_content_offset(self)
        if offset is None:
            return
        position = layout.locate(offset.y + self.scroll_offset.y)
        row = layout.row(position)
        if row is not None:
            event.stop()
            chosen = LinkPosition(position.slice_index, row.block, int(index))
            self.choose_link(chosen)
            self.post_message(LinkFollowed(link_at(self._document, chosen)))

    def moved(self) -> None:
        """Tell that something else is in view."""
        self.post_message(PositionChanged())
