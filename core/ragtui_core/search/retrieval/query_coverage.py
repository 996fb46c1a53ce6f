"""How much of a query's information the words of a chunk and of its document cover."""

import math
from collections.abc import Collection, Mapping

from ragtui_core.search.query.index_query import Query
from ragtui_core.search.retrieval.document_evidence import DocumentScores
from ragtui_core.store.matching import TermKind
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import ChunkMatch
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.text.stemming import stemmed
from ragtui_core.text.subwords import grams, parts
from ragtui_core.types import ChunkId


class QueryCoverage:
    """The coverage of one query by chunks."""

    def __init__(self, reader: Reader, query: Query) -> None:
        self._query = query
        self._known: dict[ChunkId, tuple[set[str], set[str]]] = {}
        self._surfaces = {term.stem: term.surface for term in query.terms}
        self._frequencies = reader.keywords.document_frequencies(self._surfaces)
        if query.grams:
            self._frequencies |= reader.keywords.document_frequencies(
                query.grams, kind=TermKind.GRAM
            )
        omitted = self._surfaces.keys() - {term.stem for term in query.content()}
        self._topical = {
            stem: count
            for stem, count in self._frequencies.items()
            if stem not in omitted
        }
        self._chunks = reader.counts().chunks

    @property
    def words(self) -> tuple[str, ...]:
        """The informative words of the query, as `matched` has them."""
        stems = dict.fromkeys(term.stem for term in self._query.content())
        return tuple(self._surfaces[stem] for stem in stems)

    def missing(self) -> tuple[str, float]:
        """Words that no chunk has, and their ratio of the query's information, 0..1.

        Names and codes are not among them: those with a capital or a digit.
        """
        absent = (stem for stem, count in self._topical.items() if not count)
        surfaces = {stem: self._surfaces.get(stem, "") for stem in absent}
        words = {
            stem: word
            for stem, word in surfaces.items()
            if is_alphabetic(word) and word == word.lower()
        }
        ratio = coverage(words, self._topical, self._chunks)
        return " ".join(words.values()), ratio

    def of(self, match: ChunkMatch) -> float:
        """The ratio of the query's information in the chunk and its fields, 0..1.

        Function words have none, unless there are no others.
        """
        fields, chunk = self._stems_of(match)
        return coverage(fields | chunk, self._topical, self._chunks)

    def of_documents(self, documents: DocumentScores) -> dict[ChunkId, float]:
        """The ratio of the query's information in the document of each of its chunks.

        None if not all of its words were counted, in all of their forms.
        """
        terms = [t for t in self._query.distinct() if self._topical.get(t.stem)]
        stems = {term.stem for term in terms}
        has_others = self._query.grams or any(term.has_forms for term in terms)
        if has_others or not stems <= documents.counted:
            return {}
        ratios = {
            present: coverage(present, self._topical, self._chunks)
            for present in set(documents.present.values())
        }
        return {chunk: ratios[p] for chunk, p in documents.present.items()}

    def is_in_fields_alone(self, match: ChunkMatch) -> bool:
        """Whether the fields contain the whole query, and the chunk none of it."""
        wanted = self._frequencies.keys()
        fields, chunk = self._stems_of(match)
        return bool(wanted) and wanted <= fields and not wanted & chunk

    def matched(self, match: ChunkMatch) -> dict[str, tuple[str, ...]]:
        """The words of the query by the field that contains them."""
        words = {}
        for name, texts in _texts(match).items():
            present = self._present("\n".join(texts)) & self._frequencies.keys()
            if present:
                words[name] = tuple(sorted(self._surfaces.get(s, s) for s in present))
        return words

    def _stems_of(self, match: ChunkMatch) -> tuple[set[str], set[str]]:
        """The stems of the document's fields, and those of the chunk itself."""
        if match.id not in self._known:
            texts = _texts(match)
            own = [text for name in _OWN for text in texts.pop(name)]
            fields = [text for parts in texts.values() for text in parts]
            stems = self._present("\n".join(fields)), self._present("\n".join(own))
            self._known[match.id] = stems
        return self._known[match.id]

    def _present(self, text: str) -> set[str]:
        """The stems and grams of `text`; identifiers count whole and in parts."""
        present = set(stemmed(f"{text}\n{parts(text)}"))
        present |= {term.stem for term in self._query.terms if term.is_in(present)}
        return present | set(grams(text).split()) if self._query.grams else present


_OWN = ("heading", "body")
"""The fields that are the chunk's, not the document's."""


def _texts(match: ChunkMatch) -> dict[str, tuple[str, ...]]:
    fields = match.fields
    return {
        "company": (fields.company,),
        "tags": fields.tags,
        "title": (fields.title,),
        "category": (fields.category,),
        "summary": (fields.summary,),
        "name": (match.path, match.aliases),
        "heading": (*match.heading_path, match.head),
        "body": (match.searched,),
    }


def coverage(
    present: Collection[str], frequencies: Mapping[str, int], chunks: int
) -> float:
    """The ratio of a query's information that a chunk's words cover, 0..1.

    Each stem weighs the square of its inverse document frequency, ln(1 + N / (1 + n)),
    as in the cosine of tf-idf: an unknown word, being the rarest, weighs most, and
    words that are in most texts say nearly nothing, also where no list has them.

    Args:
        present: Stems found in the chunk or in its document's fields.
        frequencies: In how many chunks each stem of the query occurs.
        chunks: How many chunks the index has.
    """
    weights = {
        stem: math.log1p(chunks / (1 + count)) ** 2
        for stem, count in frequencies.items()
    }
    total = sum(weights.values())
    covered = sum(weight for stem, weight in weights.items() if stem in present)
    return covered / total if total else 0.0
