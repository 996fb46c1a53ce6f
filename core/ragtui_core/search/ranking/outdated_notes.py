"""Ranks notes that are superseded, obsolete or drafts below those to read instead."""

import re
from collections.abc import Iterator, Mapping, Sequence

from ragtui_core.search.query.index_query import Query
from ragtui_core.search.retrieval.fusion import STEP, Evidence
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.store.records import ChunkLocation
from ragtui_core.text.stemming import stemmed
from ragtui_core.types import ChunkId, NoteState

UNRELIABLE = 0.75
"""Log-odds less for a note that is not to be relied on, if none of the candidates
replaces it: of two notes with about the same evidence the other one comes first."""

States = Mapping[str, NoteState]
"""The states of notes that are not to be relied on, by path."""


def current_first(
    evidence: Mapping[ChunkId, Evidence],
    locations: Mapping[ChunkId, ChunkLocation],
    keyword: KeywordResult,
    states: States,
) -> dict[ChunkId, Evidence]:
    """The evidence, with each superseded note directly below what replaces it.

    A note whose name is the query stays where it is, if the one that replaces it does
    not have all words of the query.
    """
    chunks: dict[str, list[ChunkId]] = {}
    for chunk in evidence:
        chunks.setdefault(locations[chunk].path, []).append(chunk)
    adjusted = dict(evidence)
    complete = {
        locations[chunk].path for chunk in keyword.complete if chunk in locations
    } | (
        named := {
            locations[chunk].path for chunk in keyword.named if chunk in locations
        }
    )

    def best(path: str) -> float:
        return max(adjusted[chunk].fused for chunk in chunks[path])

    marked = [path for path in chunks if path in states]
    depth = {path: len(list(_successors(path, states))) for path in marked}
    for number, path in enumerate(sorted(marked, key=lambda p: (depth[p], -best(p)))):
        successors = _successors(path, states)
        by = next((other for other in successors if other in chunks), None)
        if path in named and by not in complete:
            continue
        if by is None:
            change = UNRELIABLE
        else:
            change = best(path) - best(by) + (1 + number) * STEP
        for chunk in chunks[path] if change > 0 else ():
            lowered = adjusted[chunk].fused - change
            adjusted[chunk] = adjusted[chunk].moved(states[path].words, lowered)
    return adjusted


def successors_first(
    typed: Sequence[ChunkId], locations: Mapping[ChunkId, ChunkLocation], states: States
) -> list[ChunkId]:
    """The chunks in order, but those of superseded notes behind what replaces them."""
    paths = {locations[chunk].path for chunk in typed}

    def later(chunk: ChunkId) -> int:
        return len(paths.intersection(_successors(locations[chunk].path, states)))

    return sorted(typed, key=later)


_VERSION = re.compile(
    r"\b(?:v|ver|version|rev|revision|edition)[ ._-]?(\d+(?:\.\d+)*)\b"
)


def versions(
    order: Sequence[ChunkId],
    locations: Mapping[ChunkId, ChunkLocation],
    query: Query,
    states: States,
) -> list[ChunkId]:
    """Chunks of the documents whose titles have the query's words, the latest first.

    None unless there are several. The latest is the one with the highest number, if all
    have one, and none that replaces it.

    Args:
        order: The latest by date first.
        locations: Those of the chunks.
        query: Without the words that ask for the latest.
        states: Which notes are replaced.
    """
    words = query.content()
    titled = []
    for chunk in order:
        stems = set(stemmed(f"{locations[chunk].title}\n{locations[chunk].path}"))
        if all(term.is_in(stems) for term in words):
            titled.append(chunk)
    if not words or len({locations[chunk].document for chunk in titled}) < 2:
        return []
    numbers = {chunk: _number(locations[chunk]) for chunk in titled}
    if all(numbers.values()):
        titled.sort(key=numbers.__getitem__, reverse=True)
    return successors_first(titled, locations, states)


def _number(location: ChunkLocation) -> tuple[int, ...]:
    """The version in a title or file name: (2, 1) of `v2.1`; empty if there is none."""
    name = location.path.rpartition("/")[2].replace("_", " ")
    match = _VERSION.search(f"{location.title}\n{name}".lower())
    return tuple(map(int, match[1].split("."))) if match else ()


def _successors(path: str, states: States) -> Iterator[str]:
    """What replaces a note, what replaces that, and so on; each once."""
    seen = {path}
    while (state := states.get(path)) and state.successor not in {"", *seen}:
        path = state.successor
        seen.add(path)
        yield path
