"""Related notes: by similarity (semantic, else by keywords), links and tags.

Evidence is combined like probabilities of independent events (noisy-or): a note with
similarity 0.5 and a link scores above 0.5, and none scores above 1.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragtui_core.errors import UnreadableFile
from ragtui_core.links.link_results import RelatedNote
from ragtui_core.search.excerpt import make_excerpt
from ragtui_core.search.words import is_common, tokens_of
from ragtui_core.settings.schema import Settings
from ragtui_core.store.matching import AnyOf, Phrase
from ragtui_core.store.names.name_map import NameMap
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import with_head

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder, Vectors
    from ragtui_core.types import ChunkId, Document

EXCERPT_CHARS = 1_000
"""Characters at the start of a note that, with its fields, describe its topic."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One note.

    `document` is its unsaved content, if there is any. `texts` describe its topic:
    names, tags and the first characters.
    """

    path: str
    document: "Document | None"
    reader: Reader
    names: NameMap
    tags: Sequence[str]
    targets: Sequence[str]
    texts: Sequence[str]


def subject(path: str, text: str | None, reader: Reader, names: NameMap) -> Subject:
    """The note at `path`, with the unsaved `text` if given."""
    tags: Sequence[str]
    if document := None if text is None else _parsed(path, text):
        from ragtui_core.documents.markdown.link_extraction import links_of

        fields, front = document.fields, document.front_matter
        start = front.end if front else 0
        tags = fields.tags
        targets = [link.target for link in links_of(document.text)]
        beginning = document.text[start : start + EXCERPT_CHARS]
        texts = [fields.title, fields.summary, beginning]
    else:
        tags = reader.documents.tags_of(path)
        targets = [link.target for link in reader.links.of_document(path)]
        texts = []
        if note := names.notes.get(path):
            first = reader.chunks(reader.chunks_of(path)[:1])
            beginnings = (chunk.text[:EXCERPT_CHARS] for chunk in first.values())
            texts = [note.title, note.summary, *beginnings]
    return Subject(path, document, reader, names, tags, targets, [*tags, *texts])


def _parsed(path: str, text: str) -> "Document | None":
    from ragtui_core.documents.parser import parse_document

    with suppress(UnreadableFile):
        return parse_document(path, text.encode("utf-8", "replace"))
    return None


NEIGHBOURS = 200
"""Number of nearest chunks that are compared."""
UNRELATED_COSINE = 0.5
"""Cosine that unrelated chunks seldom exceed (bge-small)."""
MAX_EMBEDDED = 16
"""Chunks of an unsaved note that are embedded: 0.2 s on two cores."""
MAX_TERMS = 12
"""Number of a note's rarest words that are searched for."""
KEYWORD_WEIGHT = 0.7
"""Similarity of the best match by keywords."""

Weights = dict[str, float]
"""Similarities by path; the note's own path is included."""


