"""One answer by the Messages API: time-outs, retries and errors.

A failure before any text is retried, if that may help. After that there are no retries:
the text so far is kept, and a notice offers to ask again.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from ragtui_core import (
    AnswerError,
    AnswerErrorKind,
    AnswerEvent,
    Done,
    Notice,
)
from ragtui_core.answer import MessageReader
from ragtui_core.settings import AnswerSettings
from ragtui_core.text import encodable
from ragtui_models.service_errors import answer_error, failure, retry_delay

RETRIES = 2
"""Maximum number of retries before any text; afterwards the user decides."""


_END = object()


class AnswerStream:
    """A streamed answer."""

    def __init__(
        self,
        open_client: Callable[[], Any],
        body: Mapping[str, Any],
        make_reader: Callable[[], MessageReader],
        settings: AnswerSettings,
        names: Mapping[str, str],
        may_leave: Callable[[], bool] = lambda: True,
    ) -> None:
        """Prepare the request; nothing is sent yet.

        `open_client` makes an asynchronous client of the SDK; it is called in a thread,
        since its import takes 2 s. The body is without `stream`, and `names` are for
        error messages. A service that sends nothing for as long as the settings allow
        is left if it `may_leave`, which is called in a thread.
        """
        self._open_client = open_client
        self._body = encodable(body)
        self._make_reader = make_reader
        self._settings = settings
        self._names = names
        self._may_leave = may_leave
        self._reader = make_reader()
        self._error: AnswerError | None = None

    async def events(self, done: Done) -> AsyncGenerator[AnswerEvent, None]:
        """The answer's events, and `done` with the model, the tokens and any error.

        Raises:
            AnswerError: The service failed before any text.
        """
        client = await asyncio.to_thread(self._opened)
        try:
            async with aclosing(self._attempts(client)) as events:
                async for event in events:
                    yield event
        finally:
            await client.close()
        for event in self._reader.end():
            yield event
        if error := self._error:
            words = f"The answer was interrupted: {error}"
            yield Notice(words, retryable=error.retryable)
        yield replace(
            done,
            model=self._reader.model or done.model,
            usage=self._reader.usage,
            error=self._error.kind if self._error else "",
        )

    def _opened(self) -> Any:
        import anthropic
        import httpx2

        try:
            return self._open_client()
        except anthropic.AnthropicError as error:
            raise answer_error(error, self._names) from error
        except (httpx2.InvalidURL, ValueError, OSError) as error:
            # An address, a proxy or a certificate of the environment is invalid.
            raise failure(
                AnswerErrorKind.UNREACHABLE, self._names, detail=str(error)
            ) from error

    async def _attempts(self, client: Any) -> AsyncGenerator[AnswerEvent, None]:
        """Events of the first attempt that yields anything."""
        for attempt in range(RETRIES + 1):
            self._reader = self._make_reader()
            try:
                async with aclosing(self._attempt(client)) as events:
                    async for event in events:
                        yield event
            except AnswerError as error:
                if self._reader.has_begun:
                    self._error = error
                    return
                delay = retry_delay(error, attempt) if attempt < RETRIES else None
                if delay is None:
                    raise
                await asyncio.sleep(delay)
            else:
                return

    async def _attempt(self, client: Any) -> AsyncGenerator[AnswerEvent, None]:
        import anthropic
        import httpx2

        reader = self._reader
        try:
            async with aclosing(self._raw(client)) as raw_events:
                async for raw in raw_events:
                    for event in reader.read(raw):
                        yield event
        except TimeoutError as error:
            raise failure(AnswerErrorKind.TIMEOUT, self._names) from error
        except (
            anthropic.AnthropicError,
            httpx2.HTTPError,
            httpx2.InvalidURL,
            ValueError,
        ) as error:
            raise answer_error(error, self._names) from error
        if not reader.is_complete:
            raise failure(AnswerErrorKind.STREAM_BROKEN, self._names)
        if reader.is_refused and not reader.has_begun:
            raise failure(AnswerErrorKind.REFUSED, self._names)

    async def _raw(self, client: Any) -> AsyncGenerator[Any, None]:
        """The SDK's events, each awaited for no longer than the settings allow.

        Pings are not events: a service that only sends pings counts as stalled.
        """
        settings = self._settings
        seconds = settings.first_event_timeout
        opening = client.messages.create(**self._body, stream=True)
        stream: Any = await self._awaited(opening, seconds)
        async with stream, aclosing(aiter(stream)) as events:
            while True:
                if self._reader.has_begun:
                    seconds = settings.stall_timeout
                raw = await self._awaited(anext(events, _END), seconds)
                if raw is _END:
                    return
                yield raw

    async def _awaited(self, awaitable: Awaitable[Any], seconds: float) -> Any:
        """The result, however late, unless the service is silent and may be left.

        Raises:
            TimeoutError: It may be left, after some multiple of `seconds`.
        """
        task = asyncio.ensure_future(awaitable)
        try:
            while not (await asyncio.wait({task}, timeout=seconds))[0]:
                if await asyncio.to_thread(self._may_leave):
                    raise TimeoutError
            return task.result()
        finally:
            task.cancel()
            while not task.done():  # Servers cancel again in each turn of the loop.
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({task})
