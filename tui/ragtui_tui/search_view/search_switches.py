"""The search options: mode, order, passages; each can be clicked."""

from ragtui_core import Mode, Sort
from ragtui_tui.search_view.search_state import SearchState
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
