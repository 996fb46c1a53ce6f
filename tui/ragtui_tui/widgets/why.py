"""How the selected card came about: the core's figures as a small table."""

from collections.abc import Iterator

from textual.content import Content
from textual.widgets import Static

from ragtui_core.model import Explanation, Hit
from ragtui_tui import wording
from ragtui_tui.card import Entry

NAME_CELLS = 9


class Why(Static):
    """Closed unless asked for."""

    def __init__(self) -> None:
        """Start closed."""
        super().__init__(id="why", markup=False)
        self.border_title = "Why this card"
        self.display = False

    def explain(self, entry: Entry | None) -> None:
        """Show how `entry` came about."""
        if isinstance(entry, Hit) and entry.explanation:
            self.update(_table(entry, entry.explanation))
        else:
            self.update("Cards of a search tell here how they came about.")


def _table(hit: Hit, why: Explanation) -> Content:
    lines = [
        Content.styled(name.ljust(NAME_CELLS), "bold") + wording.line(text)
        for name, text in _rows(hit, why)
    ]
    return Content("\n").join(lines)


def _rows(hit: Hit, why: Explanation) -> Iterator[tuple[str, str]]:
    cosine = "no vector yet" if hit.similarity is None else f"{hit.similarity:.3f}"
    yield "score", f"{hit.score:.2f}, of coverage {why.coverage:.2f} · cosine {cosine}"
    parts = " + ".join(f"{part:.3f} {name}" for name, part in why.fusion.items())
    factors = "".join(f" x {by:.3f} {name}" for name, by in why.adjustments)
    yield "order", f"{hit.fused:.3f} = ({parts}){factors}"
    stages = " + ".join(f"{score:.2f} {name}" for name, score in why.bm25.items())
    yield "BM25", stages or "the words are not in it"
    matched = (f"{name}: {' '.join(words)}" for name, words in why.matched.items())
    yield "found in", " · ".join(matched) or "no field: near in meaning alone"
