"""A real HTTP server on loopback that answers `/v1/messages` as the service does.

Order of events, padding of JSON, pings, citations before text and the ways of failing
are those of recorded streams. The scenario is an attribute; the requests are kept.
"""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Body = dict[str, Any]

PING = b'event: ping\ndata: {"type": "ping"}\n\n'
USAGE = {
    "input_tokens": 120,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 1,
}


def frame(kind: str, padding: int = 0, **data: Any) -> bytes:
    """One server-sent event; the service pads its JSON with spaces."""
    text = json.dumps({"type": kind} | data, separators=(",", ":"))
    return f"event: {kind}\ndata: {text[:-1]}{' ' * padding}}}\n\n".encode()


def failure(kind: str, message: str = "Overloaded") -> Body:
    """The body of an error."""
    return {"type": "error", "error": {"type": kind, "message": message}}


def _error_frame() -> bytes:
    """An error within a stream."""
    data = json.dumps(failure("overloaded_error"))
    return f"event: error\ndata: {data}\n\n".encode()


def search_results(body: Body) -> list[Body]:
    """The `search_result` blocks of a request."""
    content = body["messages"][-1]["content"]
    return [block for block in content if block["type"] == "search_result"]


def refusal_of(body: Body) -> str | None:
    """Why the service would refuse this request with 400, if it would."""
    results = search_results(body)
    if len({bool(r.get("citations", {}).get("enabled")) for r in results}) > 1:
        return "citations must be enabled for all or none of the search results"
    if any(not part["text"].strip() for r in results for part in r["content"]):
        return "text content blocks must be non-empty"
    if {"temperature", "top_p", "top_k"} & body.keys():
        return "temperature, top_p, top_k: Extra inputs are not permitted"
    return None


def citation_of(result: Body, index: int, first: int, end: int) -> Body:
    """A citation of whole blocks `first` to `end` (exclusive) of a search result."""
    blocks = [part["text"] for part in result["content"][first:end]]
    return {
        "type": "search_result_location",
        "cited_text": "".join(blocks),
        "search_result_index": index,
        "source": result["source"],
        "title": result["title"],
        "start_block_index": first,
        "end_block_index": end,
    }


def start(body: Body) -> bytes:
    """The first event of a stream."""
    message = {
        "id": "msg_01Fake",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": USAGE,
    }
    return frame("message_start", message=message)


def end(stop_reason: str = "end_turn") -> Iterator[bytes]:
    """The last two events of a stream."""
    delta = {"stop_reason": stop_reason, "stop_sequence": None}
    yield frame("message_delta", 9, delta=delta, usage=USAGE | {"output_tokens": 42})
    yield frame("message_stop", 6)


def block(
    index: int, text: str, citations: tuple[Body, ...] = (), *, text_first: bool = False
) -> Iterator[bytes]:
    """A block of text, its citations before it as recorded, or after."""
    opening: Body = {"type": "text", "text": ""}
    if citations:
        opening = {"citations": [], **opening}
    yield frame("content_block_start", 5, index=index, content_block=opening)
    if index == 0:
        yield PING
    cited = [
        frame(
            "content_block_delta",
            index=index,
            delta={"type": "citations_delta", "citation": citation},
        )
        for citation in citations
    ]
    pieces = [
        frame(
            "content_block_delta",
            place % 4,
            index=index,
            delta={"type": "text_delta", "text": text[place : place + 12]},
        )
        for place in range(0, len(text), 12)
    ]
    yield from pieces + cited if text_first else cited + pieces
    yield frame("content_block_stop", 2, index=index)


def cited(body: Body, *, text_first: bool = False) -> Iterator[bytes]:
    """An answer that cites the second block of each of the first two documents."""
    yield start(body)
    yield from block(0, "Here is what your notes say: ")
    results = search_results(body)[:2]
    for number, result in enumerate(results):
        first = min(1, len(result["content"]) - 1)
        citation = citation_of(result, number, first, first + 1)
        yield from block(
            2 * number + 1, f"Claim {number + 1}", (citation,), text_first=text_first
        )
        yield from block(2 * number + 2, ". ")
    yield from end()


