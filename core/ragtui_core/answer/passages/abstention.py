"""Decides whether to abstain: whether the best passages are likely to answer.

Extracts and the answers of small models abstain alike. How well a passage answers is a
logistic regression over a few features. `python -m benchmarks.fit_extracts` fits it;
benchmarks/results/extracts.md describes the data and the limits.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ragtui_core.answer.passages.passage_candidates import (
    Candidate,
    find_candidates,
    of_hits,
)
from ragtui_core.answer.passages.passage_scores import (
    ScoredPassage,
    overlap_of,
    ranked,
)
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.answer.request import AnswerQuality
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import Read
from ragtui_core.language.question_words import (
    Overlap,
    distinctive_terms,
    german_nouns,
    names_and_numbers,
)
from ragtui_core.language.wanted_answers import (
    Wanted,
    names,
    topic_of,
    wanted_by,
)
from ragtui_core.search.scoring import logistic
from ragtui_core.search_results import (
    Confidence,
    Hit,
    Relaxation,
    SearchResult,
    TimeEffect,
)

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder


@dataclass(frozen=True, slots=True)
class AbstentionFeatures:
    """Features of the best passage and of its search."""

    covered: float
    """The ratio of the topic's information in or around the passage, 0..1."""
    nameless: bool
    """Whether a name or number of the question is in no candidate."""
    found: float
    """The best displayed score of the search, 0..1."""
    similarity: float | None
    """Similarity to the question; None without a model."""


WITH_SIMILARITY = (-6.9, 0.8, -4.0, 2.7, 7.8)
WITH_KEYWORDS = (-3.0, 2.1, -4.0, 3.9, 0.0)
"""The intercept, and the weight of each feature. As fitted, except that of `nameless`:
the fit gave -6, on data without misspelt names; `covered` was of all words then,
and questions had their marks, without which 25 unanswerable ones gain .19 on average:
the intercept with similarity is .2 below its fit."""

NONE_BELOW = 0.25
"""Below this probability, the quality is NONE."""
WEAK_BELOW = 0.6


def quality_of(features: AbstentionFeatures | None) -> AnswerQuality:
    """How well it answers; `features` is None if there is no passage."""
    probability = likelihood(features) if features else 0.0
    if probability < NONE_BELOW:
        return AnswerQuality.NONE
    return AnswerQuality.WEAK if probability < WEAK_BELOW else AnswerQuality.GOOD


def likelihood(features: AbstentionFeatures) -> float:
    """The probability that the best passage answers, 0..1."""
    similarity = features.similarity
    constant, *weights = WITH_KEYWORDS if similarity is None else WITH_SIMILARITY
    values = features.covered, features.nameless, features.found, similarity or 0.0
    return logistic(constant + sum(map(mul, weights, values)))


def features_of(
    question: str,
    scored: Sequence[ScoredPassage],
    overlap: Overlap,
    candidates: Sequence[Candidate],
    hits: Sequence[Hit],
) -> AbstentionFeatures | None:
    """The features, or None if there is no passage.

    Args:
        question: As asked.
        scored: Passages, best first.
        overlap: The weights of its words.
        candidates: All passages that were scored.
        hits: The hits of the search.
    """
    if not scored:
        return None
    asked = {*distinctive_terms(topic_of(question))} or {*overlap.weights}
    told = overlap.share(scored[0].candidate.surroundings & asked)
    return AbstentionFeatures(
        covered=told / (overlap.share(asked) or 1.0),
        nameless=is_nameless(question, candidates),
        found=max((hit.score for hit in hits), default=0.0),
        similarity=scored[0].similarity,
    )


MISSING_NOUNS = 0.5
"""From this ratio of a German question's nouns on that no candidate has, they count as
a name that is missing. (XQuAD in German: 60 own questions and 50 of other articles.
Any noun: .37 and .90 of them without an answer; half of them: .12 and .86; none: .05
and .48.)"""


def is_nameless(question: str, candidates: Sequence[Candidate]) -> bool:
    """Whether a name or number is in no candidate; in German, half of the nouns."""
    if _missing(names_and_numbers(question), candidates):
        return True
    nouns = german_nouns(question)
    missing = len(_missing(nouns, candidates))
    return missing > 0 and missing >= MISSING_NOUNS * len(nouns)


def _missing(words: set[str], candidates: Sequence[Candidate]) -> set[str]:
    missing = set(words)
    for candidate in candidates:
        missing -= candidate.own | candidate.around
    for candidate in candidates if missing else ():
        missing -= candidate.surroundings
    return missing


