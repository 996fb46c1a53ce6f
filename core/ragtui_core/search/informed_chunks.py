"""Finds the chunks with the most informative words of a text."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from ragtui_core.search.words import Word, Words
from ragtui_core.store.matching import MAX_FOUND, MAX_SCORED, AllOf, AnyOf, TermKind
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.selection import SelectedChunks
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.settings.schema import FieldWeights


class _Group(NamedTuple):
    """The chunks with the same words of a text, and the information of these."""

    value: float
    words: tuple[Word, ...]
    chunks: set[ChunkId]


def most_informed(
    words: Words,
    within: SelectedChunks,
    depth: int,
    reader: Reader,
    weights: "FieldWeights",
) -> tuple[set[ChunkId], set[ChunkId]]:
    """The `depth` chunks with most of a text's information, and those with every word.

    Of chunks with the same words, those with the best scores; of very many, of the
    newest. `weights` are those of fields in a score.
    """
    having, complete = _having_words(words, within, reader)
    worth: list[tuple[float, tuple[Word, ...]]]
    worth = [(words.idf(word), (word,)) for word in words.wanted]
    if others := [word for word in words.asked if word not in words.wanted]:
        for every, kind in (
            (words.every, TermKind.WORD),
            (words.every_gram, TermKind.GRAM),
        ):
            if every and complete:
                among = reader.only(complete)
                complete = {*reader.keywords.chunks_with([every], kind, among)[0]}
        having.append(complete)
        worth.append((sum(words.idf(word) for word in others), ()))
    groups = list[_Group]()
    known = set[ChunkId]()
    for (value, word), chunks in zip(worth, having, strict=True):
        groups = [group for group in groups if group.chunks]
        for group in groups[:]:
            if both := group.chunks & chunks:
                group.chunks.difference_update(both)
                shared = (*group.words, *word)
                groups.append(_Group(group.value + value, shared, both))
        groups.append(_Group(value, word, chunks - known))
        known |= chunks
    best = set[ChunkId]()
    for group in sorted(groups, key=attrgetter("value"), reverse=True):
        room = depth - len(best)
        if len(group.chunks) > room:
            newest = sorted(group.chunks)[-MAX_SCORED:]
            return best | _best(group.words, newest, room, reader, weights), complete
        best |= group.chunks
    return best, complete


def _having_words(
    words: Words, within: SelectedChunks, reader: Reader
) -> tuple[list[set[ChunkId]], set[ChunkId]]:
    """The chunks with each wanted word, and those that have them all."""
    wanted, every = words.wanted, set[ChunkId]()
    having = [set[ChunkId]() for _ in wanted]
    for kind in TermKind:
        if kind is TermKind.PART:  # A part is not the word itself.
            every = every.union(*having[:1]).intersection(*having)
        listed = [n for n, word in enumerate(wanted) if word.matching(kind)]
        asked = [AnyOf(wanted[n].matching(kind)) for n in listed]
        found = reader.keywords.chunks_with(asked, kind, within, MAX_FOUND)
        for number, chunks in zip(listed, found, strict=True):
            having[number].update(chunks)
    return having, every


def _best(
    words: Sequence[Word],
    chunks: Iterable[ChunkId],
    limit: int,
    reader: Reader,
    weights: "FieldWeights",
) -> set[ChunkId]:
    """Those of some chunks with the best scores by words that they share."""
    best, among = set[ChunkId](), reader.only(chunks)
    for kind in TermKind:
        forms = [matching for word in words if (matching := word.matching(kind))]
        if forms and len(best) < limit:
            of_kind = weights if kind is TermKind.WORD else None
            every, room = AllOf(tuple(map(AnyOf, forms))), limit - len(best)
            match = reader.keywords.match(every, room, of_kind, kind, among)
            best.update(chunk for chunk, _ in match)
    return best