def future(body: Body) -> Iterator[bytes]:
    """A stream with kinds of event, delta, block and citation not known today."""
    yield start(body)
    yield frame("future_event", x=1)
    thinking = {"type": "thinking", "thinking": "", "signature": ""}
    yield frame("content_block_start", index=0, content_block=thinking)
    delta: Body = {"type": "thinking_delta", "thinking": "hm"}
    yield frame("content_block_delta", index=0, delta=delta)
    yield frame("content_block_stop", index=0)
    opening = {"type": "text", "text": ""}
    yield frame("content_block_start", index=1, content_block=opening)
    delta = {
        "type": "citations_delta",
        "citation": {"type": "future", "cited_text": "z"},
    }
    yield frame("content_block_delta", index=1, delta=delta)
    delta = {"type": "future_delta", "x": "y"}
    yield frame("content_block_delta", index=1, delta=delta)
    delta = {"type": "text_delta", "text": "Fine."}
    yield frame("content_block_delta", index=1, delta=delta)
    yield frame("content_block_stop", index=1)
    yield from end()


def not_sent(body: Body) -> Iterator[bytes]:
    """An answer that cites a document which was not in the request."""
    result = search_results(body)[0]
    citation = citation_of(result, 0, 0, 1) | {"search_result_index": 99}
    yield start(body)
    yield from block(0, "A claim", (citation,))
    yield from end()


def plain(stop_reason: str, text: str) -> Callable[[Body], Iterator[bytes]]:
    """A stream without citations that ends for `stop_reason`."""

    def stream(body: Body) -> Iterator[bytes]:
        yield start(body)
        yield from block(0, text)
        yield from end(stop_reason)

    return stream


STREAMS: dict[str, Callable[[Body], Iterator[bytes]]] = {
    "text-first": lambda body: cited(body, text_first=True),
    "future": future,
    "not-sent": not_sent,
    "uncited": plain("end_turn", "Trust me."),
    "max-tokens": plain("max_tokens", "cut off in the mid"),
    "refusal": plain("refusal", ""),
}
STATUSES = {
    "401": (401, "authentication_error", None),
    "404": (404, "not_found_error", None),
    "429": (429, "rate_limit_error", "100000"),
    "529": (529, "overloaded_error", "0.01"),
    "500": (500, "api_error", "0.01"),
}


class FakeAnthropic:
    """Serves until the `with` block ends.

    Attributes:
        scenario: What happens next: a key of STREAMS or STATUSES, `cited`,
            `529-once`, or one of the ways a stream breaks in its middle:
            `overloaded`, `disconnect`, `eof`, `silence`, `stall` (nothing but comments
            until the client leaves); `bytes` sends single bytes.
        calls: The bodies of the requests.
        headers: Their headers.
        disconnected: Set when a client left before its stream ended.
    """

    def __init__(self, scenario: str = "cited") -> None:
        """Prepare; nothing listens yet."""
        self.scenario = scenario
        self.calls: list[Body] = []
        self.headers: list[dict[str, str]] = []
        self.disconnected = threading.Event()
        self.released = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def base_url(self) -> str:
        """For ANTHROPIC_BASE_URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

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
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.fake.calls.append(body)
        self.server.fake.headers.append({k.lower(): v for k, v in self.headers.items()})
        scenario = self.server.fake.scenario
        if scenario == "529-once":
            scenario = "529" if len(self.server.fake.calls) == 1 else "cited"
        refusal = refusal_of(body)
        if refusal:
            self._fail(400, "invalid_request_error", None, refusal)
        elif scenario in STATUSES:
            self._fail(*STATUSES[scenario])
        else:
            self._stream(scenario, body)

    def _fail(
        self, status: int, kind: str, retry: str | None, message: str = "no"
    ) -> None:
        data = json.dumps(failure(kind, message)).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        if retry:
            self.send_header("retry-after", retry)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, scenario: str, body: Body) -> None:
        frames = list(STREAMS.get(scenario, cited)(body))
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
            self._chunk(b"")
        except (BrokenPipeError, ConnectionResetError):
            self.server.fake.disconnected.set()
            self.close_connection = True

    def _pieces(self, scenario: str, data: bytes) -> list[bytes]:
        if scenario == "bytes":
            return [data[place : place + 1] for place in range(len(data))]
        return [data]

    def _breaks(self, scenario: str) -> bool:
        """Whether the stream ends here, in its middle."""
        if scenario == "overloaded":
            self._chunk(_error_frame())
            self._chunk(b"")
        elif scenario == "eof":
            self._chunk(b"")
        elif scenario == "disconnect":
            self.close_connection = True
        elif scenario == "stall":
            while not self.server.fake.released.wait(0.02):
                self._chunk_comment()
            self.close_connection = True
        elif scenario == "silence":
            self.server.fake.released.wait()
            self.close_connection = True
        else:
            return False
        return True

    def _chunk_comment(self) -> None:
        """Notice when the client has gone; a comment is no event."""
        self._chunk(b": \n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()
