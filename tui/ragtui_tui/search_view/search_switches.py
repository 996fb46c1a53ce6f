"""The lines below the query: search options, and a chip for each filter."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from ragtui_core import Mode, Sort
from ragtui_core.search import Clause
from ragtui_tui.search_view.search_messages import FilterToggled
from ragtui_tui.search_view.search_runner import SearchState
from ragtui_tui.widgets.clickable_text import ClickableText, Slice

MODE_NAMES = {
    Mode.HYBRID: "words + meaning",
    Mode.KEYWORD: "words only",
    Mode.SEMANTIC: "meaning only",
}

SORT_NAMES = {Sort.RELEVANCE: "best first", Sort.NEWEST: "newest first"}

DEDUP_NAMES = {True: "one per note", False: "every passage"}


SHORT = {
    MODE_NAMES[Mode.HYBRID]: "both",
    MODE_NAMES[Mode.KEYWORD]: "words",
    MODE_NAMES[Mode.SEMANTIC]: "meaning",
    **{name: name.partition(" ")[0] for name in SORT_NAMES.values()},
    DEDUP_NAMES[True]: "notes",
    DEDUP_NAMES[False]: "passages",
}
"""Short labels for narrow screens."""

ROOM_CELLS = 70
"""What the whole line takes at most."""


class SearchSwitches(ClickableText):
    """One line beneath the query; what is not the default is highlighted."""

    _state: SearchState | None = None
    _default_state = SearchState()
    _facets = False

    def show_state(
        self, state: SearchState, *, facets: bool, default: SearchState
    ) -> None:
        """Show how a search is asked for.

        Args:
            state: Now.
            facets: Whether the facets are open.
            default: What one gets without switching anything.
        """
        self._state, self._default_state, self._facets = state, default, facets
        self._draw(state)

    def on_resize(self) -> None:
        """Have the names as long as fits."""
        if self._state:
            self._draw(self._state)

    def _draw(self, state: SearchState) -> None:
        default, short = self._default_state, 0 < self.size.width < ROOM_CELLS
        pieces: list[Slice] = []
        for key, name, action, changed in (
            ("^T", MODE_NAMES[state.mode], "cycle_mode", state.mode != default.mode),
            ("^R", SORT_NAMES[state.sort], "cycle_sort", state.sort != default.sort),
            ("^L", DEDUP_NAMES[state.dedup], "toggle_dedup", not state.dedup),
            ("^F", "filters", "toggle_facets", self._facets),
            ("^Y", "why", "toggle_why", state.explain),
        ):
            colour = "bold $text-primary" if changed else "$foreground 80%"
            run = f"run('{action}')"
            word = SHORT.get(name, name) if short else name
            pieces += [(f"{key} ", "$foreground 60%", run), (word, colour, run)]
            pieces.append(("  ", "", ""))
        self.show(pieces[:-1])


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
