"""What a person should know about a result, in sentences."""

from collections.abc import Iterator, Sequence

from ragtui_core.model import Hit, Mode, Relaxation
from ragtui_core.search.keyword import KeywordResult
from ragtui_core.search.scoring import Scorer

MAX_UNKNOWN = 5
"""Unknown words named in a note."""


def explain(
    keyword: KeywordResult,
    hits: Sequence[Hit],
    asked: Mode,
    used: Mode,
    counts: tuple[int, int, int],
) -> Iterator[str]:
    """Sentences on what was relaxed, missing or weak.

    Args:
        keyword: The keyword stage's result.
        hits: What was found.
        asked: The mode as asked for.
        used: The mode that the index allowed.
        counts: Documents, chunks and chunks with a vector in the index.
    """
    documents, chunks, embedded = counts
    if not documents:
        yield "The index is empty: the vault holds no documents."
        return
    if asked is not used:
        yield "Search by meaning is not ready yet: these results are by keyword."
    elif used is not Mode.KEYWORD and embedded < chunks:
        share = embedded / chunks
        yield f"Search by meaning covers {share:.0%} of the vault so far."
    if used is not Mode.SEMANTIC:
        yield from _relaxed(keyword, hits)
    if hits and hits[0].score < Scorer.LOW_CONFIDENCE:
        yield "Nothing clearly relevant was found; these are the nearest."
    elif not hits:
        yield "Nothing was found."


def _relaxed(keyword: KeywordResult, hits: Sequence[Hit]) -> Iterator[str]:
    if keyword.relaxed is Relaxation.SOME_WORDS:
        yield "No passage holds every word; these hold some of them."
    elif keyword.relaxed is Relaxation.MEANING and hits:
        yield "No passage holds these words; these are close in meaning."
    if keyword.unknown and keyword.relaxed is Relaxation.SOME_WORDS:
        words = ", ".join(keyword.unknown[:MAX_UNKNOWN])
        more = len(keyword.unknown) - MAX_UNKNOWN
        yield f"Nowhere in the vault: {words}" + (
            f" and {more} more." if more > 0 else "."
        )
