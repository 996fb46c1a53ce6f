"""What a reader should know about the reliability of an answer."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ragtui_core.answer.marks.supporting_passages import SupportingPassages
from ragtui_core.answer.request import AnswerQuality, AnswerRequest
from ragtui_core.answer_events import (
    UNANSWERED,
    AnswerEvent,
    Done,
    Notice,
    Remark,
    Text,
    doubt,
    says_no_answer,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.search_results import Confidence

MAX_PASSAGES = 3

FOUND_NEVERTHELESS = "The search found passages that match the question: read them."

UNCITED = "This answer quotes no file: check it before you rely on it."


class Unanswered:
    """Adds a remark before the words of a model if no passage clearly answers.

    So it is if extracts would quote nothing, and if what they would quote is weak
    evidence and no passage has what the model says: it waits for a passage.
    """

    def __init__(self, quality: AnswerQuality | None) -> None:
        """Of passages that answer so well; None if that was not decided."""
        self._quality = None if quality is AnswerQuality.GOOD else quality
        self._held: list[AnswerEvent] = []

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events that need not wait."""
        if self._quality is None or not (self._held or isinstance(event, Text)):
            yield event
            return
        self._held.append(event)
        is_told = isinstance(event, Citation) and event.verdict.verified
        is_last = is_told or isinstance(event, Done)
        if is_last or self._quality is AnswerQuality.NONE:
            self._quality = None
            text = "".join(e.text for e in self._held if isinstance(e, Text))
            if not (is_told or says_no_answer(text)):
                yield from (Remark(f"[{UNANSWERED}]"), Text("\n\n"))
            yield from self._held


class AnswerNotices:
    """Adds notices just before the end of an answer."""

    def __init__(self, request: AnswerRequest, files: CurrentFiles) -> None:
        """Judge the answer to `request` about `files`."""
        self._request, self._files = request, files
        self._hits, self._missing = request.result.hits, request.result.missing
        self._text = ""
        self._cited: list[Citation] = []

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The event; the notices before the end."""
        match event:
            case Text(text):
                self._text += text
            case Citation():
                self._cited.append(event)
            case Done():
                weak = tuple(self._weak())
                yield from self._notices(weak)
                is_weak = bool(weak) and len(weak) == len(self._cited)
                if is_weak or UNANSWERED in self._text:
                    event = replace(event, confidence=Confidence.LOW)
        yield event

    def _notices(self, weak: tuple[int, ...]) -> Iterator[AnswerEvent]:
        """Notices on the whole answer, of which the citations `weak` are doubtful."""
        if says_no_answer(self._text) and not self._cited:
            yield from _refusal_passages(self._request, self._files)
        elif self._text.strip() and not self._cited:
            yield Notice(UNCITED)
        elif self._text.strip() and (weak or self._missing):
            yield Notice(doubt(self._missing), citations=weak)

    def _weak(self) -> Iterator[int]:
        """The citations of files that the search found only by weak matches."""
        good = {hit.path for hit in self._hits if not hit.is_weak}
        weak = {hit.path for hit in self._hits} - good
        for citation in self._cited:
            if citation.verdict.verified and citation.path in weak:
                yield citation.number


def _refusal_passages(
    request: AnswerRequest, files: CurrentFiles
) -> Iterator[AnswerEvent]:
    """The best passages of the documents that were sent, if the search was confident.

    One for each of the best documents that are good matches, without a mark.
    """
    if request.result.confidence is Confidence.HIGH:
        citations = [*islice(_citations(request, Citer(files)), MAX_PASSAGES)]
        yield from [Notice(FOUND_NEVERTHELESS)] if citations else []
        yield from citations


def _citations(request: AnswerRequest, citer: Citer) -> Iterator[Citation]:
    good = {hit.path for hit in request.result.hits if not hit.is_weak}
    passages = SupportingPassages(request.context.texts)
    for text in request.context.texts:
        passage = passages.like(request.standalone, text.source.path)
        if passage and text.source.path in good:
            quote = passage.span.of(text.document.text)
            headings = passage.heading_path
            given = citer.at(quote, passage.span, headings, text.document)
            if given.verdict.verified:
                yield citer.numbered(given)[0]
