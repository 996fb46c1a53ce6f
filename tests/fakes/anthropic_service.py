"""A real HTTP server on loopback that answers `/v1/messages` as the service does.

Order of events, padding of JSON, pings, citations before text and the ways of failing
are those of recorded streams. The scenario is an attribute; the requests are kept.
"""

import json
import select
import socket
import threading
from collections.abc import Iterator
from typing import Any

from fakes.frames import COMMENT, PING, USAGE, Body, error_frame, failure
from fakes.streams import SHAPES, cited, search_results
from support.loopback_server import LoopbackServer, Request

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


class FakeAnthropic(LoopbackServer):
    """Serves until the `with` block ends.

    Attributes:
        scenario: What happens next: a key of SHAPES or STATUSES, `529-once`, `mute`
            (no answer at all), `late` (an answer once `released` is set), `html`
            (a proxy's page), or one of the ways a stream breaks in its middle:
            `overloaded`, `disconnect`, `eof`, `silence`, `stall` and `pings` (nothing
            but comments, or pings, until the client leaves); `bytes` sends single
            bytes.
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

    def refusal_of(self, body: Body) -> str | None:
        """Why a request is answered with 400, if it is."""
        return refusal_of(body)

    def frames(self, scenario: str, body: Body) -> Iterator[bytes]:
        """The events of an answer."""
        return SHAPES.get(scenario, cited)(body)

    def handle(self, request: Request, body: bytes) -> None:
        """Keep the request, and answer it as the scenario says."""
        self.calls.append(json.loads(body))
        self.headers.append({k.lower(): v for k, v in request.headers.items()})
        self.paths.append(request.path)
        self.asked.set()
        _Exchange(self, request).answer(self.calls[-1])

    def release(self) -> None:
        """Let stalled streams go."""
        self.released.set()


class _Exchange:
    """A request, and what it gets."""

    def __init__(self, fake: FakeAnthropic, request: Request) -> None:
        self._fake = fake
        self._request = request

    def answer(self, body: Body) -> None:
        fake = self._fake
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
            self._request.send(502, b"<html>Bad gateway</html>", "text/html")
        elif scenario == "mute":
            self._wait_for_leaving()
        elif scenario == "late":
            fake.released.wait()
            self._stream(scenario, body)
        else:
            self._stream(scenario, body)

    def _structured(self, body: Body, answer: Body | str) -> None:
        """One message, not streamed, that contains JSON."""
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
        self._request.send(200, json.dumps(message).encode())

    def _fail(
        self, status: int, kind: str, retry: str | None, message: str = "no"
    ) -> None:
        data = json.dumps(failure(kind, message)).encode()
        self._request.send(status, data, **({"retry_after": retry} if retry else {}))

    def _stream(self, scenario: str, body: Body) -> None:
        frames = list(self._fake.frames(scenario, body))
        self._request.send_response(200)
        self._request.send_header("content-type", "text/event-stream; charset=utf-8")
        self._request.send_header("transfer-encoding", "chunked")
        self._request.end_headers()
        try:
            for place, data in enumerate(frames):
                if place == len(frames) // 2 and self._breaks(scenario):
                    return
                for piece in self._pieces(scenario, data):
                    self._chunk(piece)
                self._fake.released.wait(self._fake.pace)
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
                self._request.close_connection = True
            case "stall" | "pings":
                while not self._fake.released.wait(0.02):
                    self._chunk(PING if scenario == "pings" else COMMENT)
                self._request.close_connection = True
            case "silence":
                self._wait_for_leaving()
            case _:
                return False
        return True

    def _wait_for_leaving(self) -> None:
        """Say nothing until the client leaves, or the test ends."""
        while not self._fake.released.is_set():
            readable, _, _ = select.select([self._request.connection], [], [], 0.02)
            if readable and not self._request.connection.recv(1, socket.MSG_PEEK):
                self._left()
                return
        self._request.close_connection = True

    def _left(self) -> None:
        self._fake.disconnected.set()
        self._request.close_connection = True

    def _chunk(self, data: bytes) -> None:
        self._request.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self._request.wfile.flush()
