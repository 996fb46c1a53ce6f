"""Finds the chunks with the most informative words of a text."""

from collections.abc import Set
from dataclasses import replace
from math import inf
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
    complete, wanted = _with_every(words, within, depth, reader), words.wanted
    groups = [_Group(inf, wanted, complete)]
    if len(complete) <= depth and len(wanted) < len(words.asked):
        having = _with_every(replace(words, asked=wanted), within, depth, reader)
        groups.append(_Group(inf, wanted, having - complete))
    known, best = set[ChunkId]().union(*(it.chunks for it in groups)), set[ChunkId]()
    if len(known) <= depth:
        groups += _by_words(words, within, known, depth - len(known), reader)
    for group in groups:
        if len(best) + len(group.chunks) <= depth:
            best |= group.chunks
            continue
        among = reader.only(sorted(group.chunks)[-MAX_SCORED:])
        for kind in TermKind:
            forms = [forms for word in group.words if (forms := word.matching(kind))]
            if forms and (room := depth - len(best)):
                every = AllOf(tuple(map(AnyOf, forms)))
                of_kind = weights if kind is TermKind.WORD else None
                match = reader.keywords.match(every, room, of_kind, kind, among)
                best.update(chunk for chunk, _ in match)
        break
    return best, complete


def _with_every(
    words: Words, within: SelectedChunks, depth: int, reader: Reader
) -> set[ChunkId]:
    """The newest chunks that have each word of a text, and not as a part alone."""
    chunks: list[ChunkId] | None = None
    every = (words.every, TermKind.WORD), (words.every_gram, TermKind.GRAM)
    for matching, kind in every if not words.unknown else ():
        if matching:
            among = within if chunks is None else reader.only(chunks)
            limit = MAX_FOUND if words.wanted[0].chunks > MAX_FOUND else None
            (chunks,) = reader.keywords.chunks_with([matching], kind, among, limit)
    return {*sorted(chunks or ())[-max(depth + 1, MAX_SCORED) :]}


def _by_words(
    words: Words,
    within: SelectedChunks,
    known: Set[ChunkId],
    room: int,
    reader: Reader,
) -> list[_Group]:
    """The groups of the best chunks beside `known` ones, the best first.

    Once enough of them for the `room` have more information than all further words,
    these are looked up in the chunks found alone.
    """
    groups, seen, left = list[_Group](), {*known}, list(words.wanted)
    while left:
        word = left.pop(0)
        value, chunks = words.idf(word), set[ChunkId]()
        for kind in TermKind:
            if forms := word.matching(kind):
                asked = [AnyOf(forms)]
                chunks.update(*reader.keywords.chunks_with(asked, kind, within))
        chunks -= known
        for group in groups[:]:
            if both := group.chunks & chunks:
                group.chunks.difference_update(both)
                shared = (*group.words, word)
                groups.append(_Group(group.value + value, shared, both))
        groups = [group for group in groups if group.chunks]
        groups.append(_Group(value, (word,), chunks - seen))
        seen |= chunks
        further = sum(map(words.idf, left))
        if sum(len(it.chunks) for it in groups if it.value > further) >= room:
            within = reader.only(seen)
    return sorted(groups, key=attrgetter("value"), reverse=True)
