"""What a reader should know about the reliability of an answer."""

from collections.abc import Iterator
from dataclasses import replace

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
from ragtui_core.types import Confidence

UNCITED = "This answer quotes no file: check it before you rely on it."


class AnswerNotices:
    """Adds notices just before the end of an answer."""

    def __init__(self, request: AnswerRequest) -> None:
        """Judge the answer to `request`."""
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
                if weak and len(weak) == len(self._cited):
                    event = replace(event, confidence=Confidence.LOW)
        yield event

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
