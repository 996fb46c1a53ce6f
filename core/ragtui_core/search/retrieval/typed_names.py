"""Finds the notes whose name the user seems to be typing."""

from collections.abc import Mapping, Sequence

from ragtui_core.search.options import Sort
from ragtui_core.search.query.query_language import words_of_line
from ragtui_core.search.query.search_request import Request
from ragtui_core.search.retrieval.fusion import STEP, Evidence
from ragtui_core.store.reader import Reader
from ragtui_core.types import ChunkId

MAX_TYPED = 3
"""Notes that come first because their name begins as the line does."""

MIN_TYPED = 3
"""Bytes of UTF-8: shorter lines are the beginning of too many names. A character of
Chinese has three."""


def typed_names(request: Request, reader: Reader) -> list[ChunkId]:
    """The first chunks of notes whose name begins as a line that is being typed.

    The best comes first; none if the line is complete or asks for another order.
    """
    by_relevance = request.sort == Sort.RELEVANCE and not request.is_by_date
    if not (request.options.as_you_type and by_relevance):
        return []
    typed = words_of_line(request.line)
    if len(typed.encode("utf-8", "replace")) < MIN_TYPED:
        return []
    with reader.restricted(request.selection):
        return reader.titles.begun(typed)[:MAX_TYPED]


def named_first(
    evidence: Mapping[ChunkId, Evidence], typed: Sequence[ChunkId]
) -> dict[ChunkId, Evidence]:
    """The evidence, that of the chunks `typed` raised above the others."""
    raised = dict(evidence)
    for chunk in reversed(typed):
        fused = max(0.0, *(other.fused for other in raised.values())) + STEP
        raised[chunk] = evidence[chunk].moved("typed name", fused)
    return raised
