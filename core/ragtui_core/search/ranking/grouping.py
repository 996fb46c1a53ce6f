"""Selects the chunks that fill the slots of a result. Pure functions, in memory."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.types import ChunkId, DocumentId

POOLED = (1.0, 0.1, 0.05)
"""Weights of a document's best chunks when whole documents are ranked."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A chunk of the result; `additional` if its document has an earlier slot."""

    chunk: ChunkId
    additional: bool = False


Ranked = Sequence[tuple[ChunkId, DocumentId]]
"""Chunks and their documents, best first."""


def one_of_each_document(ranked: Ranked, limit: int, *, fill: bool) -> list[Slot]:
    """The best chunk of each document; with `fill`, further ones in free slots."""
    first: dict[DocumentId, ChunkId] = {}
    for chunk, document in ranked:
        first.setdefault(document, chunk)
    slots = [Slot(chunk) for chunk in first.values()][:limit]
    if fill:
        further = (chunk for chunk, document in ranked if first[document] != chunk)
        slots += [Slot(chunk, additional=True) for chunk in further]
    return slots[:limit]


def every_chunk(ranked: Ranked, limit: int) -> list[Slot]:
    """The best chunks, whichever documents they belong to."""
    seen: set[DocumentId] = set()
    slots = []
    for chunk, document in ranked[:limit]:
        slots.append(Slot(chunk, additional=document in seen))
        seen.add(document)
    return slots


def diverse(
    ranked: Ranked, limit: int, *, alike: Callable[[ChunkId, ChunkId], bool]
) -> list[Slot]:
    """Like `one_of_each_document`, but keeps a second chunk that differs enough.

    Args:
        ranked: The candidates.
        limit: Number of slots.
        alike: Whether two chunks are near-duplicates.
    """
    kept: dict[DocumentId, list[ChunkId]] = {}
    slots, rest = [], []
    for chunk, document in ranked:
        shown = kept.setdefault(document, [])
        if not shown or (len(shown) == 1 and not alike(shown[0], chunk)):
            slots.append(Slot(chunk, additional=bool(shown)))
            shown.append(chunk)
        else:
            rest.append(Slot(chunk, additional=True))
    return (slots + rest)[:limit]


def pooled(
    evidence: Mapping[ChunkId, Evidence], documents: Mapping[ChunkId, DocumentId]
) -> dict[ChunkId, Evidence]:
    """Each document's best chunk, its fused score a weighted mean of the best three."""
    chunks: dict[DocumentId, list[ChunkId]] = {}
    for chunk in in_order(evidence):
        chunks.setdefault(documents[chunk], []).append(chunk)
    found = {}
    for best, *others in chunks.values():
        scores = (evidence[chunk].fused for chunk in (best, *others))
        pairs = zip(POOLED, scores, strict=False)
        score = sum(weight * fused for weight, fused in pairs) / sum(POOLED)
        found[best] = replace(evidence[best], fused=score)
    return found


def relevant(
    order: Sequence[ChunkId], complete: Collection[ChunkId], limit: int
) -> list[ChunkId]:
    """The chunks that contain every word, or are among the `limit` most relevant.

    Of all candidates by date, barely relevant new ones would come first.

    Args:
        order: All candidates, best first.
        complete: Chunks that contain every word.
        limit: Number of slots.
    """
    best = frozenset(order[:limit]).union(complete)
    return [chunk for chunk in order if chunk in best]


ALIKE = 0.8
"""From this ratio of the best score on, a chunk answers as the best one does."""

ALIKE_WITH_WORDS = 0.5
"""The same of a chunk that contains every word."""


def best_matches(
    order: Sequence[ChunkId],
    evidence: Mapping[ChunkId, Evidence],
    complete: Collection[ChunkId],
) -> list[ChunkId]:
    """The chunks that contain every word, or if none does, any, and score alike.

    For "the latest" and "the first", of which only the first by date is the answer.
    """
    among = [chunk for chunk in order if chunk in complete] or order
    least = ALIKE_WITH_WORDS if complete else ALIKE
    best = evidence[among[0]].fused if among else 0.0
    return [chunk for chunk in among if evidence[chunk].fused >= least * best]


def by_date(
    order: Sequence[ChunkId], days: Mapping[ChunkId, str], *, oldest: bool = False
) -> list[ChunkId]:
    """The chunks newest or oldest first; those without a date last.

    Args:
        order: Best first, as they stay within one day.
        days: The date of each that has one, as YYYY-MM-DD.
        oldest: Whether the oldest come first.
    """
    dated = [chunk for chunk in order if chunk in days]
    dated.sort(key=lambda chunk: days[chunk], reverse=not oldest)
    return [*dated, *(chunk for chunk in order if chunk not in days)]


def past_first(
    order: Sequence[ChunkId], days: Mapping[ChunkId, str], today: str
) -> list[ChunkId]:
    """The chunks with those dated after today last: the latest one has happened."""
    return sorted(order, key=lambda chunk: days.get(chunk, "") > today)


def in_order(evidence: Mapping[ChunkId, Evidence]) -> list[ChunkId]:
    """The chunks, best first; ties are broken by id."""
    return sorted(evidence, key=lambda chunk: (-evidence[chunk].fused, chunk))
