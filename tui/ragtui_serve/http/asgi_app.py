"""The application: all addresses behind the guard, and what runs beside them.

uvicorn serves it on one address.
"""

import signal
import socket
import threading
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from types import FrameType

import uvicorn
from mcp.server.streamable_http_manager import (
    StreamableHTTPASGIApp,
    StreamableHTTPSessionManager,
)
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ragtui_serve.http.api import api_routes
from ragtui_serve.http.chat_completions import chat_routes
from ragtui_serve.http.connections import Connection, allow_connections
from ragtui_serve.http.guard import MAX_BODY, Guard
from ragtui_serve.http.page import page_routes
from ragtui_serve.http.problems import http_error, unexpected_error
from ragtui_serve.http.server_state import Server
from ragtui_serve.mcp.mcp_server import McpServer
from ragtui_serve.rendering.note_links import PictureAddresses
from ragtui_serve.served_vault import ServedVaults
from ragtui_serve.work_queue import WorkQueue


def build_app(
    vaults: ServedVaults,
    *,
    token: str,
    host: str = "127.0.0.1",
    names: Collection[str] = (),
    queue: WorkQueue | None = None,
) -> Starlette:
    """The application; its lifespan indexes the vaults, and closes them at the end.

    Clients must send the token. `names` are further names of the server, such as that
    of a proxy.
    """
    queue = queue or WorkQueue()
    server = Server(vaults, queue, PictureAddresses(token))
    # Host and Origin were checked by the guard.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    mcp = StreamableHTTPSessionManager(
        McpServer(vaults, queue).server,
        stateless=True,
        security_settings=unchecked,
        max_request_body_size=MAX_BODY,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        for served in vaults:
            served.start()
            threading.Thread(target=served.warm, name="warm").start()
        async with mcp.run():
            yield
        queue.close()
        for served in vaults:
            served.close()

    return Starlette(
        routes=[
            *api_routes(server),
            *chat_routes(server),
            # Without sessions there is nothing to listen to by GET.
            Route("/mcp", StreamableHTTPASGIApp(mcp), methods=["POST"]),
            Route("/healthz", health),
            *page_routes(server),
        ],
        middleware=[Middleware(Guard, token=token, host=host, names=names)],
        exception_handlers={HTTPException: http_error, Exception: unexpected_error},
        lifespan=lifespan,
    )


async def health(_: Request) -> Response:
    """Whether the server answers."""
    return JSONResponse({"status": "ok"})


SHUTDOWN_SECONDS = 1
"""How long running requests may take to end; then they are cancelled."""


def run_app(app: Starlette, listening: socket.socket) -> None:
    """Serve until Ctrl+C or SIGTERM; blocks.

    Neither addresses nor bodies are logged: they contain queries.
    """
    allow_connections()
    _Server(server_config(app)).run(sockets=[listening])


def server_config(app: ASGIApp) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="on",
        log_level="critical",  # it would report each request that ends by Ctrl+C
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


class _Server(uvicorn.Server):
    """Ends by a signal as other programs do after their work: with status 0."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; at once when Ctrl+C is pressed again.

        uvicorn's own method also lets the signal end the process afterwards.
        """
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
