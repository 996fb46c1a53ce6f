"""Notices on the reliability of an answer."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field

from ragtui_core.answer.checks.declared_disagreements import declared_disagreements
from ragtui_core.answer.checks.unsupported_claims import notice_of, unsupported
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import (
    WEAK_EVIDENCE,
    AnswerEvent,
    Done,
    Notice,
    Text,
    says_no_answer,
)
from ragtui_core.citations import verdict_wording
from ragtui_core.citations.citation import Citation
from ragtui_core.settings.schema import ProviderName

UNCITED = "This answer quotes no file: check it before you rely on it."


@dataclass(slots=True)
class _PartialAnswer:
    """The answer as received so far."""

    request: AnswerRequest
    text: str = ""
    cited: list[Citation] = field(default_factory=list)

    def take(self, event: AnswerEvent) -> None:
        """Add an event."""
        match event:
            case Text(text):
                self.text += text
            case Citation():
                self.cited.append(event)

    def notices(self, provider: str) -> Iterator[Notice]:
        """Notices on the whole answer, by the named provider."""
        if not self.text.strip() or says_no_answer(self.text):
            return
        if not self.cited:
            yield Notice(UNCITED)
            return
        verified = [c.quote for c in self.cited if c.verdict.verified]
        headings = [" ".join(c.heading_path) for c in self.cited]
        evidence = [*self.request.evidence, *verified, *headings]
        if missing := unsupported(self.text, evidence):
            yield Notice(notice_of(missing), terms=tuple(missing))
        yield from declared_disagreements(self.text, self.cited)
        # Extracts are chosen, and judged, by more than the search knows.
        if provider != ProviderName.EXTRACTIVE and (weak := tuple(self._weak())):
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
    events: AsyncGenerator[AnswerEvent, None], request: AnswerRequest
) -> AsyncGenerator[AnswerEvent, None]:
    """The events, with notices on quotations and claims just before the last one.

    Args:
        events: The events of an answer.
        request: The request and its sources.
    """
    answer = _PartialAnswer(request)
    async with aclosing(events):
        async for event in events:
            answer.take(event)
            if isinstance(event, Citation) and not event.verdict.verified:
                yield Notice(
                    verdict_wording.doubt_of(event.number, event.verdict),
                    citations=(event.number,),
                )
            elif isinstance(event, Done):
                for notice in answer.notices(event.provider):
                    yield notice
            yield event
