"""Answers requests that the end of the server cancels."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ragtui_serve.http.problems import problem_response

ENDING = "the server is ending: ask again when it runs"


class CancelledRequests:
    """Gives a request that is cancelled before its response begins status 503."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a response that has begun breaks off."""
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:
            if has_begun or scope["type"] != "http":
                raise
            await problem_response(503, ENDING)(scope, receive, send)
