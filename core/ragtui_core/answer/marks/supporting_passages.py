"""Which of the passages that were sent has the words of a claim."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer.request import AnswerQuality
from ragtui_core.citations.passages import Passage
from ragtui_core.language.question_words import (
    Overlap,
    distinctive_terms,
    names_and_numbers,
    terms_of_text,
)
from ragtui_core.types import BlockKind

MIN_OVERLAP = 0.15
"""Minimum share of a claim's words, weighted by idf, in a passage of the document that
it cites."""

MIN_SHARE = 0.5
"""Minimum share of the words of a claim that cites nothing in its passage, and of those
that are not the question's."""

NEIGHBOUR_WEIGHT = 0.4
"""Weight of a word above a passage or of its note, against one in the passage."""


class _Candidate(NamedTuple):
    """A passage that was sent, its words, and those above it and of its note."""

    text: Excerpted
    passage: Passage
    own: frozenset[str]
    around: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        return self.own | self.around


class SupportingPassages:
    """Compares claims with the passages of documents."""

    def __init__(
        self,
        sent: Sequence[Excerpted],
        asked: str = "",
        quality: AnswerQuality | None = None,
    ) -> None:
        """Look in the passages that were `sent`, which answer as `quality` says.

        Of several with as many words of a claim, such as the rows of a table, the one
        with most words of what is `asked` is taken.
        """
        self._sent = sent
        self._asked = asked
        self._is_sure = quality is AnswerQuality.GOOD

    @cached_property
    def _candidates(self) -> list[_Candidate]:
        return [
            _Candidate(text, passage, own, terms_of_text(_around(text, passage)))
            for text in self._sent
            for passage in text.passages
            if passage.kind is not BlockKind.HEADING
            for own in [terms_of_text(passage.span.of(text.document.text))]
        ]

    def like(self, claim: str, path: str) -> Passage | None:
        """The passage of a document with most words of a claim; None if too few."""
        own = [c for c in self._candidates if c.text.source.path == path]
        overlap = Overlap(claim, [candidate.words for candidate in own])
        best = self._best(overlap, own)
        is_like = best and _score(overlap, best) >= MIN_OVERLAP
        return best.passage if best and is_like else None

    def stating(self, claim: str) -> tuple[Excerpted, Passage] | None:
        """The passage with the names, the numbers and most other words of a claim.

        If the search is sure that passages answer, they may say in other words what the
        question says, and what no passage says.
        """
        overlap = Overlap(claim, [candidate.words for candidate in self._candidates])
        weights = {w: weight for w, weight in overlap.weights.items() if len(w) > 1}
        asked = {*distinctive_terms(self._asked)}
        new = {word: weight for word, weight in weights.items() if word not in asked}
        if self._is_sure:
            sent = frozenset[str]().union(*(c.words for c in self._candidates))
            new = {word: weight for word, weight in new.items() if word in sent}
            weights = new or weights
        told = names_and_numbers(claim)
        best = self._best(
            overlap,
            [
                candidate
                for candidate in self._candidates
                if told <= (words := candidate.words)
                and min(_share(weights, words), _share(new, words)) >= MIN_SHARE
            ],
        )
        return (best.text, best.passage) if best else None

    def _best(
        self, overlap: Overlap, candidates: Sequence[_Candidate]
    ) -> _Candidate | None:
        asked = Overlap(self._asked, [candidate.words for candidate in candidates])
        return max(
            candidates,
            key=lambda one: (_score(overlap, one), asked.share(one.words)),
            default=None,
        )


def _score(overlap: Overlap, candidate: _Candidate) -> float:
    around = overlap.share(candidate.around, candidate.own)
    return overlap.share(candidate.own) + NEIGHBOUR_WEIGHT * around


def _share(weights: Mapping[str, float], words: Collection[str]) -> float:
    """The part of some weighted words that are among others; 1 of none."""
    whole = sum(weights.values())
    return sum(weights[w] for w in weights if w in words) / whole if whole else 1.0


def _around(text: Excerpted, passage: Passage) -> str:
    source = text.source
    named = (source.path, source.title, source.date)
    return " ".join((*named, *passage.heading_path, passage.column_heads))
