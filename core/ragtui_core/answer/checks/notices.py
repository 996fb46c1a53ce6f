"""What a reader should know about the reliability of an answer."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from ragtui_core.answer.checks.claim_check import ClaimChecker, unsupported_notice
from ragtui_core.answer.checks.claim_remarks import ClaimRemarks
from ragtui_core.answer.checks.declared_disagreements import declared_disagreements
from ragtui_core.answer.checks.evidence import CitedPassage, cited_passage
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import (
    WEAK_EVIDENCE,
    AnswerEvent,
    Done,
    Notice,
    Text,
    says_no_answer,
)
from ragtui_core.cancellation import in_thread
from ragtui_core.citations import verdict_wording
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import Read
from ragtui_core.errors import RagtuiError

UNCITED = "This answer quotes no file: check it before you rely on it."


@dataclass(slots=True)
class _PartialAnswer:
    """The answer as received so far."""

    request: AnswerRequest
    checker: ClaimChecker
    text: str = ""
    cited: list[Citation] = field(default_factory=list)
    passages: dict[int, CitedPassage] = field(default_factory=dict)
    """The passages of verified citations, by number."""

    async def take(self, event: AnswerEvent, read: Read) -> None:
        """Add an event."""
        match event:
            case Text(text):
                self.text += text
            case Citation():
                self.cited.append(event)
                if event.verdict.verified:
                    await in_thread(self._add_passage, event, read)

    def _add_passage(self, citation: Citation, read: Read) -> None:
        try:
            document = read(citation.path)
        except RagtuiError:
            return  # its file has been removed since
        self.passages[citation.number] = cited_passage(document, citation.span)

    def remark(self, sentence: str, numbers: Sequence[int]) -> str:
        """The remark on a sentence with the citations of these numbers."""
        passages = [self.passages[n] for n in numbers if n in self.passages]
        return self.checker.remark(sentence, passages) if passages else ""

    def notices(self, uncited: Sequence[str]) -> Iterator[Notice]:
        """Notices on the whole answer."""
        if not self.text.strip() or says_no_answer(self.text):
            return
        if not self.cited:
            yield Notice(UNCITED)
            return
        passages = list(self.passages.values())
        if missing := self.checker.unsupported(uncited, passages):
            yield Notice(unsupported_notice(missing))
        yield from declared_disagreements(self.text, self.cited)
        if weak := tuple(self._weak()):
            yield Notice(WEAK_EVIDENCE, citations=weak)

    def _weak(self) -> Iterator[int]:
        """The citations of files that the search found only by weak matches."""
        hits = self.request.result.hits
        good = {hit.path for hit in hits if not hit.is_weak}
        weak = {hit.path for hit in hits} - good
        for citation in self.cited:
            if citation.verdict.verified and citation.path in weak:
                yield citation.number


async def with_notices(
    events: AsyncGenerator[AnswerEvent, None],
    request: AnswerRequest,
    read: Read,
) -> AsyncGenerator[AnswerEvent, None]:
    """The events, with remarks on claims, and notices just before the last one.

    Args:
        events: The events of an answer.
        request: The request and its sources.
        read: Reads cited documents.
    """
    answer = _PartialAnswer(request, _checker(request))
    remarks = ClaimRemarks(answer.remark)
    async with aclosing(events):
        async for event in events:
            await answer.take(event, read)
            if isinstance(event, Citation) and not event.verdict.verified:
                words = verdict_wording.doubt_of(event)
                yield Notice(words, citations=(event.number,))
            if isinstance(event, Done):
                for last in await in_thread(list[AnswerEvent], remarks.finish()):
                    yield last
                notices = answer.notices(remarks.uncited)
                for notice in await in_thread(list[Notice], notices):
                    yield notice
                yield event
            elif remarks.is_holding:
                for checked in await in_thread(list[AnswerEvent], remarks.take(event)):
                    yield checked
            else:
                for checked in remarks.take(event):
                    yield checked


def _checker(request: AnswerRequest) -> ClaimChecker:
    turns = [turn.question for turn in request.history.turns]
    asked = [request.question, request.standalone, *turns, request.result.counted]
    if selection := request.options.selection:
        asked.append(selection.text)
    sources = request.sources.sources
    texts = (*request.context.texts, *request.history.texts)
    return ClaimChecker(
        "\n".join(asked),
        [name for source in sources for name in (source.path, source.title)],
        [text.document.text for text in texts],
    )
