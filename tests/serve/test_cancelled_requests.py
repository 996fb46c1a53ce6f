"""Requests that the end of the server cancels say so."""

import asyncio
import json

import pytest
from starlette.types import Message, Receive, Scope, Send

from ragtui_serve.http.guard import Guard

START: Message = {"type": "http.response.start", "status": 200, "headers": []}


async def cancelled(*, has_begun: bool) -> list[Message]:
    """What a request sends that is cancelled while it runs."""
    sent, is_running = list[Message](), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if has_begun:
            await send(START)
        is_running.set()
        await asyncio.Event().wait()

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    guard = Guard(app, token="t", host="localhost", public_paths={"/"})
    asked = {"type": "http", "path": "/", "headers": [(b"host", b"localhost")]}
    request = asyncio.ensure_future(guard(asked, receive, send))
    await is_running.wait()
    request.cancel()
    await request
    return sent


def test_a_request_without_a_response_gets_status_503() -> None:
    start, body = asyncio.run(cancelled(has_begun=False))
    assert start["status"] == 503
    assert json.loads(body["body"])["detail"].startswith("the server is ending")


def test_a_response_that_has_begun_breaks_off() -> None:
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled(has_begun=True))
