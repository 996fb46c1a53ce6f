"""`ragtui --browser`: the app in a browser, by textual-serve.

Everyone who reaches the page can read the notes and write the settings, so:

- Only requests for the host that is served are answered. A foreign
  page whose name is pointed at this machine (DNS rebinding) is not.
- A WebSocket is opened to pages of our own alone: browsers let any page try.
- Beyond loopback a token is wanted: once in the address, then as a cookie.
"""

import ipaddress
import re
import secrets
import shlex
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

TOKEN = "token"
"""Name of the parameter that brings the token."""

COOKIE = "ragtui"
"""Name of the cookie that keeps it; the port follows, for cookies know none."""

_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})

_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; font-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing comes from elsewhere, not even a font, and no page frames ours."""

_FOREIGN_FONT = re.compile(r"<link\b[^>]*fonts\.googleapis\.com[^>]*>")
"""The policy would block it; without it the browser reports no error."""

_FOCUS = """\
<script>
  new MutationObserver((_, observer) => {
    const keyboard = document.querySelector(".xterm-helper-textarea");
    keyboard?.focus();
    if (keyboard && document.activeElement === keyboard) observer.disconnect();
  }).observe(document, { attributes: true, childList: true, subtree: true });
</script>
"""
"""Gives the keyboard to the terminal as soon as the page has it."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class RagtuiServer(Server):
    """Serves the app to those who may have it."""

    def __init__(self, command: Sequence[str], host: str, port: int) -> None:
        """Start `command` for each page; beyond loopback a token is wanted."""
        super().__init__(shlex.join(command), host=host, port=port, title="ragtui")
        self.token = "" if is_loopback(host) else secrets.token_urlsafe(24)
        """What a browser must bring; empty if nothing."""

    @property
    def address(self) -> str:
        """What to type into a browser, the token included."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        query = f"/?{TOKEN}={self.token}" if self.token else "/"
        return f"http://{host}:{self.port}{query}"

    @property
    def _cookie(self) -> str:
        return f"{COOKIE}-{self.port}"

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard())
        return app

    def _guard(self) -> Any:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            self._check_host(request)
            if self.token and not self._is_known(request):
                raise web.HTTPForbidden(
                    text="This needs the address that `ragtui --browser` printed, with "
                    "its token."
                )
            if self._brings_token(request):
                raise self._with_cookie(web.HTTPSeeOther(request.path))
            response = await handler(request)
            if not response.prepared:
                response.headers["Content-Security-Policy"] = _policy(request)
                response.headers["Referrer-Policy"] = "no-referrer"
                response.headers["X-Content-Type-Options"] = "nosniff"
                response.headers["Cache-Control"] = "no-store"
            return response

        return guard

    def _check_host(self, request: web.Request) -> None:
        host = request.host
        name = urlsplit(f"//{host}").netloc.rpartition("@")[2]
        bare = name.rpartition(":")[0] if name.rpartition(":")[2].isdigit() else name
        if not self.token and bare not in _LOCAL_NAMES:
            raise web.HTTPForbidden(text="Host not allowed.")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != host:
            raise web.HTTPForbidden(text="Another site's page may not do this.")
        if request.path == "/ws" and origin is None:
            raise web.HTTPForbidden(text="Only a page may open the app.")

    def _brings_token(self, request: web.Request) -> bool:
        return bool(self.token) and self._is_token(request.query.get(TOKEN, ""))

    def _is_known(self, request: web.Request) -> bool:
        kept = request.cookies.get(self._cookie, "")
        return self._is_token(kept) or self._brings_token(request)

    def _is_token(self, given: str) -> bool:
        # As bytes: texts that are not ASCII cannot be compared in constant time.
        data = given.encode("utf-8", "replace")
        return secrets.compare_digest(data, self.token.encode())

    def _with_cookie(self, response: web.HTTPSeeOther) -> web.HTTPSeeOther:
        """Redirect without the token, so that it does not stay in the address bar."""
        response.set_cookie(
            self._cookie, self.token, httponly=True, samesite="Lax", path="/"
        )
        return response

    async def handle_index(self, request: web.Request) -> Any:
        """The page, whose addresses are those under which it was asked for.

        A proxy with TLS sets this header; others could only change their own page.
        """
        proto = request.headers.get("X-Forwarded-Proto", "")
        scheme = proto if proto in {"http", "https"} else request.scheme
        self.public_url = f"{scheme}://{request.host}"
        page = cast("web.Response", await super().handle_index(request))
        local = _FOREIGN_FONT.sub("", page.text or "")
        page.text = local.replace("</head>", f"{_FOCUS}</head>", 1)
        return page

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Open the app for a page.

        Raises:
            web.HTTPBadRequest: It is not a request for a WebSocket.
        """
        if not web.WebSocketResponse().can_prepare(request):
            raise web.HTTPBadRequest(text="This address is for the page's WebSocket.")
        return await super().handle_websocket(request)

    async def _process_messages(
        self, websocket: web.WebSocketResponse, app_service: AppService
    ) -> None:
        try:
            await super()._process_messages(websocket, app_service)
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
            # None is the page's: another program wrote it, and its session ends.
            print(  # noqa: T201
                "ragtui: a message to the app in the browser was malformed; its "
                "session was ended",
                file=sys.stderr,
                flush=True,
            )

    def initialize_logging(self) -> None:
        """Say nothing of each request: addresses contain the token."""

    async def on_startup(self, app: web.Application) -> None:
        """Print the address, and who can reach it."""
        print(f"ragtui is served at {self.address}", flush=True)  # noqa: T201
        if self.token:
            print(  # noqa: T201
                f"WARNING: every machine that reaches {self.host} can open it with "
                "this address, read\nyour notes and change your settings. The "
                "connection is not encrypted: put it behind a\nproxy with TLS, or use "
                "ssh -L and serve on loopback.",
                file=sys.stderr,
                flush=True,
            )
        print("Ctrl+C ends it.", flush=True)  # noqa: T201


def _policy(request: web.Request) -> str:
    """The policy, with the WebSocket named: some browsers do not count it as self."""
    sockets = f"ws://{request.host} wss://{request.host}"
    return _POLICY.replace("connect-src 'self'", f"connect-src 'self' {sockets}")
