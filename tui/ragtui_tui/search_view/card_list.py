"""A list of memory cards that is moved through with the keyboard or the mouse."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.widgets.option_list import Option

from ragtui_core.search import SavedSearch
from ragtui_tui.search_view.result_card import Entry, draw
from ragtui_tui.search_view.search_messages import SavedDeleted
from ragtui_tui.textual_workarounds.lightweight_widgets import FastOptionList

if TYPE_CHECKING:
    from textual.timer import Timer


def name_of(entry: Entry) -> str:
    """A document's path, or a saved search's name."""
    return entry.name if isinstance(entry, SavedSearch) else entry.path


PADDING = 2
"""Cells beside a card: one on each side, as in search.tcss."""

MIN_CARD_LINES = 3
"""Of a card, the empty one included."""

LATER_SECONDS = 0.1
"""Cards that cannot be seen are drawn then: just longer than between two keys."""


class CardList(FastOptionList):
    """Cards; posts OptionList's messages when one is highlighted or chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Next card", show=False),
        Binding("k", "cursor_up", "Previous card", show=False),
        Binding("g", "first", "First card", show=False),
        Binding("G", "last", "Last card", show=False),
        Binding("delete,backspace", "forget", "Delete the saved search", show=False),
    ]

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        """Start empty."""
        super().__init__(id=id)
        self._entries: tuple[Entry, ...] = ()
        self._drawn_width = 0
        self._later: Timer | None = None

    @property
    def entries(self) -> Sequence[Entry]:
        """What is shown, in order."""
        return self._entries

    @property
    def chosen(self) -> Entry | None:
        """The card under the cursor."""
        index = self.highlighted
        return None if index is None else self._entries[index]

    def show_entries(self, entries: Sequence[Entry], *, keep: bool) -> None:
        """Replace the cards.

        Args:
            entries: The new ones, in order.
            keep: Whether the cursor stays on the document it is on, unless that
                is the first, which may give way to a better one.
        """
        before = self.chosen if keep and self.highlighted else None
        self._entries = tuple(entries)
        self._fill()
        known = [name_of(entry) for entry in entries]
        if before and name_of(before) in known:
            self.highlighted = known.index(name_of(before))
        else:
            self.highlighted = 0 if entries else None
            self.scroll_home(animate=False)

    def action_cursor_down(self) -> None:
        """Go down a card; from the last one to the first."""
        self._draw()
        super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Go up a card; from the first one to the last."""
        self._draw()
        super().action_cursor_up()

    def action_last(self) -> None:
        """Go to the last card."""
        self._draw()
        super().action_last()

    def action_page_down(self) -> None:
        """Go down a page."""
        self._draw()
        super().action_page_down()  # type: ignore[no-untyped-call]

    def action_forget(self) -> None:
        """Delete the saved search under the cursor."""
        if isinstance(saved := self.chosen, SavedSearch):
            self.post_message(SavedDeleted(saved.name))

    def on_resize(self, _: Resize) -> None:
        """Draw the cards again for another width."""
        if self._entries and self._width() != self._drawn_width:
            index = self.highlighted
            self._fill()
            self.highlighted = index

    def _fill(self) -> None:
        """Draw what can be seen at once, and the rest when one does not type on."""
        self._drawn_width = self._width()
        self.clear_options()
        self._draw(max(1, self.size.height // MIN_CARD_LINES))
        if self._later:
            self._later.stop()
        if self.option_count < len(self._entries):
            self._later = self.set_timer(LATER_SECONDS, self._draw)

    def _draw(self, end: int | None = None) -> None:
        """Draw the cards that are not drawn yet, up to the one numbered `end`."""
        left, now = self._entries[self.option_count : end], time.time()
        self.add_options([Option(draw(each, self._drawn_width, now)) for each in left])

    def validate_highlighted(self, highlighted: int | None) -> int | None:
        """Textual's hook for a cursor that moves: it may go to any card."""
        if highlighted is not None and highlighted >= self.option_count:
            self._draw()
        return super().validate_highlighted(highlighted)

    def _width(self) -> int:
        return max(20, self.scrollable_content_region.width - PADDING)
