"""A real HTTP server on loopback with OpenAI's `/v1/embeddings`, and its faults.

Vectors are counts of words, so that texts with common words are similar.
"""

import json
import threading
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from support.loopback_server import LoopbackServer, Request

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent instead of vectors."""

    status: int
    body: Json | str = ""
    headers: tuple[tuple[str, str], ...] = ()


Fault = Callable[[Json], Reply | None]
"""The reply to a request; None for the usual one."""


def busy(*_: object, seconds: str = "0") -> Reply:
    """As a server with too many requests answers."""
    error = {"error": {"message": "Rate limit reached", "type": "requests"}}
    return Reply(429, error, (("Retry-After", seconds),))


@dataclass
class EmbeddingServer(LoopbackServer):
    """Serves while it is entered."""

    dimension: int = 16
    max_chars: int = 1_000_000
    key: str = ""
    fault: Fault | None = None
    """Asked about every request."""
    faults: deque[Fault] = field(default_factory=deque)
    """Each is asked about one request, the first of them first."""
    requests: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    held: threading.Event = field(default_factory=threading.Event)
    """Set: requests are answered; a fault may wait for it."""
    port: int = 0

    def handle(self, request: Request, body: bytes) -> None:
        """Keep the request, and send the reply to it."""
        self.requests.append(json.loads(body))
        self.headers.append({k.lower(): v for k, v in request.headers.items()})
        reply = self.reply(request.path, self.requests[-1], request.headers)
        text = reply.body
        data = (text if isinstance(text, str) else json.dumps(text)).encode()
        # One connection per request, so that a server that ended answers no more.
        request.close_connection = True
        request.send(reply.status, data, connection="close", **dict(reply.headers))

    def release(self) -> None:
        """Let faults go that wait."""
        self.held.set()

    def reply(self, path: str, request: Json, headers: Any) -> Reply:
        """The reply to one request."""
        fault = self.faults.popleft() if self.faults else self.fault
        if fault and (found := fault(request)):
            return found
        if path != "/v1/embeddings":
            return Reply(404, {"error": {"message": f"no {path}"}})
        if self.key and headers["authorization"] != f"Bearer {self.key}":
            return Reply(401, {"error": {"message": "Incorrect API key"}})
        texts = request["input"]
        if max(map(len, texts)) > self.max_chars:
            return Reply(400, {"error": {"message": "input exceeds the context"}})
        # In any order, which the protocol allows.
        data = [{"index": i, "embedding": self.vector(t)} for i, t in enumerate(texts)]
        return Reply(200, {"data": data[::-1], "model": request["model"]})

    def vector(self, text: str) -> Sequence[float]:
        """The vector of a text, of any length."""
        counts = [0.01] * self.dimension
        for word in text.lower().split():
            counts[zlib.crc32(word.strip(".,?#").encode()) % self.dimension] += 2.0
        return counts
