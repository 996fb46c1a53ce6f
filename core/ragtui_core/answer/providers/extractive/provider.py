"""The extractive provider, which needs no language model."""

import math
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.answer.providers.extractive.abstention import (
    EvidenceLevel,
    evidence_of,
    features_of,
)
from ragtui_core.answer.providers.extractive.evidence import (
    MAX_EMBEDDED,
    Scored,
    as_written,
    of_several_files,
    overlap_of,
    ranked,
    reordered,
)
from ragtui_core.answer.providers.extractive.passage_candidates import (
    CLOSEST_CHUNKS,
    candidates,
)
from ragtui_core.answer.request import (
    ABOUT_SELECTION,
    AnswerContext,
    AnswerRequest,
)
from ragtui_core.answer.retrieval import SELECTION_CHARS
from ragtui_core.answer.state_remarks import state_remark
from ragtui_core.answer_events import (
    NO_ANSWER,
    WEAK_EVIDENCE,
    AnswerEvent,
    Caption,
    Done,
    Mark,
    Notice,
    Remark,
    Text,
)
from ragtui_core.cancellation import in_thread
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.current_files import Read
from ragtui_core.citations.selected_text import query_of
from ragtui_core.citations.verdict_wording import remark_on
from ragtui_core.errors import ModelError
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.times.query_times import without_vague
from ragtui_core.text.document_dates import shown_dates
from ragtui_core.text.question_words import distinctive_terms
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import (
    Confidence,
    Hit,
    Relaxation,
    SearchResult,
    Span,
    TimeEffect,
)

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.search.ranking.reranker import Reranker


class ExtractiveProvider:
    """Answers with the best passages, verbatim."""

    def __init__(self, answer_context: AnswerContext) -> None:
        """Search and read what `answer_context` has."""
        self._answer_context = answer_context

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """The passages, then `Done`; see `Provider`."""
        for event in await in_thread(self._events, answer_request):
            yield event

    def _events(self, answer_request: AnswerRequest) -> list[AnswerEvent]:
        asked, options = answer_request.standalone, answer_request.options
        if options.selection:
            # The question alone may be as short as `what is this`.
            about = query_of(options.selection.text[:SELECTION_CHARS])
            asked = f"{asked} {about}"
        found: Iterable[AnswerEvent]
        topic, time = asked, answer_request.result.time
        if time and time.effect is TimeEffect.RESTRICTED:
            topic = time.without_words(asked)  # Notes of this time need not name it.
        if is_unanswered(asked, answer_request.result):
            found = NOTHING
        elif options.selection and answer_request.question == ABOUT_SELECTION:
            found = answer_about(
                query_of(options.selection.text[:SELECTION_CHARS]),
                answer_request.result,
                answer_request.context,
                self._answer_context.load_embedder(),
                self._answer_context.files.read,
            )
        elif answer_request.result.by_date:
            found = dated_answer(
                asked,
                answer_request.result,
                answer_request.context,
                self._answer_context.load_embedder(),
            )
        else:
            chunks = self._answer_context.search(asked, _chunk_options(options.search))
            found = extractive_answer(
                topic,
                answer_request.result,
                answer_request.context,
                self._answer_context.load_embedder(),
                chunks=chunks.hits,
                load_cross_encoder=self._answer_context.load_cross_encoder,
                read=self._answer_context.files.read,
            )
        limit = options.max_chars
        return list(found if limit is None else _fitting(found, limit))


def _chunk_options(search: SearchOptions) -> SearchOptions:
    """For the closest chunks, where `search` looks for them."""
    return replace(
        CLOSEST_CHUNKS,
        filters=search.filters,
        scope=search.scope,
        within=search.within,
        besides=search.besides,
        at=search.at,
        archived=search.archived,
        dates=search.dates,
        time=search.time,
    )


def _fitting(events: Iterable[AnswerEvent], max_chars: int) -> Iterator[AnswerEvent]:
    """The events without quotations that would exceed the limit.

    A quotation is dropped as a whole: half of one would not be a quotation.
    """
    left, dropped = max_chars, 0
    numbers: dict[int, int] = {}
    buffered: list[Text] = []
    for event in events:
        if isinstance(event, Text):
            buffered.append(event)
            continue
        length = sum(len(part.text) for part in buffered)
        if isinstance(event, Citation) and length > left:
            buffered, dropped = [], dropped + 1
            continue
        if isinstance(event, Citation):
            number = numbers[event.number] = len(numbers) + 1
            event = replace(event, number=number)
            mark = Mark(f" [{number}]")
            buffered = [mark if isinstance(part, Mark) else part for part in buffered]
        elif isinstance(event, Notice) and event.citations:
            kept = tuple(numbers[n] for n in event.citations if n in numbers)
            if not kept:
                continue
            event = replace(event, citations=kept)
        yield from buffered
        left, buffered = left - length, []
        if isinstance(event, Done) and dropped:
            yield Notice(f"{dropped} more did not fit into {max_chars} characters.")
        yield event


