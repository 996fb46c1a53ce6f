"""Answers as Server-Sent Events, or as one object."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from ragtui_core import AnswerEvent, RagtuiError, Text
from ragtui_core.answer import answer_as_json, event_as_json
from ragtui_serve.http.problems import kind_of
from ragtui_serve.http.requests import while_connected
from ragtui_serve.http.server_state import Server
from ragtui_serve.rendering.answer_html import AnswerHtml
from ragtui_serve.served_vault import AnswerEvents, ServedVault

Encode = Callable[[AnswerEvents], AsyncGenerator[bytes, None]]
"""Turns the events of an answer into the parts of a response."""


async def streamed_answer(
    server: Server, served: ServedVault, values: dict[str, Any], encode: Encode
) -> Response:
    """A response that begins when the sources are known, to options of `ASK`.

    What fails before that is an error response. When the client goes away, the
    response's generator is closed, and with it the request to the model.
    """
    stack = AsyncExitStack()
    try:
        events = await stack.enter_async_context(server.answer(served, values))
        first = await anext(events)
    except BaseException:
        await stack.aclose()
        raise

    async def parts() -> AsyncIterator[bytes]:
        async with stack, aclosing(encode(_joined(first, events))) as encoded:
            try:
                async for part in encoded:
                    yield part
            except RagtuiError as error:  # the status has been sent
                text, kind = server.vaults.public_message(error), kind_of(error)
                yield sse("error", {"event": "error", "text": text, "kind": kind})

    response = _WatchedResponse(parts(), media_type="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"  # a proxy would keep events back
    return response


class _WatchedResponse(StreamingResponse):
    """Ends when the client goes away, also while there is nothing to send.

    starlette notices only when it sends, but a model may be silent for a minute.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await while_connected(Request(scope, receive), self.stream_response(send))


async def _joined(first: AnswerEvent, events: AnswerEvents) -> AnswerEvents:
    yield first
    async for event in events:
        yield event


async def answer_events(events: AnswerEvents) -> AsyncGenerator[bytes, None]:
    """The objects of `ragtui ask --json-events`, each as an event of its name."""
    async for event in events:
        data = event_as_json(event)
        yield sse(data["event"], data)


HTML_SECONDS = 0.1
"""Between two forms of an answer as HTML, each of which is whole."""


async def events_with_html(events: AnswerEvents) -> AsyncGenerator[bytes, None]:
    """The events, and after those that change the text `html`: all of it as HTML."""
    answer, sent, is_due = AnswerHtml(), 0.0, False
    following = asyncio.ensure_future(anext(events, None))
    try:
        while True:
            left = max(0.0, sent + HTML_SECONDS - time.monotonic())
            await asyncio.wait({following}, timeout=left if is_due else None)
            event = following.result() if following.done() else None
            if is_due and not (left and isinstance(event, Text)):
                yield sse("html", {"event": "html", "html": answer.html()})
                sent, is_due = time.monotonic(), False
            if not following.done():
                continue
            if event is None:
                return
            is_due = answer.take(event) or is_due
            data = event_as_json(event)
            yield sse(data["event"], data)
            following = asyncio.ensure_future(anext(events, None))
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


def sse(event: str, data: Any) -> bytes:
    """One Server-Sent Event; its data are ASCII, on one line."""
    return f"event: {event}\ndata: {json.dumps(data)}\n\n".encode()


async def whole_answer(
    server: Server, served: ServedVault, values: dict[str, Any]
) -> dict[str, Any]:
    """The object of `ragtui ask --json`."""
    started = time.monotonic()
    async with server.answer(served, values) as events:
        collected = [event async for event in events]
    latency = round(1000 * (time.monotonic() - started))
    return answer_as_json(values["question"], collected, latency)
