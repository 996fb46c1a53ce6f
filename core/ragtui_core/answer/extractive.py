"""Answers without any language model: the best passages, word for word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtui_core.answer.citations import cite
from ragtui_core.answer.context import Context, Excerpted
from ragtui_core.answer.events import AnswerEvent, Citation, Done, Notice, Text
from ragtui_core.answer.passages import Passage
from ragtui_core.answer.words import (
    Overlap,
    names_and_numbers,
    telling_words,
    words_of,
)
from ragtui_core.model import BlockKind, Confidence, SearchResult
from ragtui_core.untrusted import printable

if TYPE_CHECKING:
    from ragtui_core.embedding import Embedder

NAME = "extractive"
HEADING = "No language model is configured: these passages answer best."
NO_ANSWER = "I don't have information about that."

MOST_PASSAGES = 5
MOST_EMBEDDED = 40
"""Candidates compared by meaning; each costs about 3 ms."""

WORDS_WEIGHT = 0.25
"""Of word overlap against cosine. Cosines of bge lie between .4 and .9, so that a
full overlap is worth about half of that range."""

CLOSE = 0.06
"""Passages within this of the best one's score are quoted beside it."""

WEAK_SIMILARITY = 0.66
WEAK_OVERLAP = 0.35
"""Under both, when the search was weak too, nothing is quoted."""

NAMELESS_SIMILARITY = 0.74
"""The same when a name or number of the question is in no passage at all. These were
chosen by hand on a score of questions to the sample vault."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may be quoted, its own words and those of what it stands under."""

    text: Excerpted
    passage: Passage
    own: frozenset[str]
    around: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        """All words that speak for the passage."""
        return self.own | self.around

    @property
    def quote(self) -> str:
        """The passage, word for word."""
        return self.passage.span.of(self.text.document.text)


@dataclass(frozen=True, slots=True)
class Scored:
    """How well a candidate answers: `overlap` 0..1, `similarity` None without model."""

    candidate: Candidate
    overlap: float
    similarity: float | None

    @property
    def score(self) -> float:
        """What candidates are ordered by."""
        if self.similarity is None:
            return self.overlap
        return self.similarity + WORDS_WEIGHT * self.overlap


def extractive_answer(
    question: str,
    result: SearchResult,
    context: Context,
    embedder: "Embedder | None",
) -> Iterator[AnswerEvent]:
    """Quote at most five passages, or say that there is no information.

    Args:
        question: As asked.
        result: The search behind the context.
        context: Documents that were read just now.
        embedder: None compares by words alone.
    """
    candidates = list(_candidates(context))
    best = _best(question, candidates, embedder)
    held = frozenset[str]().union(*(candidate.words for candidate in candidates))
    nameless = bool(names_and_numbers(question) - held)
    if not best or _is_weak(best[0], result.confidence, nameless=nameless):
        yield Text(NO_ANSWER)
        yield Done(NAME, "", Confidence.LOW)
        return
    yield Text(f"{HEADING}\n\n")
    yield from _quotations(best)
    if result.confidence is Confidence.LOW:
        yield Notice("The evidence is weak: check whether these passages fit.")
    yield Done(NAME, "", result.confidence)


def _candidates(context: Context) -> Iterator[Candidate]:
    for text in context.texts:
        for passage in text.passages:
            if passage.kind is BlockKind.HEADING or passage.is_column_heads:
                continue
            headings = (text.document.fields.title, *passage.heading_path)
            own = words_of(passage.span.of(text.document.text))
            around = words_of(" ".join([*headings, passage.column_heads]))
            yield Candidate(text, passage, frozenset(own), frozenset(around))


def _best(
    question: str, candidates: Sequence[Candidate], embedder: "Embedder | None"
) -> list[Scored]:
    """The candidates close to the best one, best first."""
    overlap = Overlap(telling_words(question), [c.words for c in candidates])
    ranked = [Scored(c, overlap.share(c.own, c.around), None) for c in candidates]
    ranked.sort(key=lambda scored: scored.score, reverse=True)
    if embedder and ranked:
        ranked = _by_meaning(question, ranked[:MOST_EMBEDDED], embedder)
    best = ranked[0].score if ranked else 0.0
    return [s for s in ranked[:MOST_PASSAGES] if s.score >= best - CLOSE]


def _by_meaning(
    question: str, ranked: Sequence[Scored], embedder: "Embedder"
) -> list[Scored]:
    texts = [_embedded_text(scored.candidate) for scored in ranked]
    similarities = embedder.embed(texts) @ embedder.embed_queries([question])[0]
    compared = [
        Scored(scored.candidate, scored.overlap, float(similarity))
        for scored, similarity in zip(ranked, similarities, strict=True)
    ]
    return sorted(compared, key=lambda scored: scored.score, reverse=True)


def _embedded_text(candidate: Candidate) -> str:
    """A passage with the title and the heading it stands under, and column heads."""
    passage = candidate.passage
    headings = (candidate.text.document.fields.title, *passage.heading_path[-1:])
    parts = [" > ".join(dict.fromkeys(headings)), passage.column_heads, candidate.quote]
    return "\n".join(part for part in parts if part)


def _is_weak(first: Scored, found: Confidence, *, nameless: bool) -> bool:
    """Whether even the best passage is unlikely to answer.

    Args:
        first: The best passage.
        found: How sure the search was.
        nameless: Whether the question names something that no candidate holds.
    """
    if first.similarity is None:
        return first.overlap < WEAK_OVERLAP or nameless
    if nameless and first.similarity < NAMELESS_SIMILARITY:
        return True
    weak = first.similarity < WEAK_SIMILARITY and first.overlap < WEAK_OVERLAP
    return found is Confidence.LOW and weak


def _quotations(best: Sequence[Scored]) -> Iterator[AnswerEvent]:
    """The passages grouped by file, each with its citation."""
    by_path: dict[str, list[Citation]] = {}
    for number, scored in enumerate(best, 1):
        candidate = scored.candidate
        citation = cite(
            number,
            candidate.quote,
            candidate.passage.span,
            candidate.passage.heading_path,
            candidate.text.document,
        )
        by_path.setdefault(citation.path, []).append(citation)
    for path, citations in by_path.items():
        yield Text(f"**{printable(path, one_line=True)}**\n\n")
        for citation in citations:
            yield Text(_block_quote(citation))
            yield citation


def _block_quote(citation: Citation) -> str:
    lines = printable(citation.quote).splitlines()
    quoted = "\n".join(f"> {line}" for line in lines)
    return f"{quoted} [{citation.number}]\n\n"