NAME = "extractive"
NO_MODEL = "No language model is configured."
HEADING = f"{NO_MODEL} Best matching passages:\n\n"
NOTHING = Text(NO_ANSWER), Done(NAME, "", Confidence.LOW)
"""The answer without evidence."""


def is_unanswered(question: str, result: SearchResult) -> bool:
    """Whether the search itself tells that no passage answers.

    So it is if a question asks for nothing but notes of a time of which there are none,
    or for the newest of what no note names and none resembles.
    """
    time = result.time
    if time and time.effect is TimeEffect.DROPPED:
        return not distinctive_terms(time.without_words(question))
    is_unlike = result.confidence is Confidence.LOW
    return result.by_date and is_unlike and result.relaxed is Relaxation.MEANING


MIN_PASSAGES, MAX_PASSAGES = 3, 5
SCORE_MARGIN = 0.06
"""After the first three, only passages with a score this close to the best; of all but
the first, only those that would be an answer if they were the only passage."""


def extractive_answer(
    question: str,
    result: SearchResult,
    context: PromptContext,
    embedder: "Embedder | None",
    *,
    chunks: Sequence[Hit] = (),
    load_cross_encoder: "Callable[[], Reranker | None] | None" = None,
    read: Read | None = None,
) -> Iterator[AnswerEvent]:
    """Quote at most five passages, or say that there is no information.

    Scored are the passages of the best `chunks`, several per document, else those of
    the context. Without an embedder, words alone are compared. The cross-encoder, which
    reorders the best passages, is loaded only if there is an answer and an embedder.
    `read` reads documents that are not in the context.
    """
    found = candidates(question, context, chunks, read)
    overlap = overlap_of(question, found)
    scored = ranked(question, found, overlap, embedder)
    evidence = evidence_of(features_of(question, scored, overlap, found, result.hits))
    if evidence is EvidenceLevel.NONE:
        yield from NOTHING
        return
    yield Caption(HEADING)
    threshold = scored[0].score - SCORE_MARGIN
    best = of_several_files(scored)[:MAX_PASSAGES]
    count = max(MIN_PASSAGES, sum(passage.score >= threshold for passage in best))
    failures: list[Notice] = []
    if embedder and load_cross_encoder:
        try:
            best = reordered(question, best, load_cross_encoder())
        except ModelError as error:
            failures.append(Notice(str(error)))

    def alone(passage: Scored) -> EvidenceLevel:
        """How well this passage would answer if it were the best one."""
        return evidence_of(
            features_of(question, [passage], overlap, found, result.hits)
        )

    further = [
        passage for passage in best[1:count] if alone(passage) is not EvidenceLevel.NONE
    ]
    best = as_written(_by_file([best[0], *further]), scored)
    yield from _quotations(best)
    yield from failures
    if evidence is EvidenceLevel.WEAK:
        weak = [alone(passage) is not EvidenceLevel.GOOD for passage in best]
        numbers = tuple(n for n, is_weak in enumerate(weak, 1) if is_weak)
        yield Notice(WEAK_EVIDENCE, citations=numbers)
    is_low = evidence is EvidenceLevel.WEAK or result.confidence is Confidence.LOW
    yield Done(NAME, "", Confidence.LOW if is_low else Confidence.HIGH)


def answer_about(
    selected: str,
    result: SearchResult,
    context: PromptContext,
    embedder: "Embedder | None",
    read: Read,
) -> Iterator[AnswerEvent]:
    """Quote from each of the best notes what is closest to a selected text.

    Nothing is asked, so that nothing can be left unanswered.
    """
    found = candidates(selected, context, result.hits[: result.listed], read)
    scored = ranked(selected, found, overlap_of(selected, found), embedder)
    best: dict[str, Scored] = {}
    for each in scored:
        best.setdefault(each.candidate.document.path, each)
    if not best:
        yield from NOTHING
        return
    is_weak = result.confidence is Confidence.LOW
    paths = dict.fromkeys(hit.path for hit in result.hits if hit.path in best)
    shown = [best[path] for path in paths][: MIN_PASSAGES if is_weak else MAX_PASSAGES]
    yield Caption(HEADING)
    yield from _quotations(shown)
    if is_weak:
        yield Notice(WEAK_EVIDENCE, citations=tuple(range(1, len(shown) + 1)))
    yield Done(NAME, "", result.confidence)


DATED_HEADING = f"{NO_MODEL} The notes by date:\n\n"


MAX_QUOTED, MAX_NAMED = 20, 200
"""Notes of a list that are quoted, and that are named by date and path after these."""


