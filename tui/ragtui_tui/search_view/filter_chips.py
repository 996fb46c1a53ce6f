"""A chip for every filter of the query line; a click or a key removes it."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from ragtui_core.search import Clause
from ragtui_tui.search_view.search_messages import FilterToggled
from ragtui_tui.widgets.clickable_text import ClickableText, Slice


class FilterChips(ClickableText, can_focus=True):
    """The filters, in the order of the line; gone when there are none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1)", "Previous filter", show=False),
        Binding("right,l", "move(1)", "Next filter", show=False),
        Binding("delete,backspace,enter,space", "remove", "Remove the filter"),
    ]

    chosen = reactive(0)
    """The chip that a key removes."""

    def __init__(self) -> None:
        """Start with none."""
        super().__init__(id="chips")
        self._clauses: tuple[Clause, ...] = ()
        self.display = False

    @property
    def clauses(self) -> Sequence[Clause]:
        """The filters shown."""
        return self._clauses

    def show_clauses(self, clauses: Sequence[Clause]) -> None:
        """Show these filters."""
        if tuple(clauses) != self._clauses:
            self._clauses = tuple(clauses)
            self.chosen = min(self.chosen, max(0, len(clauses) - 1))
            self._draw()

    def watch_chosen(self) -> None:
        """Draw the mark where it is now."""
        self._draw()

    def on_focus(self) -> None:
        """Show which chip a key removes."""
        self._draw()

    def on_blur(self) -> None:
        """There is none now."""
        self._draw()

    def _draw(self) -> None:
        pieces: list[Slice] = []
        for number, clause in enumerate(self._clauses):
            here = self.has_focus and number == self.chosen
            style = "reverse bold" if here else "$text-accent on $accent 15%"
            pieces.append((f" {clause} ✗ ", style, f"remove({number})"))
            pieces.append((" ", "", ""))
        self.show(pieces[:-1])

    def action_move(self, step: int) -> None:
        """Choose the chip before or after."""
        self.chosen = max(0, min(len(self._clauses) - 1, self.chosen + step))

    def action_remove(self, number: int | None = None) -> None:
        """Take a filter out of the query line: the one chosen, or that clicked."""
        number = self.chosen if number is None else number
        if number < len(self._clauses):
            self.post_message(FilterToggled(self._clauses[number]))
