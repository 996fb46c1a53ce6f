"""Shows what the search found beside the words of a model that does not know."""

from collections.abc import Iterator
from itertools import islice

from ragtui_core.answer.marks.supporting_passages import SupportingPassages
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import (
    AnswerEvent,
    Done,
    Notice,
    Text,
    says_no_answer,
)
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.types import Confidence

MAX_PASSAGES = 3

FOUND_NEVERTHELESS = "The search found passages that match the question: read them."


class RefusalPassages:
    """Adds the best passages to an answer that there is none, if the search was sure.

    One for each of the best documents that are good matches, without a mark.
    """

    def __init__(self, request: AnswerRequest, files: CurrentFiles) -> None:
        """Choose among the documents that were sent with `request`."""
        self._request = request
        self._citer = Citer(files)
        self._text = ""

    def take(self, event: AnswerEvent) -> Iterator[AnswerEvent]:
        """The event; the passages before the end."""
        if isinstance(event, Text):
            self._text += event.text
        elif isinstance(event, Done) and self._is_due():
            citations = [*islice(self._citations(), MAX_PASSAGES)]
            yield from [Notice(FOUND_NEVERTHELESS)] if citations else []
            yield from citations
        yield event

    def _is_due(self) -> bool:
        is_sure = self._request.result.confidence is Confidence.HIGH
        return is_sure and says_no_answer(self._text)

    def _citations(self) -> Iterator[Citation]:
        asked, result = self._request.standalone, self._request.result
        good = {hit.path for hit in result.hits if not hit.is_weak}
        texts = self._request.context.texts
        passages = SupportingPassages(texts)
        for text in texts:
            passage = passages.like(asked, text.source.path)
            if passage is None or text.source.path not in good:
                continue
            quote = passage.span.of(text.document.text)
            headings = passage.heading_path
            given = self._citer.at(quote, passage.span, headings, text.document)
            citation, _ = self._citer.numbered(given)
            if citation.verdict.verified:
                yield citation