@dataclass(frozen=True, slots=True)
class DocumentSimilarity:
    """Compares notes, under the settings of a vault."""

    model_id: str
    settings: Settings
    load_embedder: "Callable[[], Embedder]"

    def semantic(self, note: Subject) -> Weights:
        """By the chunks nearest to the note's; empty without vectors."""
        if not note.reader.vectors.has_model(self.model_id):
            return {}
        own = note.reader.chunks_of(note.path)
        vectors = (
            self._embedded(note.document)
            if note.document
            else list(note.reader.vectors.of(own).values())
        )
        if not vectors:
            return {}
        near = note.reader.vectors.nearest(_mean(vectors), NEIGHBOURS + len(own))
        scale = 1 - UNRELATED_COSINE
        return _best(
            note,
            (
                (chunk, min(1.0, (cosine - UNRELATED_COSINE) / scale))
                for chunk, cosine in near
                if cosine > UNRELATED_COSINE
            ),
        )

    def by_keywords(self, note: Subject) -> Weights:
        """By the BM25 score for the note's rarest words, relative to the best score."""
        words = self._rarest(note)
        if not words:
            return {}
        weights = self.settings.search.weights
        matching = AnyOf(tuple(map(Phrase, words)))
        scores = note.reader.keywords.match(matching, NEIGHBOURS, weights)
        best = max((score for _, score in scores), default=0.0) or 1.0
        return _best(
            note, ((chunk, KEYWORD_WEIGHT * score / best) for chunk, score in scores)
        )

    def _rarest(self, note: Subject) -> list[str]:
        """The note's rarest distinctive words that also occur in other notes."""
        keywords, settings = note.reader.keywords, self.settings.search
        here = keywords.terms_in(note.reader.chunks_of(note.path))
        words = {t.stem: t.surface for t in tokens_of("\n".join(note.texts))}
        counts = keywords.document_frequencies(words)
        elsewhere = {stem: count - here.get(stem, 0) for stem, count in counts.items()}
        chunks = note.reader.counts().chunks
        shared = [
            stem
            for stem, count in elsewhere.items()
            if count > 0 and not is_common(count, chunks, settings)
        ]
        rarest = sorted(shared, key=elsewhere.__getitem__)[:MAX_TERMS]
        return [words[stem] for stem in rarest]

    def _embedded(self, document: "Document") -> "list[Vectors]":
        from ragtui_core.chunking import chunk_document
        from ragtui_core.embedding.embedding_text import embedding_text
        from ragtui_core.embedding.token_counting import bundled_token_counter

        chunks = chunk_document(
            document, self.settings.chunking, bundled_token_counter()
        )
        title = document.fields.title
        texts = [
            embedding_text(title, chunk.heading_path, with_head(chunk.head, chunk.text))
            for chunk in chunks[:MAX_EMBEDDED]
        ]
        return list(self.load_embedder().embed(texts)) if texts else []


def _best(note: Subject, chunks: "Iterable[tuple[ChunkId, float]]") -> Weights:
    """The best similarity of each document."""
    similarities = dict(chunks)
    weights: Weights = {}
    for chunk, location in note.reader.candidate_info(similarities).items():
        weights[location.path] = max(
            weights.get(location.path, 0.0), similarities[chunk]
        )
    return weights


def _mean(vectors: "list[Vectors]") -> "Vectors":
    """The normalized mean of unit vectors."""
    import numpy as np

    total: Vectors = np.sum(vectors, axis=0, dtype=np.float32)
    return total / max(float(np.linalg.norm(total)), 1e-9)


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
    note: Subject, comparison: DocumentSimilarity, limit: int
) -> list[RelatedNote]:
    """The notes most related to `note`, best first."""
    similarities = comparison.semantic(note) or comparison.by_keywords(note)
    relations = {other: _Relation(value) for other, value in similarities.items()}
    for other, count in _links(note).items():
        relations.setdefault(other, _Relation()).links = count
    for tag in note.tags:
        for card in note.reader.tagged(tag, MAX_TAGGED):
            relations.setdefault(card.path, _Relation()).tags += 1
    relations.pop(note.path, None)
    notes = note.names.notes
    related = [
        RelatedNote(
            path=other,
            title=notes[other].title,
            score=evidence.score(),
            summary=notes[other].summary,
        )
        for other, evidence in relations.items()
        if other in notes
    ]
    related.sort(key=lambda other: (-other.score, other.path))
    return [
        replace(other, summary=other.summary or _beginning(other, note.reader))
        for other in related[:limit]
    ]


def _beginning(note: RelatedNote, reader: Reader) -> str:
    """The first words of a note below its title."""
    first = reader.chunks(reader.chunks_of(note.path)[:1])
    text = "".join(chunk.text for chunk in first.values())
    shown = make_excerpt(text, (), SUMMARY_CHARS).text
    return shown.removeprefix(note.title).lstrip(" ·")


def _links(note: Subject) -> Counter[str]:
    """The number of links between the note and each other one."""
    resolve, path = note.names.resolve, note.path
    linked = Counter(to for target in note.targets if (to := resolve(target, path)))
    linked.update(
        link.path
        for link in note.reader.links.by_key(note.names.keys(path))
        if resolve(link.target, link.path) == path
    )
    return linked
