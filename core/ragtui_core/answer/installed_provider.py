"""A provider of an installed package, its citations checked like those of ours."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from ragtui_core.answer.model_provider import ModelProvider
from ragtui_core.answer.request import AnswerContext, AnswerRequest, Provider
from ragtui_core.answer_events import AnswerEvent, Done, Notice, Sources, Text
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.citer import Citer, uncited
from ragtui_core.errors import AnswerError, AnswerErrorKind, PluginError, RagtuiError
from ragtui_core.plugins import Plugin


class InstalledProvider(ModelProvider):
    """Makes failures of a package's provider errors that name it."""

    def __init__(
        self,
        plugin: Plugin,
        factory: Callable[[AnswerContext], Provider],
        answer_context: AnswerContext,
    ) -> None:
        """Make the provider.

        Raises:
            PluginError: The package's code fails.
        """
        super().__init__(answer_context)
        self._plugin = plugin
        with plugin.guarded("cannot be used"):
            self._provider = factory(answer_context)

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """The provider's events up to `Done`; see `Provider`."""
        citer = Citer(self._files)
        is_done, has_text = False, False
        try:
            with self._plugin.guarded():
                async with aclosing(self._provider.answer(answer_request)) as events:
                    async for event in events:
                        if isinstance(event, Citation):
                            yield self._checked(event, citer)
                        elif isinstance(event, (Text, Notice, Done)):
                            yield event
                        else:
                            raise self._plugin.problem(_wrong_event(event))
                        has_text = has_text or isinstance(event, Text)
                        is_done = isinstance(event, Done)
                        if is_done:
                            break
            if not is_done:
                raise self._plugin.problem("ended without `Done`")
        except PluginError as error:
            if not has_text:
                raise AnswerError(
                    str(error), kind=AnswerErrorKind.PROVIDER, retryable=False
                ) from error
            yield Notice(str(error))
            yield Done(
                self._plugin.name,
                "",
                answer_request.result.confidence,
                error=AnswerErrorKind.PROVIDER,
            )

    def _checked(self, citation: Citation, citer: Citer) -> Citation:
        """The citation with the verdict that the file gives it."""
        path, quote = citation.path, citation.quote
        try:
            document = self._files.read(path)
        except RagtuiError:
            checked = uncited(quote, path, Verdict.NOT_SENT)
        else:
            headings = citation.heading_path
            checked = citer.at(quote, citation.span, headings, document)
        return replace(checked, number=citation.number)


def _wrong_event(event: object) -> str:
    if isinstance(event, Sources):
        return "yielded `Sources`, which had already been sent"
    return f"yielded a {type(event).__name__} instead of an answer event"
