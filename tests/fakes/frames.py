"""The events of a streamed message as bytes, laid out as recorded streams are."""

import json
from collections.abc import Iterator
from typing import Any

Body = dict[str, Any]

PING = b'event: ping\ndata: {"type": "ping"}\n\n'
COMMENT = b": \n\n"
USAGE = {
    "input_tokens": 120,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 1,
}
PIECE = 12
"""Characters of text in an event."""


def frame(kind: str, padding: int = 0, **data: Any) -> bytes:
    """One server-sent event; the service pads its JSON with spaces."""
    text = json.dumps({"type": kind} | data, separators=(",", ":"), ensure_ascii=False)
    # Half of a surrogate pair, which UTF-8 cannot encode, is escaped as JSON does.
    event = f"event: {kind}\ndata: {text[:-1]}{' ' * padding}}}\n\n"
    return event.encode("utf-8", "backslashreplace")


def failure(kind: str, message: str = "Overloaded") -> Body:
    """The body of an error."""
    return {"type": "error", "error": {"type": kind, "message": message}}


def error_frame(kind: str = "overloaded_error") -> bytes:
    """An error within a stream."""
    return f"event: error\ndata: {json.dumps(failure(kind))}\n\n".encode()


def start(model: str) -> bytes:
    """The first event of a stream."""
    message: Body = {
        "id": "msg_01Fake",
        "type": "message",
        "role": "assistant",
        "model": model,
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


def delta(index: int, kind: str, padding: int = 0, **data: Any) -> bytes:
    """A piece of the block `index`."""
    return frame(
        "content_block_delta", padding, index=index, delta={"type": kind} | data
    )


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
    cited = [delta(index, "citations_delta", citation=c) for c in citations]
    pieces = [
        delta(index, "text_delta", place % 4, text=text[place : place + PIECE])
        for place in range(0, len(text), PIECE)
    ]
    yield from pieces + cited if text_first else cited + pieces
    yield frame("content_block_stop", 2, index=index)


def message(
    text: str, model: str = "a-model", stop_reason: str = "end_turn"
) -> Iterator[bytes]:
    """A whole stream without citations."""
    yield start(model)
    yield from block(0, text)
    yield from end(stop_reason)
