"""Notes like another one: in meaning or, without vectors, in words; by links and tags.

Evidence adds up as chances of independent events do: a note that is half alike and
linked once is more than half related, and none is more than wholly so.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragtui_core.links.entries import RelatedNote
from ragtui_core.links.names import NameMap
from ragtui_core.search.keyword import frequencies_elsewhere, most_chunks
from ragtui_core.search.query import Query, Term, any_of, terms_of
from ragtui_core.settings import Settings
from ragtui_core.store.reading import Reader

if TYPE_CHECKING:
    from ragtui_core.embedding import Embedder
    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.model import ChunkId, Document

NEIGHBOURS = 200
"""Chunks that are looked at, nearest first."""
UNRELATED_COSINE = 0.5
"""What passages that have nothing in common hardly exceed (bge-small)."""
MOST_EMBEDDED = 16
"""Chunks of an unsaved note that are embedded: a fifth of a second of two cores."""
BEGINNING = 1_000
"""Characters of a note's text whose words are looked for with those of its fields."""
MOST_WORDS = 12
"""Words of a note that are looked for: the rarest."""
MOST_TAGGED = 50
"""Notes with the same tag that are looked at, the newest."""
BY_WORDS, BY_LINK, BY_TAG = 0.7, 0.3, 0.1
"""What equal words, each link and each shared tag are worth."""


@dataclass(slots=True)
class _Evidence:
    alike: float = 0.0
    links: int = 0
    tags: list[str] = field(default_factory=list)

    def score(self) -> float:
        against = (1 - BY_LINK) ** self.links * (1 - BY_TAG) ** len(self.tags)
        return 1 - (1 - self.alike) * against

    def why(self, alike: str) -> str:
        links = f"{self.links} link{'s' * (self.links > 1)}" if self.links else ""
        tags = f"tag{'s' * (len(self.tags) > 1)} {', '.join(self.tags)}"
        told = (
            f"alike in {alike}" if self.alike else "",
            links,
            tags * bool(self.tags),
        )
        return ", ".join(filter(None, told))


