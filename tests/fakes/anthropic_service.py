"""A real HTTP server on loopback that answers `/v1/messages` as the service does.

Order of events, padding of JSON, pings, citations before text and the ways of failing
are those of recorded streams. The scenario is an attribute; the requests are kept.
"""

import json
import select
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from fakes.frames import COMMENT, PING, USAGE, Body, error_frame, failure
from fakes.streams import SHAPES, cited, search_results

__all__ = ["Body", "FakeAnthropic", "search_results"]

STATUSES = {
    "400-context": (400, "exceed_context_size_error", None),
    "400-long": (400, "invalid_request_error", None),
    "401": (401, "authentication_error", None),
    "402": (402, "billing_error", None),
    "404": (404, "not_found_error", None),
    "413": (413, "request_too_large", None),
    "429": (429, "rate_limit_error", "100000"),
    "529": (529, "overloaded_error", "0.01"),
    "500": (500, "api_error", "0.01"),
}
MESSAGES = {"400-long": "prompt is too long: 210000 tokens > 200000 maximum"}
MOST_MARKS = 4
"""Blocks with `cache_control` that a request may have."""


def refusal_of(body: Body) -> str | None:
    """Why the service would refuse this request with 400, if it would."""
    results = search_results(body)
    cites = {bool(r.get("citations", {}).get("enabled")) for r in results}
    if len(cites) > 1:
        return "citations must be enabled for all or none of the search results"
    if any(cites) and "format" in body.get("output_config", {}):
        return "citations are not compatible with output_config.format"
    if any(not part["text"].strip() for r in results for part in r["content"]):
        return "text content blocks must be non-empty"
    if {"temperature", "top_p", "top_k"} & body.keys():
        return "temperature, top_p, top_k: Extra inputs are not permitted"
    if body["messages"][-1]["role"] == "assistant":
        return "prefilling assistant messages is not supported for this model"
    if json.dumps(body).count('"cache_control"') > MOST_MARKS:
        return "A maximum of 4 blocks with cache_control may be provided"
    return None


class FakeAnthropic:
    """Serves until the `with` block ends.

    Attributes:
        scenario: What happens next: a key of SHAPES or STATUSES, `529-once`, `mute`
            (no answer at all), `html` (a proxy's page), or one of the ways a stream
            breaks in its middle: `overloaded`, `disconnect`, `eof`, `silence`, `stall`
            and `pings` (nothing but comments, or pings, until the client leaves);
            `bytes` sends single bytes.
        pace: Seconds between the events of a stream.
        structured: What a call for JSON gets: an object, a text that is sent as it
            is, or a key of STATUSES.
        calls: The bodies of the requests.
        headers: Their headers.
        paths: What they asked for.
        asked: Set when a request has come.
        disconnected: Set when a client left before its stream ended.
    """

    def __init__(self, scenario: str = "cited") -> None:
        """Prepare; nothing listens yet."""
        self.scenario = scenario
        self.pace = 0.0
        self.structured: Body | str = {}
        self.calls: list[Body] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.asked = threading.Event()
        self.disconnected = threading.Event()
        self.released = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def base_url(self) -> str:
        """For ANTHROPIC_BASE_URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def refusal_of(self, body: Body) -> str | None:
        """Why a request is answered with 400, if it is."""
        return refusal_of(body)

    def frames(self, scenario: str, body: Body) -> Iterator[bytes]:
        """The events of an answer."""
        return SHAPES.get(scenario, cited)(body)

    def __enter__(self) -> Self:
        """Start to listen."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let stalled streams go, and stop."""
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    """Knows whose it is."""

    def __init__(self, fake: FakeAnthropic) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.fake = fake


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""

    def do_POST(self) -> None:
        fake = self.server.fake
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        fake.calls.append(body)
        fake.headers.append({k.lower(): v for k, v in self.headers.items()})
        fake.paths.append(self.path)
        fake.asked.set()
        scenario = fake.scenario
        if scenario == "529-once":
            scenario = "529" if len(fake.calls) == 1 else "cited"
        refusal = fake.refusal_of(body)
        if refusal:
            self._fail(400, "invalid_request_error", None, refusal)
        elif "output_config" in body:
            self._structured(body, fake.structured)
        elif scenario in STATUSES:
            self._fail(*STATUSES[scenario], MESSAGES.get(scenario, "no"))
        elif scenario == "html":
            self._send(502, "text/html", b"<html>Bad gateway</html>")
        elif scenario == "mute":
            self._wait_for_leaving()
        else:
            self._stream(scenario, body)

    def _structured(self, body: Body, answer: Body | str) -> None:
        """One message, not streamed, that holds JSON."""
        if isinstance(answer, str) and answer in STATUSES:
            self._fail(*STATUSES[answer])
            return
        text = answer if isinstance(answer, str) else json.dumps(answer)
        message: dict[str, Any] = {
            "id": "msg_01Fake",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": USAGE,
        }
        self._send(200, "application/json", json.dumps(message).encode())

    def _fail(
        self, status: int, kind: str, retry: str | None, message: str = "no"
    ) -> None:
        data = json.dumps(failure(kind, message)).encode()
        self._send(status, "application/json", data, retry)

    def _send(
        self, status: int, content_type: str, data: bytes, retry: str | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(data)))
        if retry:
            self.send_header("retry-after", retry)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, scenario: str, body: Body) -> None:
        frames = list(self.server.fake.frames(scenario, body))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        try:
            for place, data in enumerate(frames):
                if place == len(frames) // 2 and self._breaks(scenario):
                    return
                for piece in self._pieces(scenario, data):
                    self._chunk(piece)
                self.server.fake.released.wait(self.server.fake.pace)
            self._chunk(b"")
        except (BrokenPipeError, ConnectionResetError):
            self._left()

    def _pieces(self, scenario: str, data: bytes) -> list[bytes]:
        if scenario == "bytes":
            return [data[place : place + 1] for place in range(len(data))]
        return [data]

    def _breaks(self, scenario: str) -> bool:
        """Whether the stream ends here, in its middle."""
        match scenario:
            case "overloaded":
                self._chunk(error_frame())
                self._chunk(b"")
            case "eof":
                self._chunk(b"")
            case "disconnect":
                self.close_connection = True
            case "stall" | "pings":
                while not self.server.fake.released.wait(0.02):
                    self._chunk(PING if scenario == "pings" else COMMENT)
                self.close_connection = True
            case "silence":
                self._wait_for_leaving()
            case _:
                return False
        return True

    def _wait_for_leaving(self) -> None:
        """Say nothing until the client leaves, or the test ends."""
        while not self.server.fake.released.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0.02)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self._left()
                return
        self.close_connection = True

    def _left(self) -> None:
        self.server.fake.disconnected.set()
        self.close_connection = True

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()
