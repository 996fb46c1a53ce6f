"""Selects the chunks that fill the slots of a result. Pure functions, in memory."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from ragtui_core.search.retrieval.fusion import LOW_ODDS, Evidence, best_first
from ragtui_core.store.records import WORDS_ONLY, ChunkLocation
from ragtui_core.types import ChunkId, DocumentId

POOLED = (1.0, 0.5)
"""What the odds of a document's second and third chunk add to those of its best one,
when whole documents are ranked."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A chunk of the result; `additional` if its document has an earlier slot."""

    chunk: ChunkId
    additional: bool = False


Ranked = Sequence[tuple[ChunkId, DocumentId]]
"""Chunks and their documents, best first."""

Slots = list[Slot]


def one_of_each_document(ranked: Ranked) -> tuple[Slots, Slots]:
    """The best chunk of each document, and the further ones."""
    first: dict[DocumentId, ChunkId] = {}
    for chunk, document in ranked:
        first.setdefault(document, chunk)
    further = [
        Slot(chunk, additional=True)
        for chunk, document in ranked
        if first[document] != chunk
    ]
    return [Slot(chunk) for chunk in first.values()], further


def without_copies(
    evidence: Mapping[ChunkId, Evidence],
    locations: Mapping[ChunkId, ChunkLocation],
    first: Iterable[ChunkId],
) -> tuple[dict[ChunkId, Evidence], dict[DocumentId, set[str]]]:
    """The chunks without those of copies of other documents.

    Of copies, that of a chunk of `first` is kept, else the best; of copies that are
    equally good, the one with the shortest path.

    Returns:
        The chunks that are kept, and of each document with copies the paths of these.
    """
    ranked = [(-e.fused, len(locations[c].path), c) for c, e in evidence.items()]
    best = [chunk for *_, chunk in sorted(ranked)]
    originals: dict[object, DocumentId] = {}
    kept: dict[ChunkId, Evidence] = {}
    copies: dict[DocumentId, set[str]] = {}
    for chunk in dict.fromkeys([*first, *best]):
        location = locations[chunk]
        content = location.hash, location.title, location.day
        key = location.document if location.hash == WORDS_ONLY else content
        original = originals.setdefault(key, location.document)
        if original == location.document:
            kept[chunk] = evidence[chunk]
        else:
            copies.setdefault(original, set()).add(location.path)
    return kept, copies


def every_chunk(ranked: Ranked) -> Slots:
    """The chunks, whichever documents they belong to."""
    seen: set[DocumentId] = set()
    slots = []
    for chunk, document in ranked:
        slots.append(Slot(chunk, additional=document in seen))
        seen.add(document)
    return slots


def diverse(
    ranked: Ranked, alike: Callable[[ChunkId, ChunkId], bool]
) -> tuple[Slots, Slots]:
    """Like `one_of_each_document`, but keeps a second chunk that differs enough."""
    kept: dict[DocumentId, list[ChunkId]] = {}
    slots, rest = [], []
    for chunk, document in ranked:
        shown = kept.setdefault(document, [])
        if not shown or (len(shown) == 1 and not alike(shown[0], chunk)):
            slots.append(Slot(chunk, additional=bool(shown)))
            shown.append(chunk)
        else:
            rest.append(Slot(chunk, additional=True))
    return slots, rest


FURTHER = 2.0
"""Log-odds by which a further chunk of a document must be better than a document that
is not listed yet, to come before it. Of long documents, five hits had the right file
and passage in 1.000 and .905 of 63 cases; .984 and .921 with 1, 1.000 and .873 with no
such chunk before a good document (`python -m benchmarks.sources`)."""


def joined(
    slots: Iterable[Slot], further: Iterable[Slot], evidence: Mapping[ChunkId, Evidence]
) -> Slots:
    """The slots and further ones by their odds: the good matches, then the weak ones.

    So lists of all lengths begin alike.
    """
    items = [*zip(slots, repeat(0.0)), *zip(further, repeat(FURTHER))]
    odds = [evidence[slot.chunk].fused for slot, _ in items]
    ranks = [
        (fused < LOW_ODDS, lead - fused)
        for fused, (_, lead) in zip(odds, items, strict=True)
    ]
    return [items[n][0] for n in sorted(range(len(items)), key=ranks.__getitem__)]


def descending(
    slots: Iterable[Slot], evidence: Mapping[ChunkId, Evidence]
) -> dict[ChunkId, Evidence]:
    """The evidence, in which no slot has more than the one before it.

    A further chunk of a document says less than one of a document not listed yet.
    """
    lowered, highest = dict(evidence), math.inf
    for slot in slots:
        item = evidence[slot.chunk]
        if item.fused > highest:
            lowered[slot.chunk] = item.moved("further passage", highest)
        highest = min(highest, item.fused)
    return lowered


def pooled(
    evidence: Mapping[ChunkId, Evidence], documents: Mapping[ChunkId, DocumentId]
) -> dict[ChunkId, Evidence]:
    """Each document's best chunk, with the odds of the best three added up."""
    chunks: dict[DocumentId, list[ChunkId]] = {}
    for chunk in in_order(evidence):
        chunks.setdefault(documents[chunk], []).append(chunk)
    pooled_evidence = {}
    for best, *others in chunks.values():
        item = evidence[best]
        gaps = (evidence[chunk].fused - item.fused for chunk in others)
        pairs = zip(POOLED, gaps, strict=False)
        more = sum(weight * math.exp(gap) for weight, gap in pairs)
        pooled_evidence[best] = replace(item, fused=item.fused + math.log1p(more))
    return pooled_evidence


def relevant(
    order: Sequence[ChunkId],
    evidence: Mapping[ChunkId, Evidence],
    complete: Collection[ChunkId],
) -> list[ChunkId]:
    """The chunks that contain every word or are good matches; if none does, all.

    Of all candidates by date, barely relevant new ones would come first.
    """
    best = [c for c in order if c in complete or evidence[c].fused >= LOW_ODDS]
    return best or list(order)


ALIKE = 1.5
"""Up to so many log-odds below the best one, a chunk answers as that one does."""

ALIKE_WITH_WORDS = 4.0
"""How far below the best a chunk with every word answers as that one does."""


def best_matches(
    order: Sequence[ChunkId],
    evidence: Mapping[ChunkId, Evidence],
    complete: Collection[ChunkId],
) -> list[ChunkId]:
    """The chunks that contain every word, or if none does, any, and score alike.

    For "the latest" and "the first", of which only the first by date is the answer.
    """
    among = [chunk for chunk in order if chunk in complete] or order
    best = evidence[among[0]].fused if among else 0.0
    least = best - (ALIKE_WITH_WORDS if complete else ALIKE)
    return [chunk for chunk in among if evidence[chunk].fused >= least]


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


def in_order(evidence: Mapping[ChunkId, Evidence]) -> list[ChunkId]:
    """The chunks, best first; ties are broken by id."""
    return best_first({chunk: item.fused for chunk, item in evidence.items()})
