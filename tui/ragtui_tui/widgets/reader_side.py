"""The reader's side pane: when it is there, and what is in it."""

from typing import Any

from textual import on

from ragtui_core.errors import RagtuiError
from ragtui_tui import side_entries
from ragtui_tui.messages.reading import GoToLine, SideRead
from ragtui_tui.passage import Page
from ragtui_tui.widgets.reader_base import ReaderBase
from ragtui_tui.widgets.side_pane import Entry, Kind, SidePane

LEAST_CELLS, MOST_CELLS, USUAL_CELLS = 20, 80, 40


class ReaderSide(ReaderBase):
    """Beside the text on a wide screen, in its place on a narrow one."""

    _side_cells = USUAL_CELLS
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
            self.side.show_entries(Kind.OUTLINE, side_entries.outline(page))
            self._follow_outline()
        elif self.side.kind is Kind.LINKS:
            entries = side_entries.links(self.view.links)
            self.side.show_entries(Kind.LINKS, entries)
        else:
            kind = self.side.kind
            self.in_thread(lambda: self._read_side(page, kind), "side")

    def _read_side(self, page: Page, kind: Kind) -> None:
        entries: list[Entry] = []
        try:
            if kind is Kind.BACKLINKS:
                entries = side_entries.backlinks(self._vault.links.backlinks(page.path))
            else:
                entries = side_entries.similar(self._vault.links.related(page.path))
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
        self._side_cells = max(LEAST_CELLS, min(MOST_CELLS, self._side_cells + cells))
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
            self._side_cells = max(LEAST_CELLS, min(MOST_CELLS, cells))
        if isinstance(shown := state.get("side_shown"), bool):
            self._side_wanted = shown
        kind = state.get("side_kind")
        if isinstance(kind, str) and kind in Kind.__members__:
            self.side.show_kind(Kind[kind])
