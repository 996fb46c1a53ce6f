"""An HTTP server on loopback in a thread of the test, for fakes of services."""

import sys
import threading
from abc import ABC, abstractmethod
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


class LoopbackServer(ABC):
    """Serves while it is entered; each request has a thread of its own."""

    port = 0
    """The port to listen at; 0 before it has listened: any that is free."""

    def __enter__(self) -> Self:
        """Start to listen."""
        self._server = _Server(self)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let requests go that wait, and stop."""
        self.release()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def base_url(self) -> str:
        """The address, without a path."""
        return f"http://127.0.0.1:{self.port}"

    @abstractmethod
    def handle(self, request: "Request", body: bytes) -> None:
        """Answer a POST request; called in its thread."""

    def handle_get(self, request: "Request") -> None:
        """Answer a GET request; called in its thread."""
        request.send(404, b"{}")

    @abstractmethod
    def release(self) -> None:
        """End whatever requests wait for."""


class _Server(ThreadingHTTPServer):
    def __init__(self, fake: LoopbackServer) -> None:
        super().__init__(("127.0.0.1", fake.port), Request)
        self.fake = fake

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what is not a client that went away in mid-call."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Request(BaseHTTPRequestHandler):
    """A request; its connection is kept for others."""

    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""

    def do_GET(self) -> None:
        self.server.fake.handle_get(self)

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        self.server.fake.handle(self, self.rfile.read(length))

    def send(
        self,
        status: int,
        data: bytes,
        content_type: str = "application/json",
        **headers: str,
    ) -> None:
        """Send a whole response; `_` in the name of a header means `-`."""
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)
