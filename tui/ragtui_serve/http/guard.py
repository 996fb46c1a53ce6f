"""Who may ask: checks of every request, before anything else reads it.

- `Host` must be a name of this server: a foreign page whose name is pointed at this
  machine (DNS rebinding) has another.
- `Origin`, which browsers send with what a page asks for, must be the server's own.
- The token is required on loopback, too: other users of the machine reach it.
- A body has a maximum length, and a time in which it must have arrived.
"""

import asyncio
import ipaddress
import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ragtui_serve.http.page import PAGE_PATHS
from ragtui_serve.http.problems import Problem, problem_response
from ragtui_serve.rendering.note_links import PICTURES

MAX_BODY = 64 * 1024
"""Bytes."""

BODY_SECONDS = 10.0
"""In which a whole body must have arrived."""

PUBLIC_PATHS = frozenset({"/healthz"}) | PAGE_PATHS
"""Need no token, and tell nothing."""

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""For pages: nothing from elsewhere, no script in HTML, no HTML from texts."""

ENDING = "the server is ending: ask again when it runs"

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches `host`."""
    return host == "localhost" or _is_address(host, loopback=True)


def _is_address(host: str, *, loopback: bool = False) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or not loopback


class Guard:
    """Middleware that refuses requests, and adds headers to every response."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str,
        host: str,
        names: Collection[str] = (),
        public_paths: Collection[str] = PUBLIC_PATHS,
    ) -> None:
        """Protect `app`, whose server listens on `host`, and has further `names`."""
        self._app = app
        self._token = token.encode()
        self._names = LOOPBACK_NAMES | {host.lower(), *map(str.lower, names)}
        # Beyond loopback, a browser may use any address of the machine. Rebinding
        # needs a name.
        self._takes_addresses = not is_loopback(host)
        self._public = public_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on, one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, _BoundedBody(receive), sending)
        except Problem as problem:
            if started:
                raise
            headers = {"Connection": "close"}
            if problem.status == 401:
                headers["WWW-Authenticate"] = "Bearer"
            response = problem_response(problem.status, str(problem), headers)
            await response(scope, receive, sending)
        except asyncio.CancelledError:  # by the end of the server
            if started:
                raise  # what has begun breaks off
            await problem_response(503, ENDING)(scope, receive, sending)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        name = _host_name(host)
        known = name in self._names or (self._takes_addresses and _is_address(name))
        if not known:
            raise Problem(421, "this server is not known by that name")
        origin = headers.get("origin")
        if origin is not None and not _is_same(origin, host):
            raise Problem(403, "pages of other sites may not use this server")
        # The addresses of pictures are signed instead.
        is_public = scope["path"] in self._public or scope["path"].startswith(PICTURES)
        if not is_public and not self._has_token(headers):
            raise Problem(
                401, "send the token that `ragtui serve` printed: Authorization: Bearer"
            )
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length[:12]) > MAX_BODY:
            raise _too_large()

    def _has_token(self, headers: Headers) -> bool:
        scheme, _, sent = headers.get("authorization", "").partition(" ")
        same = secrets.compare_digest(sent.strip().encode("latin-1"), self._token)
        return scheme.lower() == "bearer" and same


class _BoundedBody:
    """Receives a body, if it is neither too long nor too slow."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._left = MAX_BODY
        self._deadline: float | None = None
        self._is_complete = False

    async def __call__(self) -> Message:
        if self._is_complete:
            return await self._receive()
        loop = asyncio.get_running_loop()
        self._deadline = self._deadline or loop.time() + BODY_SECONDS
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise Problem(408, "the request did not arrive in time") from None
        self._left -= len(message.get("body", b""))
        self._is_complete = not message.get("more_body", False)
        if self._left < 0:
            raise _too_large()
        return message


def _too_large() -> Problem:
    return Problem(413, f"a request has at most {MAX_BODY:,} bytes")


def _host_name(host: str) -> str:
    """The name in a `Host` header, without the port; empty if there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "") if "@" not in host else ""
    except ValueError:
        return ""


def _is_same(origin: str, host: str) -> bool:
    """Whether an origin is the server itself; its scheme may be that of a proxy."""
    scheme, _, netloc = origin.partition("://")
    return scheme in {"http", "https"} and netloc.lower() == host.lower()
