"""Where a hit has the words of a query, and the sum that is its score, as text."""

from collections.abc import Iterator

from ragtui_core.search_results import Explanation, Hit
from ragtui_core.text.sanitizing import sanitize


def explanation_lines(hit: Hit, why: Explanation) -> Iterator[str]:
    """How a hit got its rank and score, as lines."""
    matched = (f"{name}: {' '.join(words)}" for name, words in why.matched.items())
    if why.matched:
        yield sanitize("found in " + "; ".join(matched), one_line=True)
    if why.parts:
        summands = (f"{name} {part:+.2f}" for name, part in why.parts.items())
        yield f"log-odds {hit.fused:.2f} = {' '.join(summands)}"
