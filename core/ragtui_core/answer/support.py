"""Which passage of a note supports a claim that names only the note."""

import re

from ragtui_core.answer.context import Excerpted
from ragtui_core.answer.passages import Passage
from ragtui_core.answer.words import Overlap, words_of
from ragtui_core.model import BlockKind

LEAST_SHARE = 0.15
"""Of a claim's weighted words; under it no passage is called its support."""

AROUND_WEIGHT = 0.4
"""Of a word in a heading against one in the passage itself."""

LEAST_QUOTED = 8
"""Characters; shorter words in quotation marks are names, not quotations."""

_QUOTED = re.compile(
    '"([^"\\n]+)"|\u201c([^\u201c\u201d\\n]+)[\u201d\u201c]|\u201e([^\u201e\u201c\\n]+)\u201c'
    "|\u00ab([^\u00ab\u00bb\\n]+)\u00bb"
)
_SENTENCE_END = re.compile(
    '(?<=[.!?])["\u201d\u201c\u00bb)]?\\s+|[\u3002\uff01\uff1f]\\s*'
)
"""A quotation mark or bracket may close after the full stop."""


def last_sentence(text: str) -> str:
    """The sentence that a text ends with; sentences that it quotes are part of it."""
    line = text.rstrip().rpartition("\n")[2]
    # Full stops within a quotation end nothing, but for its last.
    bare = _QUOTED.sub(lambda m: f"{m[0][0]}{'x' * (len(m[0]) - 3)}{m[0][-2:]}", line)
    ends = [match.end() for match in _SENTENCE_END.finditer(bare)]
    return line[max((end for end in ends if end < len(line)), default=0) :]


def quotations(claim: str) -> list[str]:
    """What a claim puts between quotation marks, names left out.

    A full stop or comma at its end may be the claim's own.
    """
    found = (next(filter(None, groups)) for groups in _QUOTED.findall(claim))
    bare = (quote.rstrip(" ,.;:") for quote in found)
    return [quote for quote in bare if len(quote) >= LEAST_QUOTED]


def supporting_passage(claim: str, text: Excerpted) -> Passage | None:
    """The passage that shares most words with a claim; None if too few."""
    passages = [p for p in text.passages if p.kind is not BlockKind.HEADING]
    own = [words_of(p.span.of(text.document.text)) for p in passages]
    around = [words_of(" ".join((*p.heading_path, p.column_heads))) for p in passages]
    overlap = Overlap(claim, [a | b for a, b in zip(own, around, strict=True)])
    shares = [
        overlap.share(words) + AROUND_WEIGHT * overlap.share(headings, words)
        for words, headings in zip(own, around, strict=True)
    ]
    best = max(range(len(passages)), key=shares.__getitem__, default=None)
    if best is None or shares[best] < LEAST_SHARE:
        return None
    return passages[best]