@dataclass(frozen=True, slots=True)
class Relatives:
    """Finds what is related, by one reader."""

    reader: Reader
    names: NameMap
    model_id: str
    settings: Settings
    load_embedder: "Callable[[], Embedder]"

    def of(self, path: str, text: str | None, limit: int) -> list[RelatedNote]:
        """The notes most like the one at `path`, which may say `text` by now."""
        document = _parsed(path, text) if text is not None else None
        by_meaning = self._by_meaning(path, document)
        alike = by_meaning or self._by_words(path, document)
        kind = "meaning" if by_meaning else "words"
        found = {other: _Evidence(share) for other, share in alike.items()}
        for other, count in self._links(path, document).items():
            found.setdefault(other, _Evidence()).links = count
        for other, tag in self._tagged(path, document):
            found.setdefault(other, _Evidence()).tags.append(tag)
        found.pop(path, None)
        notes = self.names.notes
        related = [
            RelatedNote(
                path=other,
                title=notes[other].title,
                score=evidence.score(),
                summary=notes[other].summary,
                why=evidence.why(kind),
            )
            for other, evidence in found.items()
            if other in notes
        ]
        return sorted(related, key=lambda note: (-note.score, note.path))[:limit]

    def _by_meaning(self, path: str, document: "Document | None") -> dict[str, float]:
        if not self.reader.has_vectors(self.model_id):
            return {}
        own = self.reader.chunks_of(path)
        vectors = (
            self._embedded(document)
            if document
            else list(self.reader.vectors(own).values())
        )
        if not vectors:
            return {}
        near = self.reader.nearest(_mean(vectors), NEIGHBOURS + len(own))
        scale = 1 - UNRELATED_COSINE
        return self._best(
            (chunk, min(1.0, (cosine - UNRELATED_COSINE) / scale))
            for chunk, cosine in near
            if cosine > UNRELATED_COSINE
        )

    def _embedded(self, document: "Document") -> "list[Vectors]":
        from ragtui_core.chunking import chunk_document
        from ragtui_core.embedding import bundled_token_counter
        from ragtui_core.indexing.reading import embedding_text

        chunks = chunk_document(
            document, self.settings.chunking, bundled_token_counter()
        )
        title = document.fields.title
        texts = [
            embedding_text(title, chunk.heading_path, chunk.span.of(document.text))
            for chunk in chunks[:MOST_EMBEDDED]
        ]
        return list(self.load_embedder().embed(texts)) if texts else []

    def _by_words(self, path: str, document: "Document | None") -> dict[str, float]:
        """Documents by their BM25 score for the note's own names, as a share."""
        terms = self._terms(path, document)
        if not terms:
            return {}
        weights = self.settings.search.weights.columns()
        scores = self.reader.match(any_of(terms), weights, NEIGHBOURS)
        most = max((score for _, score in scores), default=0.0) or 1.0
        return self._best((chunk, BY_WORDS * score / most) for chunk, score in scores)

    def _terms(self, path: str, document: "Document | None") -> list[Term]:
        """The rarest words that others hold, of its names, tags and beginning."""
        own = self.reader.terms_in(self.reader.chunks_of(path))
        terms = terms_of("\n".join(self._texts(path, document)), self.reader)
        query = Query("", terms, own=own)
        counts = frequencies_elsewhere(self.reader, query)
        most = most_chunks(self.settings.search, self.reader.counts()[1])
        shared = [t for t in query.distinct() if 0 < counts[t.stem] <= most]
        return sorted(shared, key=lambda term: counts[term.stem])[:MOST_WORDS]

    def _texts(self, path: str, document: "Document | None") -> list[str]:
        """What says what the note is about."""
        note = self.names.notes.get(path)
        texts = [*self._tags(path, document)]
        if document:
            texts += [document.fields.title, document.fields.summary]
            start = document.front_matter.end if document.front_matter else 0
            texts.append(document.text[start : start + BEGINNING])
        elif note:
            texts += [note.title, note.summary]
            leading = self.reader.chunks(self.reader.chunks_of(path)[:1])
            texts += [chunk.text[:BEGINNING] for chunk in leading.values()]
        return texts

    def _best(self, chunks: "Iterable[tuple[ChunkId, float]]") -> dict[str, float]:
        """The best share of each document."""
        shares = dict(chunks)
        found: dict[str, float] = {}
        for chunk, place in self.reader.places(shares).items():
            found[place.path] = max(found.get(place.path, 0.0), shares[chunk])
        return found

    def _links(self, path: str, document: "Document | None") -> Counter[str]:
        """How many links lead from the note to each other one, or back."""
        if document:
            from ragtui_core.sources.links import links_of

            targets = [link.target for link in links_of(document.text)]
        else:
            targets = [link.target for link in self.reader.links_in(path)]
        resolve = self.names.resolve
        found = Counter(to for target in targets if (to := resolve(target, path)))
        found.update(
            link.path
            for link in self.reader.links_by_key(self.names.keys(path))
            if resolve(link.target, link.path) == path
        )
        return found

    def _tags(self, path: str, document: "Document | None") -> tuple[str, ...]:
        return document.fields.tags if document else self.reader.tags_of(path)

    def _tagged(
        self, path: str, document: "Document | None"
    ) -> Iterable[tuple[str, str]]:
        """Notes that share a tag with the note, and the tag."""
        for tag in self._tags(path, document):
            for card in self.reader.tagged(tag, MOST_TAGGED):
                yield card.path, tag


def _parsed(path: str, text: str) -> "Document | None":
    from ragtui_core.errors import UnreadableFile
    from ragtui_core.sources import parse_document

    try:
        return parse_document(path, text.encode())
    except UnreadableFile:
        return None


def _mean(vectors: "list[Vectors]") -> "Vectors":
    """The unit vector in the middle of unit vectors."""
    import numpy as np

    total: Vectors = np.sum(vectors, axis=0, dtype=np.float32)
    return total / max(float(np.linalg.norm(total)), 1e-9)
