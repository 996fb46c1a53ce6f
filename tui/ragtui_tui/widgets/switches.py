"""How is searched: mode, order, passages; each a word to click, beside its key."""

from ragtui_core.model import Mode
from ragtui_core.search.options import Sort
from ragtui_tui.asked import Asked
from ragtui_tui.widgets.links import Links, Piece

MODE_NAMES = {
    Mode.HYBRID: "words + meaning",
    Mode.KEYWORD: "words only",
    Mode.SEMANTIC: "meaning only",
}

SORT_NAMES = {Sort.RELEVANCE: "best first", Sort.NEWEST: "newest first"}

DEDUP_NAMES = {True: "one per note", False: "every passage"}


class Switches(Links):
    """One line beneath the query; what is not as usual stands out."""

    def show_asked(self, asked: Asked, *, facets: bool, usual: Asked) -> None:
        """Show how a search is asked for.

        Args:
            asked: Now.
            facets: Whether the facets are open.
            usual: What one gets without switching anything.
        """
        pieces: list[Piece] = []
        for key, name, action, changed in (
            ("^T", MODE_NAMES[asked.mode], "cycle_mode", asked.mode != usual.mode),
            ("^R", SORT_NAMES[asked.sort], "cycle_sort", asked.sort != usual.sort),
            ("^L", DEDUP_NAMES[asked.dedup], "toggle_dedup", not asked.dedup),
            ("^F", "filters", "toggle_facets", facets),
            ("^Y", "why", "toggle_why", asked.explain),
        ):
            colour = "bold $text-primary" if changed else "$foreground 80%"
            run = f"run('{action}')"
            pieces += [(f"{key} ", "$foreground 60%", run), (name, colour, run)]
            pieces.append(("  ", "", ""))
        self.show(pieces[:-1])
