"""Base class of the providers that send documents to a language model."""

from collections.abc import Sequence

from ragtui_core.answer.checks.notices import AnswerNotices, Unanswered
from ragtui_core.answer.marks.answer_citations import AnswerCitations
from ragtui_core.answer.remarks.citation_remarks import StateRemarks
from ragtui_core.answer.request import AnswerContext, AnswerRequest, ContextLimits
from ragtui_core.answer.stages import Stage


class ModelProvider:
    """The declarations of `OwnProvider` that language-model providers share."""

    uses_history = True
    says_count = False
    is_about_selection = False
    finds_passages = False
    """Whether sentences without a mark are given a passage: small models cite none."""

    def __init__(self, answer_context: AnswerContext) -> None:
        """Answer with the settings and files of `answer_context`."""
        self._settings = answer_context.settings
        self._files = answer_context.files

    @property
    def limits(self) -> ContextLimits:
        """The settings `answer.max_context_chars` and `answer.history_tokens`."""
        settings = self._settings
        chars = settings.max_context_chars
        return ContextLimits(chars, settings.history_tokens, explored=chars)

    def stages(self, answer_request: AnswerRequest) -> Sequence[Stage]:
        """What checks the text of a model, in order."""
        sources = answer_request.sources.sources
        return [
            AnswerCitations(
                answer_request, self._files, finds_passages=self.finds_passages
            ),
            StateRemarks({source.path: source.state for source in sources}),
            Unanswered(answer_request.quality),
            AnswerNotices(answer_request, self._files),
        ]
