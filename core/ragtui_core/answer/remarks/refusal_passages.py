"""Shows what the search found beside the words of a model that does not know."""

from collections.abc import Iterator
from itertools import islice

from ragtui_core.answer.marks.supporting_passages import SupportingPassages
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Notice
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.search_results import Confidence

MAX_PASSAGES = 3

FOUND_NEVERTHELESS = "The search found passages that match the question: read them."


def refusal_passages(
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