def dated_answer(
    question: str,
    result: SearchResult,
    context: PromptContext,
    embedder: "Embedder | None",
) -> Iterator[AnswerEvent]:
    """Quote the best passage of each of the first notes, in the order of the hits.

    Of a few notes, several passages that are as good; any, if a time alone is asked.
    For a question about the newest, the oldest or the notes of a time, which the order
    answers, and not the words of the passages; and for a list or a count, whose number
    is said first, and whose further notes are named.
    """
    shown = _of_each_note(question, result, context, embedder)
    if not shown:
        yield from NOTHING
        return
    if result.counted:
        yield Caption(f"{NO_MODEL} ")
        yield Text(f"{sanitize(result.counted, one_line=True)}\n\n")
    else:
        yield Caption(DATED_HEADING)
    yield from _quotations(shown)
    if result.total is not None:
        quoted = {passage.candidate.document.path for passage in shown}
        yield from _named([hit for hit in result.hits if hit.path not in quoted])
    yield Done(NAME, "", result.confidence)


def _of_each_note(
    question: str,
    result: SearchResult,
    context: PromptContext,
    embedder: "Embedder | None",
) -> list[Scored]:
    """The best passages of each note, in the order of the hits.

    Of all notes of a list, else of those that are good matches. Many passages are
    compared by their words alone; if a time alone is asked, the first ones are best.
    """
    hits = result.hits if result.total is not None else result.hits[: result.listed]
    notes = dict.fromkeys(hit.path for hit in hits)
    found = [
        c for c in candidates(question, context, (), None) if c.document.path in notes
    ]
    time = result.time
    is_open = bool(time and not without_vague(time.without_words(question)))
    is_read = not is_open and len(found) <= MAX_EMBEDDED
    overlap = overlap_of(question, found)
    scored = ranked(question, found, overlap, embedder if is_read else None)
    best: dict[str, list[Scored]] = {}
    for passage in scored:
        best.setdefault(passage.candidate.document.path, []).append(passage)
    for passages in best.values():
        # A note that is listed for its sender or title is quoted from its beginning.
        if result.total is not None and {(p.own, p.around) for p in passages} == {
            (0.0, passages[0].around)
        }:
            passages.sort(key=lambda passage: passage.candidate.passage.span.start)
    listed = [path for path in notes if path in best]
    most = MAX_PASSAGES if result.total is None else MAX_QUOTED
    further = max(1, MAX_PASSAGES // max(1, len(listed)))
    shown = [
        passage
        for path in listed
        for passage in _alike(best[path], math.inf if is_open else SAME)[:further]
    ]
    return shown[:most]


SAME = 0.01
"""How much lower the score of a passage is that answers as well as another one."""


def _alike(passages: Sequence[Scored], margin: float) -> list[Scored]:
    """The passages, best first, with a score close to that of the best one."""
    lowest = passages[0].score - margin
    return [passage for passage in passages if passage.score >= lowest]


def _named(hits: Sequence[Hit]) -> Iterator[AnswerEvent]:
    """A list of notes by date and path."""
    for hit in hits[:MAX_NAMED]:
        yield Text(f"- {hit.fields.date} {sanitize(hit.path, one_line=True)}\n")
    if more := len(hits) - MAX_NAMED:
        yield Text(f"- and {more} more\n" if more > 0 else "")


def _by_file(best: Sequence[Scored]) -> list[Scored]:
    """The passages in the order in which they are shown: those of a file together."""
    first: dict[str, int] = {}
    for scored in best:
        first.setdefault(scored.candidate.document.path, len(first))
    return sorted(best, key=lambda scored: first[scored.candidate.document.path])


def _quotations(best: Sequence[Scored]) -> Iterator[AnswerEvent]:
    """The passages under the names of their files, each with its citation."""
    path = ""
    for number, scored in enumerate(best, 1):
        candidate = scored.candidate
        if candidate.document.path != path:
            path = candidate.document.path
            day = shown_dates(candidate.document.fields)
            shown = f" ({day})" if day else ""
            yield Caption(f"**{sanitize(path, one_line=True)}**{shown}\n\n")
        quote, span = _without_borders(candidate.quote, candidate.passage.span)
        headings = candidate.passage.heading_path
        found = cite(number, quote, span, headings, candidate.document)
        citation = replace(found, quoted=True)
        lines = sanitize(citation.quote).splitlines()
        yield Text("\n".join(f"> {line}" for line in lines))
        yield Mark(f" [{number}]")
        if words := remark_on(citation):
            yield Remark(f" [{words}]")
        if candidate.state:
            yield state_remark(candidate.state)
        yield Text("\n\n")
        yield citation


def _without_borders(quote: str, span: Span) -> tuple[str, Span]:
    """A table's row without its first and last `|`; any other passage as it is."""
    if "\n" in quote or not (quote.startswith("|") and quote.endswith("|")):
        return quote, span
    cells = quote.rstrip("| ")
    start = len(cells) - len(cells := cells.lstrip("| "))
    if not cells:
        return quote, span
    begin = span.start + start
    return cells, Span(begin, begin + len(cells))
