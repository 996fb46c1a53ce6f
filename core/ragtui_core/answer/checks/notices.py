"""What a reader should know about the reliability of an answer."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ragtui_core.answer.checks.cited_passages import cited_passage
from ragtui_core.answer.checks.claim_check import ClaimChecker
from ragtui_core.answer.remarks.claim_remarks import ClaimRemarks
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import (
    AnswerEvent,
    Done,
    Notice,
    Text,
    doubt,
    says_no_answer,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import Read
from ragtui_core.errors import RagtuiError
from ragtui_core.types import Confidence

UNCITED = "This answer quotes no file: check it before you rely on it."


class AnswerNotices:
    """Adds remarks on claims, and notices just before the end of an answer."""

    def __init__(self, request: AnswerRequest, read: Read) -> None:
        """Check the answer to `request`; `read` reads cited documents."""
        self._hits, self._missing = request.result.hits, request.result.missing
        self._read = read
        sources = request.sources.sources
        names = [name for source in sources for name in (source.path, source.title)]
        self._checker = ClaimChecker(names)
        self._remarks = ClaimRemarks(self._remark)
        self._text = ""
        self._cited: list[Citation] = []
        self._passages: dict[int, tuple[str, ...]] = {}

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The events, remarks and notices that are final by now."""
        match event:
            case Text(text):
                self._text += text
            case Citation():
                self._cited.append(event)
                if event.verdict.verified:
                    self._add_passage(event)
            case Done():
                yield from self._remarks.finish()
                weak = tuple(self._weak())
                yield from self._notices(weak)
                if weak and len(weak) == len(self._cited):
                    event = replace(event, confidence=Confidence.LOW)
        yield from self._remarks.take(event)

    def _add_passage(self, citation: Citation) -> None:
        with suppress(RagtuiError):  # its file has been removed since
            document = self._read(citation.path)
            self._passages[citation.number] = cited_passage(document, citation.span)

    def _remark(self, sentence: str, numbers: Sequence[int]) -> str:
        """The remark on a sentence with the citations of these numbers."""
        passages = [self._passages[n] for n in numbers if n in self._passages]
        return self._checker.remark(sentence, passages) if passages else ""

    def _notices(self, weak: tuple[int, ...]) -> Iterator[Notice]:
        """Notices on the whole answer, of which the citations `weak` are doubtful."""
        if not self._text.strip() or says_no_answer(self._text):
            return
        if not self._cited:
            yield Notice(UNCITED)
            return
        if weak or self._missing:
            yield Notice(doubt(self._missing), citations=weak)

    def _weak(self) -> Iterator[int]:
        """The citations of files that the search found only by weak matches."""
        good = {hit.path for hit in self._hits if not hit.is_weak}
        weak = {hit.path for hit in self._hits} - good
        for citation in self._cited:
            if citation.verdict.verified and citation.path in weak:
                yield citation.number
