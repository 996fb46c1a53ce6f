"""Turns slots into hits with texts, scores and, on request, explanations."""

from collections.abc import Sequence

from ragtui_core.search.ranking.grouping import Slot
from ragtui_core.search.ranking.ranker import Ranking
from ragtui_core.search.ranking.shown_score import Scorer
from ragtui_core.search.results.excerpt import find_matches, make_excerpt
from ragtui_core.store.protocols import Reader
from ragtui_core.store.records import ChunkMatch
from ragtui_core.types import ChunkId, Explanation, Hit


class Presenter:
    """Makes the hits of one ranking."""

    def __init__(self, reader: Reader, ranking: Ranking, model_id: str) -> None:
        """Present `ranking`, whose vectors were computed by `model_id`."""
        self._reader = reader
        self._ranking = ranking
        query = ranking.request.queries[0]
        self._scorer = Scorer(reader, query, model_id)
        stems = {term.stem for term in query.terms}
        # Common words are not highlighted if there are informative ones.
        self._marked = ranking.keyword.informative or stems

    def hits(self, slots: Sequence[Slot]) -> tuple[Hit, ...]:
        """The hits for `slots`; chunks that were deleted meanwhile are omitted."""
        matches = self._with_leading(
            self._reader.chunks(slot.chunk for slot in slots), slots
        )
        present = [slot for slot in slots if slot.chunk in matches]
        return tuple(
            self._hit(rank, slot, matches[slot.chunk])
            for rank, slot in enumerate(present, 1)
        )

    def _with_leading(
        self, matches: dict[ChunkId, ChunkMatch], slots: Sequence[Slot]
    ) -> dict[ChunkId, ChunkMatch]:
        """Replaces chunks whose fields alone match by the document's first chunk."""
        first = {slot.chunk for slot in slots if not slot.additional}
        by_fields = {
            match.document_id: chunk
            for chunk, match in matches.items()
            if chunk in first and self._scorer.is_in_fields_alone(match)
        }
        if not by_fields:
            return matches
        leading = self._reader.leading_chunks(by_fields)
        texts = self._reader.chunks(leading.values())
        return matches | {
            by_fields[document]: texts[chunk]
            for document, chunk in leading.items()
            if chunk in texts
        }

    def _hit(self, rank: int, slot: Slot, match: ChunkMatch) -> Hit:
        evidence = self._ranking.evidence[slot.chunk]
        grams = self._ranking.request.queries[0].grams
        spans = find_matches(self._reader, match.text, self._marked, grams)
        excerpt = make_excerpt(match.text, spans)
        quoted = slot.chunk in self._ranking.keyword.quotes
        explain = self._ranking.request.options.explain
        return Hit(
            rank=rank,
            score=self._scorer.score(match, evidence, quoted=quoted),
            path=match.path,
            heading_path=match.heading_path,
            lines=match.lines,
            span=match.span,
            excerpt=excerpt.text,
            matches=excerpt.matches,
            keyword=evidence.keyword,
            similarity=evidence.similarity,
            fused=evidence.fused,
            fields=match.fields,
            modified=match.modified_ns / 1e9,
            additional=slot.additional,
            explanation=self._explanation(slot, match) if explain else None,
        )

    def _explanation(self, slot: Slot, match: ChunkMatch) -> Explanation:
        evidence = self._ranking.evidence[slot.chunk]
        stages = self._ranking.keyword.stages
        words, meaning = evidence.parts
        return Explanation(
            matched=self._scorer.matched(match),
            bm25={
                name: scores[slot.chunk]
                for name, scores in stages.items()
                if slot.chunk in scores
            },
            fusion={"words": words, "meaning": meaning},
            adjustments=evidence.adjustments,
            coverage=self._scorer.coverage_of(match),
        )
