"""Finds the passage that a claim rests on, in the document that it cites."""

from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.citations.passages import Passage
from ragtui_core.text.question_words import Overlap, terms_of_text
from ragtui_core.types import BlockKind

MIN_OVERLAP = 0.15
"""Minimum ratio of a claim's weighted words that a supporting passage contains."""

NEIGHBOUR_WEIGHT = 0.4
"""Weight of a word in a heading, against one in the passage itself."""


def supporting_passage(claim: str, text: Excerpted) -> Passage | None:
    """The passage that has most words in common with a claim; None if too few."""
    passages = [p for p in text.passages if p.kind is not BlockKind.HEADING]
    own = [terms_of_text(p.span.of(text.document.text)) for p in passages]
    around = [
        terms_of_text(" ".join((*p.heading_path, p.column_heads))) for p in passages
    ]
    overlap = Overlap(claim, [a | b for a, b in zip(own, around, strict=True)])
    ratios = [
        overlap.share(words) + NEIGHBOUR_WEIGHT * overlap.share(headings, words)
        for words, headings in zip(own, around, strict=True)
    ]
    best = max(range(len(passages)), key=ratios.__getitem__, default=None)
    if best is None or ratios[best] < MIN_OVERLAP:
        return None
    return passages[best]
