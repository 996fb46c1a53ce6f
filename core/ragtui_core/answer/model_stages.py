"""The stages that check what a model wrote, in order."""

from collections.abc import Sequence

from ragtui_core.answer.answer_citations import AnswerCitations
from ragtui_core.answer.checks.notices import AnswerNotices
from ragtui_core.answer.citation_remarks import Doubts, StateRemarks
from ragtui_core.answer.length_limit import LengthLimit
from ragtui_core.answer.model_text import ModelText, PrintableText
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer.stages import Stage
from ragtui_core.citations.current_files import CurrentFiles


def model_stages(answer_request: AnswerRequest, files: CurrentFiles) -> Sequence[Stage]:
    """The stages for the answer to a request, compared with `files`."""
    sources, limit = answer_request.sources.sources, answer_request.options.max_chars
    return [
        PrintableText(),
        AnswerCitations(answer_request, files),
        ModelText(),
        StateRemarks({source.path: source.state for source in sources}),
        *([] if limit is None else [LengthLimit(limit)]),
        AnswerNotices(answer_request, files.read),
        Doubts(),
    ]
