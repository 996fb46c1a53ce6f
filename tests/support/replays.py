"""Recorded responses, read by the real SDK in pieces of any size, without a network."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import anthropic
import httpx2
from anthropic.types import RawMessageStreamEvent

from ragtui_core import AnswerEvent, Done
from ragtui_core.answer.message_reader import MessageReader
from ragtui_core.errors import AnswerError
from ragtui_core.search_results import Confidence
from ragtui_core.settings import AnswerSettings
from ragtui_models.answer_stream import AnswerStream
from ragtui_models.service_errors import CLAUDE
from support.answers import collected

IMPATIENT = AnswerSettings(stall_timeout=0.0)
"""Gives a stream up as soon as it lets one wait, since a replay never does."""


class Broken(Exception):
    """In place of a piece: the connection breaks here."""


class Stalled(Exception):
    """In place of a piece: nothing more comes."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A response: its events, and how it ends if not as it should."""

    frames: tuple[bytes, ...]
    ending: type[Exception] | None = None

    @property
    def data(self) -> bytes:
        """Its bytes."""
        return b"".join(self.frames)

    def splits(self, step: int) -> Iterator[list[bytes]]:
        """The bytes split in two at every `step`-th place, and one by one.

        Always at the ends of events and lines, one byte before and after them, and
        within characters.
        """
        data = self.data
        for place in range(1, len(data)):
            if place % step == 0 or self._is_special(place):
                yield [data[:place], data[place:]]
        yield [data[place : place + 1] for place in range(len(data))]

    def _is_special(self, place: int) -> bool:
        around = self.data[place - 1 : place + 1]
        return b"\n" in around or max(around) > ASCII_END


ASCII_END = 0x7F
"""The last byte that is a character by itself."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a replay; two replays of a response must be equal."""

    events: list[AnswerEvent]
    error: tuple[str, bool] | None
    usage: dict[str, int]


class _Body(httpx2.AsyncByteStream):
    def __init__(self, pieces: Sequence[bytes], ending: type[Exception] | None) -> None:
        self._pieces = pieces
        self._ending = ending

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece
        if self._ending is Broken:
            raise httpx2.RemoteProtocolError("peer closed connection")
        if self._ending is Stalled:
            await asyncio.Event().wait()


Response = Callable[[], httpx2.Response]
"""Creates a new response for each attempt."""


class ReplayClient:
    """A client of the SDK whose requests get responses in turn.

    The SDK reads the responses; only its making of requests, half of the time of a
    replay, is left out.
    """

    _sdk = anthropic.AsyncAnthropic(api_key="k", base_url="http://x")

    def __init__(self, responses: Iterable[Response]) -> None:
        self._left = iter(responses)

    @property
    def messages(self) -> "ReplayClient":
        return self

    async def create(self, **_: object) -> anthropic.AsyncStream[RawMessageStreamEvent]:
        found = next(self._left)()
        found.request = httpx2.Request("POST", "http://x/v1/messages")
        event: Any = RawMessageStreamEvent
        return anthropic.AsyncStream(cast_to=event, response=found, client=self._sdk)

    async def close(self) -> None:
        """There is nothing to close."""


def response(
    pieces: Sequence[bytes], ending: type[Exception] | None = None
) -> Response:
    """A stream that comes in these pieces."""
    headers = {"content-type": "text/event-stream; charset=utf-8"}
    return lambda: httpx2.Response(200, headers=headers, stream=_Body(pieces, ending))


async def replayed(
    make_reader: Callable[[], MessageReader],
    *responses: Response,
    settings: AnswerSettings = IMPATIENT,
) -> Replayed:
    """What a reader makes of responses, the first of which fail.

    Raises:
        AnswerError: They failed before the first word.
    """
    body: dict[str, Any] = {"model": "m", "max_tokens": 9, "messages": []}
    client = ReplayClient(responses)
    stream = AnswerStream(lambda: client, body, make_reader, settings, CLAUDE)
    events = await collected(stream.events(Done("p", "m", Confidence.HIGH)))
    done = events.pop()
    assert isinstance(done, Done)
    return Replayed(events, _kind_and_retryable(stream._error), dict(done.usage))


def _kind_and_retryable(error: AnswerError | None) -> tuple[str, bool] | None:
    return (error.kind, error.retryable) if error else None
