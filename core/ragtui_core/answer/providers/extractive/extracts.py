"""The answers that quote passages: to a question, about a selection, by date."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ragtui_core.answer.passages.abstention import (
    ComparedPassages,
    compared_passages,
    features_of,
    quality_of,
    tells_what_is_wanted,
)
from ragtui_core.answer.passages.passage_candidates import find_candidates
from ragtui_core.answer.passages.passage_scores import (
    ScoredPassage,
    newest_first,
    overlap_of,
    ranked,
    reordered,
)
from ragtui_core.answer.providers.extractive.shown_passages import (
    by_file,
    distinct,
    quoted_passages,
)
from ragtui_core.answer.request import (
    ABOUT_SELECTION,
    SELECTION_CHARS,
    AnswerContext,
    AnswerQuality,
    AnswerRequest,
)
from ragtui_core.answer_events import (
    NO_ANSWER,
    WEAK_EVIDENCE,
    AnswerEvent,
    Caption,
    Done,
    Notice,
    Text,
    doubt,
)
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.selected_text import Selection, query_of
from ragtui_core.errors import ModelError, RagtuiError
from ragtui_core.language.question_words import distinctive_terms
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.language.wanted_answers import names, wanted_by
from ragtui_core.search_results import (
    OF_OTHER_TIMES,
    Confidence,
    Hit,
    SearchResult,
    no_note_has,
)
from ragtui_core.types import Span

NAME = "extractive"
NO_MODEL = "No language model is configured."
BEST, NEAREST, BY_DATE = (
    "Best matching passages:",
    "Nearest passages:",
    "The notes by date:",
)
"""What introduces passages."""
NOTHING = Text(NO_ANSWER), Done(NAME, "", Confidence.LOW)
"""The answer if no passage answers."""


MIN_PASSAGES, MAX_PASSAGES = 3, 5
SCORE_MARGIN = 0.06
"""After the first three, only passages with a score this close to the best, or with as
many words of the question as that; of all but the first, only those that would be an
answer if they were the only passage."""


def extractive_answer(
    question: str,
    answer_request: AnswerRequest,
    chunks: Sequence[Hit],
    answer_context: AnswerContext,
) -> Iterator[AnswerEvent]:
    """Quote at most five passages, or say that there is no information.

    For a question such as "how often is the impeller changed?", of the best `chunks`.
    A passage without a word of the question is not quoted beside one with all of them.
    Without an embedder, words alone are compared. The cross-encoder, which reorders the
    best passages, is loaded only if there is an answer and an embedder.
    """
    asked, result = answer_request.question, answer_request.result
    context, read = answer_request.context, answer_context.files.read
    compared = compared_passages(question, asked, result, context, chunks, read)
    compared = compared.beyond(answer_request.answered)
    embedder = answer_context.load_embedder()
    scored = ranked(question, compared.candidates, compared.overlap, embedder)
    quality = compared.quality(*scored)
    if quality is AnswerQuality.NONE:
        said, done = NOTHING
        yield said
        yield from _lacking(result)
        yield done
        return
    shown, failures = _chosen(answer_request, scored, compared, answer_context)
    is_told = tells_what_is_wanted(asked, shown)
    if not is_told:
        yield Text(f"{NO_ANSWER}\n\n")
    time = result.time
    is_of_all = time is not None and time.is_dropped
    of_time = [p for p in shown if is_of_all and p.candidate.is_of(time)]
    others = [passage for passage in shown if passage not in of_time]
    shown = [*of_time, *others]
    yield heading(BEST if is_told else NEAREST, answer_context)
    yield from quoted_passages(of_time)
    if of_time and others:
        yield Caption(f"{OF_OTHER_TIMES}\n\n")
    yield from quoted_passages(others, len(of_time) + 1)
    yield from failures
    is_doubtful = (
        quality is AnswerQuality.WEAK
        or (answer_request.standalone == asked and compared.says_names_alone())
        or result.confidence is Confidence.LOW
        or is_of_all  # What is of another time than that asked for is doubtful.
    )
    if is_told and is_doubtful:
        weak = _weak(map(compared.quality, shown))
        yield Notice(doubt(result.missing), citations=weak)
    elif not is_told:
        yield from _lacking(result)
    is_good = is_told and not is_doubtful
    yield Done(NAME, "", result.confidence if is_good else Confidence.LOW)


def _chosen(
    answer_request: AnswerRequest,
    scored: Sequence[ScoredPassage],
    compared: ComparedPassages,
    answer_context: AnswerContext,
) -> tuple[list[ScoredPassage], tuple[Notice, ...]]:
    """The passages to quote in order; a notice if the cross-encoder cannot be used.

    It reads a follow-up without the words of earlier questions, if it has own ones.
    """
    asked, question = answer_request.question, compared.question
    is_alone = answer_request.standalone == asked or not distinctive_terms(asked)
    read = question if is_alone else asked
    best, failures = _best(asked, scored), tuple[Notice, ...]()
    threshold = scored[0].score - SCORE_MARGIN
    said = scored[0].words
    close = [p for p in best if p.score >= threshold or p.words == said]
    count = max(MIN_PASSAGES, len(close))
    if answer_context.load_embedder():
        try:
            best = reordered(read, best, answer_context.load_cross_encoder())
        except ModelError as error:
            failures = (Notice(str(error)),)
    further = [
        passage
        for passage in best[1:count]
        if compared.quality(passage) is not AnswerQuality.NONE
    ]
    current = [best[0], *further]
    if not answer_request.answered:
        current = newest_first(question, current)
    return [*distinct(by_file(current))], failures


def _lacking(result: SearchResult) -> Iterator[Notice]:
    """The words of a question without an answer that no note has."""
    if result.missing:
        yield Notice(f"{no_note_has(result.missing)}.")


def heading(words: str, answer_context: AnswerContext) -> Caption:
    """What introduces passages; at the first answer ever, why there are only these."""
    is_first = answer_context.audit_log.is_empty()
    end = "\n\n" if words else ""
    return Caption(f"{NO_MODEL} {words}{end}" if is_first else f"{words}{end}")


def _best(question: str, scored: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """The best passages; if one has all words of the question, those with any.

    One that has them only in the headings above it stays if it names what is wanted.
    """
    best = scored
    if any(passage.own > 1 - 1e-6 for passage in best[:MAX_PASSAGES]):
        wanted = wanted_by(question)
        best = [
            passage
            for passage in best
            if passage.own
            or (
                passage.is_under_name
                and (not wanted or names(wanted, passage.candidate.quote, question))
            )
        ]
    return [*islice(distinct(best), MAX_PASSAGES)]


def _weak(qualities: Iterable[AnswerQuality]) -> tuple[int, ...]:
    """The numbers of the passages that are not good evidence."""
    return tuple(
        number
        for number, quality in enumerate(qualities, 1)
        if quality is not AnswerQuality.GOOD
    )


def answer_about(
    selection: Selection, answer_request: AnswerRequest, answer_context: AnswerContext
) -> Iterator[AnswerEvent]:
    """Quote from each of the best notes what is closest to a sentence of a selection.

    A selected `It leaks.` in the note `Pump` is compared as `Pump It leaks.`, since
    the passages of the notes are compared under their titles, too. A selection asks
    nothing that could be left unanswered, so passages that are hardly similar are
    quoted where there are no others.
    """
    result, read = answer_request.result, answer_context.files.read
    hits = result.hits
    candidates = find_candidates(answer_request.context, hits, read)
    embedder = answer_context.load_embedder()
    best: dict[str, tuple[ScoredPassage, AnswerQuality]] = {}
    for about in _sentences(selection, answer_request.question, read):
        overlap = overlap_of(about, candidates)
        for passage in ranked(about, candidates, overlap, embedder):
            path = passage.candidate.document.path
            if path not in best or passage.score > best[path][0].score:
                features = features_of("", [passage], overlap, candidates, hits)
                best[path] = passage, quality_of(features)
    if not best:
        yield from NOTHING
        return
    ordered = sorted(best.values(), key=lambda each: each[0].score, reverse=True)
    lowest = ordered[0][0].score - SCORE_MARGIN
    shown = [
        (passage, quality)
        for passage, quality in ordered
        if quality is not AnswerQuality.NONE or passage.score >= lowest
    ][:MAX_PASSAGES]
    yield heading(BEST, answer_context)
    yield from quoted_passages([passage for passage, _ in shown])
    if weak := _weak(quality for _, quality in shown):
        yield Notice(WEAK_EVIDENCE, citations=weak)
    yield Done(NAME, "", Confidence.LOW if 1 in weak else result.confidence)


def _sentences(selection: Selection, question: str, read: Read) -> list[str]:
    """The sentences of a selection, after the title of its note and what is asked."""
    try:
        title = read(selection.path).fields.title if selection.path else ""
    except RagtuiError:
        title = ""
    asked = "" if question == ABOUT_SELECTION else question
    text = selection.text[:SELECTION_CHARS]
    spans = sentence_spans(text, Span(0, len(text)))
    return [f"{title} {asked} {query_of(span.of(text))}".strip() for span in spans]
