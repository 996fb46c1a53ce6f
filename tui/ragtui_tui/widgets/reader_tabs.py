"""The reader's tabs, each with the documents before and after the one it shows."""

from abc import abstractmethod

from textual import on

from ragtui_tui.trail import Tab, Visit
from ragtui_tui.widgets.reader_base import ReaderBase
from ragtui_tui.widgets.tab_strip import TabStrip


class ReaderTabs(ReaderBase):
    """Goes from document to document."""

    _last_closed: Visit | None = None

    @abstractmethod
    def show_state(self) -> None:
        """Show what there is to show."""

    def _go(self, visit: Visit, in_new_tab: bool) -> None:
        """Read a document in this tab, or in a new one."""
        tab = self._tabs.current
        if in_new_tab or tab is None:
            self._visit(visit, lambda: self._tabs.add(visit))
        else:
            self._visit(visit, lambda: tab.go(visit))

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
            self.show_state()
            self._empty.focus()

    def action_reopen_tab(self) -> None:
        """Open the document again that was closed last."""
        if visit := self._last_closed:
            self._visit(visit, lambda: self._tabs.open(visit))