class ComparedPassages(NamedTuple):
    """What a question is compared with.

    Attributes:
        question: Without its time.
        candidates: Passages that may answer.
        overlap: The weights of the question's words among them.
        hits: Those of the search.
        asking: The paths of notes that ask the same.
    """

    question: str
    candidates: Sequence[Candidate]
    overlap: Overlap
    hits: Sequence[Hit]
    asking: Set[str]

    def quality(self, *passages: ScoredPassage) -> AnswerQuality:
        """How well the first of some passages answers.

        That another note asks the same does not count.
        """
        question, candidates, overlap, hits, asking = self
        others = asking - {p.candidate.document.path for p in passages[:1]}
        hits = [hit for hit in hits if hit.path not in others]
        return quality_of(features_of(question, passages, overlap, candidates, hits))

    def says_names_alone(self) -> bool:
        """Whether what has all names of the question has no other word of it.

        As if the phone number of Ann is asked for, and other things are said of her. A
        person, time or number that is wanted says more than such words.
        """
        if wanted_by(self.question):
            return False
        named = names_and_numbers(self.question)
        others = {*distinctive_terms(topic_of(self.question))} - named
        naming = [c.own | c.around for c in self.candidates]
        naming = [words for words in naming if named <= words]
        is_told = any(not words.isdisjoint(others) for words in naming)
        return bool(named and others and naming) and not is_told

    def beyond(self, answered: Sequence[Citation]) -> "ComparedPassages":
        """With the candidates that no citation quotes."""

        def is_answered(candidate: Candidate) -> bool:
            path, quote = candidate.document.path, candidate.quote.strip("| ")
            return any(it.path == path and quote in it.quote for it in answered)

        others = [c for c in self.candidates if not is_answered(c)]
        return self._replace(candidates=others)


def compared_passages(
    question: str,
    asked: str,
    result: SearchResult,
    context: PromptContext,
    chunks: Sequence[Hit],
    read: Read | None,
) -> ComparedPassages:
    """The passages of the best `chunks`, or, without any, those of the context.

    One that only repeats the question, as a list of questions does, is none. Words of
    the `question` that are not in `asked` come from earlier turns. `read` reads
    documents that are not in the context.
    """
    candidates, asking, time = list[Candidate](), set[str](), result.time
    for candidate in of_hits(find_candidates(context, chunks, read), chunks, result):
        if _is_same_question(candidate.quote, asked):
            asking.add(candidate.document.path)
        else:
            candidates.append(candidate)
    overlap = overlap_of(question, candidates, asked)
    undated = time.without_words(question) if time else question
    return ComparedPassages(undated, candidates, overlap, result.hits, asking)


def states(
    text: str, result: SearchResult, read: Read, embedder: "Embedder | None"
) -> bool:
    """Whether the best passage in the hits for a text is good evidence of it."""
    compared = compared_passages(text, text, result, PromptContext(), result.hits, read)
    scored = ranked(text, compared.candidates, compared.overlap, embedder)
    return compared.quality(*scored) is AnswerQuality.GOOD


def _is_same_question(text: str, asked: str) -> bool:
    """Whether a text is only what is asked, with any punctuation and markup."""
    words, others = (re.findall(r"\w+", each.casefold()) for each in (text, asked))
    return words == others and "?" in text + asked


def is_unanswered(question: str, result: SearchResult) -> bool:
    """Whether the search itself tells that no passage answers.

    So it is if a question asks for nothing but notes of a time of which there are none,
    or for the newest of what no note names and none resembles.
    """
    time = result.time
    if time and time.effect is TimeEffect.DROPPED:
        return not distinctive_terms(time.without_words(question))
    is_unlike = result.confidence is Confidence.LOW
    return result.by_date and is_unlike and result.relaxed is Relaxation.SEMANTIC


def tells_what_is_wanted(question: str, shown: Sequence[ScoredPassage]) -> bool:
    """Whether a passage names a person, time or number, if the question wants one.

    It has the words of the question that the best one has, so that it is of the same.
    """
    wanted = wanted_by(question)
    if wanted is None:
        return True
    best = max(shown, key=lambda passage: passage.score).candidate
    said = {*distinctive_terms(question)} & (best.own | best.around)
    for candidate in (passage.candidate for passage in shown):
        text = candidate.shown_text
        if wanted is not Wanted.NUMBER:
            text = "\n".join((text, *candidate.above))
        is_dated = wanted is Wanted.TIME and candidate.document.fields.date
        is_named = is_dated or names(wanted, text, question)
        if is_named and said <= candidate.own | candidate.around:
            return True
    return False
