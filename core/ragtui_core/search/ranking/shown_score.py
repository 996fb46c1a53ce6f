"""The score that is shown: between 0 and 1, and the same from query to query.

The fused score orders hits, but is scaled to the candidates of each query: the best is
near 1 even when nothing is relevant. The displayed score must not depend on the other
candidates, so it uses two absolute features: the cosine, and the ratio of the query's
information that the chunk's words cover. The fit is described in docs/evaluation.md.
"""

import math
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.search.query.index_query import Query
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.store.matching import TermKind
from ragtui_core.store.reader import Reader
from ragtui_core.store.records import ChunkMatch
from ragtui_core.text.stemming import stemmed
from ragtui_core.text.subwords import grams, parts

if TYPE_CHECKING:
    from ragtui_core.types import ChunkId

FEW_WORDS = 3
"""For queries of up to this many words the cosine is unreliable: if the chunk contains
all of them, word coverage has equal weight."""


class Scorer:
    """Scores the hits of one query."""

    def __init__(self, reader: Reader, query: Query, model_id: str) -> None:
        """Score for `query` over the index that `reader` reads."""
        self._known_model = model_id == MODEL_ID
        self._query = query
        self._known: dict[ChunkId, tuple[set[str], set[str]]] = {}
        self._surfaces = {term.stem: term.surface for term in query.terms}
        self._frequencies = reader.keywords.document_frequencies(self._surfaces)
        if query.grams:
            self._frequencies |= reader.keywords.document_frequencies(
                query.grams, kind=TermKind.GRAM
            )
            # The bundled model does not support such scripts.
            self._known_model &= len(query.terms) > len(query.grams)
        self._chunks = reader.counts()[1]

    def score(
        self,
        match: ChunkMatch,
        evidence: Evidence,
        *,
        quoted: bool = False,
        named: bool = False,
    ) -> float:
        """How likely the chunk is to be about the query, 0..1.

        Args:
            match: The chunk.
            evidence: Its keyword and vector scores.
            quoted: Whether the query is a quotation from it.
            named: Whether the query is a name of its document, such as an alias.
        """
        if not self._frequencies:
            return 1.0  # Filters alone: every hit satisfies them fully.
        words = 1.0 if named else self.coverage_of(match)
        if self._query.grams and not self._known_model:
            return calibrated(words, None)
        if self._known_model or evidence.similarity is None:
            score = calibrated(words, evidence.similarity)
            is_short = len(self._frequencies) <= FEW_WORDS
            if quoted or (words == 1.0 and is_short):
                score = (score + calibrated(words, None)) / 2
            return score
        # Cosines of other models have another, unknown range.
        return max(calibrated(words, None), min(1.0, max(0.0, evidence.similarity)))

    def coverage_of(self, match: ChunkMatch) -> float:
        """The ratio of the query's information in the chunk and its fields, 0..1."""
        fields, chunk = self._stems_of(match)
        return coverage(fields | chunk, self._frequencies, self._chunks)

    def is_in_fields_alone(self, match: ChunkMatch) -> bool:
        """Whether the fields contain the whole query, and the chunk none of it."""
        wanted = self._frequencies.keys()
        fields, chunk = self._stems_of(match)
        return bool(wanted) and wanted <= fields and not wanted & chunk

    def matched(self, match: ChunkMatch) -> dict[str, tuple[str, ...]]:
        """The words of the query by the field that contains them."""
        found = {}
        for name, texts in _texts(match).items():
            present = self._present("\n".join(texts)) & self._frequencies.keys()
            if present:
                found[name] = tuple(sorted(self._surfaces.get(s, s) for s in present))
        return found

    def _stems_of(self, match: ChunkMatch) -> tuple[set[str], set[str]]:
        """The stems of the document's fields, and those of the chunk itself."""
        if match.id not in self._known:
            texts = _texts(match)
            own = [text for name in _OWN for text in texts.pop(name)]
            fields = [text for found in texts.values() for text in found]
            found = self._present("\n".join(fields)), self._present("\n".join(own))
            self._known[match.id] = found
        return self._known[match.id]

    def _present(self, text: str) -> set[str]:
        """The stems and grams of `text`; identifiers count whole and in parts."""
        found = set(stemmed(f"{text}\n{parts(text)}"))
        found |= {term.stem for term in self._query.terms if term.is_in(found)}
        return found | set(grams(text).split()) if self._query.grams else found


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
        "name": (match.path,),
        "heading": match.heading_path,
        "body": (match.searched,),
    }


def coverage(
    present: Collection[str], frequencies: Mapping[str, int], chunks: int
) -> float:
    """The ratio of a query's information that a chunk's words cover, 0..1.

    Each stem weighs its inverse document frequency, ln(1 + N / (1 + n)), so that
    an unknown word, being the rarest, weighs most.

    Args:
        present: Stems found in the chunk or in its document's fields.
        frequencies: In how many chunks each stem of the query occurs.
        chunks: How many chunks the index has.
    """
    weights = {
        stem: math.log1p(chunks / (1 + count)) for stem, count in frequencies.items()
    }
    total = sum(weights.values())
    covered = sum(weight for stem, weight in weights.items() if stem in present)
    return covered / total if total else 0.0


def calibrated(words: float, similarity: float | None) -> float:
    """A score from word coverage and cosine, both 0..1; relevant from 0.5.

    `python -m benchmarks.calibration` fits it: a logistic regression over the best hits
    of 600 queries with an answer in the collection (SciFact's train split,
    cheatsheets-tldr) and 900 put to a collection that has none. It flags 95% of the
    latter and 2% of the former; by words alone, where there is no vector, 76% and 7%.
    The logits are divided by 3 and by 2: no hit crosses the threshold,
    but good hits that would all be shown as 1.00 remain distinguishable.
    """
    if similarity is None:
        return logistic((-2.9 + 9.3 * words) / 2)
    return logistic((-35.0 + 7.7 * words + 49.4 * similarity) / 3)


def logistic(x: float) -> float:
    """The inverse of the logit, 0..1."""
    return 1.0 / (1.0 + math.exp(-x))
