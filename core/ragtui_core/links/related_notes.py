"""Related notes: by similarity (semantic, else by keywords), links and tags.

Evidence is combined like probabilities of independent events (noisy-or): a note with
similarity 0.5 and a link scores above 0.5, and none scores above 1.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragtui_core.links.link_results import RelatedNote
from ragtui_core.search.excerpt import make_excerpt
from ragtui_core.search.words import is_common, tokens_of
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import AnyOf, Phrase
from ragtui_core.store.names.name_map import NameMap
from ragtui_core.store.reading.reader import Reader

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.types import ChunkId

EXCERPT_CHARS = 1_000
"""Characters at the start of a note that, with its fields, describe its topic."""
NEIGHBOURS = 200
"""Number of nearest chunks that are compared."""
UNRELATED_COSINE = 0.5
"""Cosine that unrelated chunks seldom exceed (bge-small)."""
MAX_TERMS = 12
"""Number of a note's rarest words that are searched for."""
KEYWORD_WEIGHT = 0.7
"""Similarity of the best match by keywords."""
SUMMARY_CHARS = 120
"""About so many characters of a note without a summary are shown instead of one."""
MAX_TAGGED = 50
"""Number of the newest notes with the same tag that are considered."""
LINK_WEIGHT, TAG_WEIGHT = 0.3, 0.1
"""The weight of each link and of each common tag."""


@dataclass(slots=True)
class _Relation:
    similarity: float = 0.0
    links: int = 0
    tags: int = 0

    def score(self) -> float:
        against = (1 - LINK_WEIGHT) ** self.links * (1 - TAG_WEIGHT) ** self.tags
        return 1 - (1 - self.similarity) * against


def related_notes(
    path: str, reader: Reader, names: NameMap, settings: SearchSettings, limit: int
) -> list[RelatedNote]:
    """The notes most related to the one at `path`, best first."""
    notes = names.notes
    if path not in notes:
        return []
    own, tags = reader.chunks_of(path), reader.documents.tags_of(path)
    similar = _by_meaning(own, reader)
    if not similar:
        first = reader.chunks(own[:1]).values()
        texts = (chunk.text[:EXCERPT_CHARS] for chunk in first)
        about = "\n".join((*tags, notes[path].title, notes[path].summary, *texts))
        similar = _by_words(about, own, reader, settings)
    relations: dict[str, _Relation] = {}
    for chunk, location in reader.candidate_info(similar).items():
        relation = relations.setdefault(location.path, _Relation())
        relation.similarity = max(relation.similarity, similar[chunk])
    for other, count in _links(path, reader, names).items():
        relations.setdefault(other, _Relation()).links = count
    for tag in tags:
        for card in reader.tagged(tag, MAX_TAGGED):
            relations.setdefault(card.path, _Relation()).tags += 1
    related = [
        RelatedNote(other, notes[other].title, relation.score(), notes[other].summary)
        for other, relation in relations.items()
        if other in notes and other != path
    ]
    related.sort(key=lambda other: (-other.score, other.path))
    return [
        replace(other, summary=other.summary or _beginning(other, reader))
        for other in related[:limit]
    ]


def _by_meaning(own: Sequence["ChunkId"], reader: Reader) -> dict["ChunkId", float]:
    """The chunks nearest to those of a note, 0..1; empty without vectors."""
    import numpy as np

    vectors = [*reader.vectors.of(own).values()]
    if not vectors:
        return {}
    total: Vectors = np.sum(vectors, axis=0, dtype=np.float32)
    mean: Vectors = total / max(float(np.linalg.norm(total)), 1e-9)
    scale = 1 - UNRELATED_COSINE
    return {
        chunk: min(1.0, (cosine - UNRELATED_COSINE) / scale)
        for chunk, cosine in reader.vectors.nearest(mean, NEIGHBOURS + len(own))
        if cosine > UNRELATED_COSINE
    }


def _by_words(
    about: str, own: Iterable["ChunkId"], reader: Reader, settings: SearchSettings
) -> dict["ChunkId", float]:
    """The chunks with the rarest words of a text that other notes have, too.

    By their BM25 score, relative to the best one.
    """
    here = reader.keywords.terms_in(own)
    words = {token.stem: token.surface for token in tokens_of(about)}
    counts = reader.keywords.document_frequencies(words)
    elsewhere = {stem: count - here.get(stem, 0) for stem, count in counts.items()}
    chunks = reader.counts().chunks
    shared = [
        stem
        for stem, count in elsewhere.items()
        if count > 0 and not is_common(count, chunks, settings)
    ]
    rarest = sorted(shared, key=elsewhere.__getitem__)[:MAX_TERMS]
    if not rarest:
        return {}
    matching = AnyOf(tuple(Phrase(words[stem]) for stem in rarest))
    scores = dict(reader.keywords.match(matching, NEIGHBOURS, settings.weights))
    best = max(scores.values(), default=0.0) or 1.0
    return {chunk: KEYWORD_WEIGHT * score / best for chunk, score in scores.items()}


def _beginning(note: RelatedNote, reader: Reader) -> str:
    """The first words of a note below its title."""
    first = reader.chunks(reader.chunks_of(note.path)[:1])
    text = "".join(chunk.text for chunk in first.values())
    shown = make_excerpt(text, (), SUMMARY_CHARS).text
    return shown.removeprefix(note.title).lstrip(" ·")


def _links(path: str, reader: Reader, names: NameMap) -> Counter[str]:
    """The number of links between the note and each other one."""
    resolve, targets = (
        names.resolve,
        (it.target for it in reader.links.of_document(path)),
    )
    linked = Counter(to for target in targets if (to := resolve(target, path)))
    linked.update(
        link.path
        for link in reader.links.by_key(names.keys(path))
        if resolve(link.target, link.path) == path
    )
    return linked
