"""How is searched: mode, order, passages; each a word to click, beside its key."""

from ragtui_core.model import Mode
from ragtui_core.search.options import Sort
from ragtui_tui.search_view.search_state import Asked
from ragtui_tui.widgets.clickable_text import Links, Piece

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
"""What is said where there is no room for more."""

ROOM_CELLS = 70
"""What the whole line takes at most."""


class Switches(Links):
    """One line beneath the query; what is not as usual stands out."""

    _asked: Asked | None = None
    _usual = Asked()
    _facets = False

    def show_asked(self, asked: Asked, *, facets: bool, usual: Asked) -> None:
        """Show how a search is asked for.

        Args:
            asked: Now.
            facets: Whether the facets are open.
            usual: What one gets without switching anything.
        """
        self._asked, self._usual, self._facets = asked, usual, facets
        self._draw(asked)

    def on_resize(self) -> None:
        """Have the names as long as there is room for."""
        if self._asked:
            self._draw(self._asked)

    def _draw(self, asked: Asked) -> None:
        usual, short = self._usual, 0 < self.size.width < ROOM_CELLS
        pieces: list[Piece] = []
        for key, name, action, changed in (
            ("^T", MODE_NAMES[asked.mode], "cycle_mode", asked.mode != usual.mode),
            ("^R", SORT_NAMES[asked.sort], "cycle_sort", asked.sort != usual.sort),
            ("^L", DEDUP_NAMES[asked.dedup], "toggle_dedup", not asked.dedup),
            ("^F", "filters", "toggle_facets", self._facets),
            ("^Y", "why", "toggle_why", asked.explain),
        ):
            colour = "bold $text-primary" if changed else "$foreground 80%"
            run = f"run('{action}')"
            word = SHORT.get(name, name) if short else name
            pieces += [(f"{key} ", "$foreground 60%", run), (word, colour, run)]
            pieces.append(("  ", "", ""))
        self.show(pieces[:-1])
