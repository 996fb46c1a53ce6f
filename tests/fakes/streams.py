"""What the service streams in answer to a request: a shape of stream by name."""

from collections.abc import Callable, Iterator

from fakes.frames import Body, block, delta, end, frame, message, start

CLAIMS = ("one", "two")

Shape = Callable[[Body], Iterator[bytes]]
"""A request's body -> the events of its answer."""


def search_results(body: Body) -> list[Body]:
    """The `search_result` blocks of all messages, which citations count through."""
    contents = [message["content"] for message in body["messages"]]
    blocks = [
        block for blocks in contents if isinstance(blocks, list) for block in blocks
    ]
    return [block for block in blocks if block["type"] == "search_result"]


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


def cited(body: Body, *, text_first: bool = False) -> Iterator[bytes]:
    """An answer that cites the second block of each of the first two documents."""
    yield start(body["model"])
    yield from block(0, "Here is what your notes say: ")
    for number, result in enumerate(search_results(body)[:2]):
        first = min(1, len(result["content"]) - 1)
        citation = citation_of(result, number, first, first + 1)
        yield from block(
            2 * number + 1,
            f"Claim {CLAIMS[number]}",
            (citation,),
            text_first=text_first,
        )
        yield from block(2 * number + 2, ". ")
    yield from end()


def future(body: Body) -> Iterator[bytes]:
    """A stream with kinds of event, delta, block and citation not known today."""
    yield start(body["model"])
    yield frame("future_event", x=1)
    yield frame("content_block_start", index=0, content_block={"type": "future"})
    yield delta(0, "future_delta", x="y")
    yield frame("content_block_stop", index=0)
    opening = {"type": "text", "text": ""}
    yield frame("content_block_start", index=1, content_block=opening)
    citation = {"type": "future", "cited_text": "z"}
    yield delta(1, "citations_delta", citation=citation)
    yield delta(1, "text_delta", text="Fine.")
    yield frame("content_block_stop", index=1)
    yield from end("future_reason")


def thinking(body: Body) -> Iterator[bytes]:
    """A model that thinks aloud before it answers."""
    yield start(body["model"])
    opening = {"type": "thinking", "thinking": "", "signature": ""}
    yield frame("content_block_start", index=0, content_block=opening)
    yield delta(0, "thinking_delta", thinking="Let me see.")
    yield delta(0, "signature_delta", signature="c2ln")
    yield frame("content_block_stop", index=0)
    yield from block(1, "Fine.")
    yield from end()


def not_sent(body: Body) -> Iterator[bytes]:
    """An answer that cites a document which was not in the request."""
    result = search_results(body)[0]
    citation = citation_of(result, 0, 0, 1) | {"search_result_index": 99}
    yield start(body["model"])
    yield from block(0, "A claim", (citation,))
    yield from end()


def invented(body: Body) -> Iterator[bytes]:
    """An answer with a citation, and with more than its words."""
    yield start(body["model"])
    citation = citation_of(search_results(body)[0], 0, 0, 1)
    text = "As pump.md and the Boat's note say, the captain Nemo paid 13 euros"
    yield from block(0, text, (citation,))
    yield from end()


def plain(stop_reason: str, text: str) -> Shape:
    """A stream without citations that ends for `stop_reason`."""
    return lambda body: message(text, body["model"], stop_reason)


SHAPES: dict[str, Shape] = {
    "cited": cited,
    "text-first": lambda body: cited(body, text_first=True),
    "future": future,
    "thinking": thinking,
    "not-sent": not_sent,
    "invented": invented,
    "uncited": plain("end_turn", "Trust me."),
    "max-tokens": plain("max_tokens", "cut off in the mid"),
    "refusal": plain("refusal", ""),
    "refusal-midway": plain("refusal", "Well, I had rather"),
    "wordless": plain("end_turn", ""),
}
