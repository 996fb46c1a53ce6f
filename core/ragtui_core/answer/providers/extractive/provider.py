"""The extractive provider, which needs no language model."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import replace

from ragtui_core.answer.model_text import EscapedExtracts
from ragtui_core.answer.passages.abstention import is_unanswered
from ragtui_core.answer.passages.passage_candidates import chunk_options
from ragtui_core.answer.passages.passage_scores import in_force
from ragtui_core.answer.providers.extractive.extracts import (
    NOTHING,
    answer_about,
    extractive_answer,
)
from ragtui_core.answer.providers.extractive.listed_notes import (
    MAX_QUOTED,
    changes_answer,
    dated_answer,
    sum_answer,
)
from ragtui_core.answer.request import AnswerContext, AnswerRequest, ContextLimits
from ragtui_core.answer.stages import Stage
from ragtui_core.answer_events import AnswerEvent
from ragtui_core.cancellation import in_thread
from ragtui_core.language.requests import (
    asks_what_changed,
    take_listing,
    take_order,
)
from ragtui_core.search.options import Sort
from ragtui_core.search_results import Confidence, TimeEffect


class ExtractiveProvider:
    """Answers with the best passages, verbatim; of one question, without history."""

    uses_history = False
    says_count = True
    is_about_selection = True

    def __init__(self, answer_context: AnswerContext) -> None:
        """Search and read what `answer_context` has."""
        self._answer_context = answer_context

    @property
    def limits(self) -> ContextLimits:
        """The settings `answer.max_context_chars` and `answer.history_tokens`."""
        settings = self._answer_context.settings
        return ContextLimits(settings.max_context_chars, settings.history_tokens)

    def stages(self, answer_request: AnswerRequest) -> Sequence[Stage]:
        """One stage: extracts are verified as they are written."""
        return (EscapedExtracts(),)

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """The passages, then `Done`; see `Provider`."""
        for event in await in_thread(self._events, answer_request):
            yield event

    def _events(self, answer_request: AnswerRequest) -> list[AnswerEvent]:
        asked, options = answer_request.standalone, answer_request.options
        events: Iterable[AnswerEvent]
        result = answer_request.result
        is_newest = result.order == Sort.NEWEST
        if is_newest and result.total is None and not options.selection:
            result = in_force(result)
            answer_request = replace(answer_request, result=result)
        topic, time, is_good = asked, result.time, result.confidence is Confidence.HIGH
        if time and time.effect is TimeEffect.RESTRICTED:
            topic = time.without_words(asked)  # Notes of this time need not name it.
        search = chunk_options(options.search)
        if is_unanswered(asked, result):
            events = NOTHING
        elif options.selection:
            events = answer_about(
                options.selection, answer_request, self._answer_context
            )
        elif summed := [*sum_answer(asked, answer_request, self._answer_context)]:
            events = summed
        elif result.by_date:
            subject = take_order(asked)[0]
            subject = take_listing(subject)[0] or subject
            events = dated_answer(subject, answer_request, self._answer_context)
        elif is_good and topic is not asked and asks_what_changed(topic):
            search = replace(search, dedup=True, fill=False, limit=MAX_QUOTED)
            notes = self._answer_context.search(asked, search)
            events = changes_answer(topic, notes, self._answer_context)
        else:
            chunks = self._answer_context.search(asked, search)
            chunks = in_force(chunks) if is_newest else chunks
            if result.corrected and asked == answer_request.question:
                topic = result.corrected  # Passages have words as they were searched.
                answer_request = replace(
                    answer_request, question=topic, standalone=topic
                )
            events = extractive_answer(
                topic, answer_request, chunks.hits, self._answer_context
            )
        return list(events)
