"""Base class of readers that convert a streamed message to the events of an answer.

Unknown events of the service are ignored.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from ragtui_core.answer_events import AnswerEvent, Notice

_ENDINGS = {
    "max_tokens": "The answer reached its length limit and was cut.",
    "model_context_window_exceeded": "The answer was cut: the context is full.",
    "refusal": "The model declined to continue.",
}
_COUNTED = (
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
)


class MessageReader(ABC):
    """Reads one message. A subclass converts text and citations.

    Attributes:
        has_begun: Whether any event was yielded; then there are no more retries.
        model: The model's name as given by the service.
        usage: Tokens, cumulative.
    """

    def __init__(self) -> None:
        """Start before the first event."""
        self._stop_reason = ""
        self._is_stopped = False
        self.has_begun = False
        self.model = ""
        self.usage: dict[str, int] = {}

    @property
    def is_complete(self) -> bool:
        """Whether the service marked the end of the message."""
        return self._is_stopped or bool(self._stop_reason)

    @property
    def is_refused(self) -> bool:
        """Whether the model declined."""
        return self._stop_reason == "refusal"

    def read(self, raw: Any) -> Iterator[AnswerEvent]:
        """Convert one event of the stream."""
        yield from self._tracked(self._read(raw))

    def end(self) -> Iterator[AnswerEvent]:
        """The buffered text, and a notice on how the stream ended, if needed."""
        yield from self._tracked(self._buffered_events())
        if self._stop_reason in _ENDINGS:
            yield Notice(_ENDINGS[self._stop_reason])
        elif not self.has_begun:
            yield Notice("The model returned no text.", retryable=True)

    def _tracked(self, events: Iterator[AnswerEvent]) -> Iterator[AnswerEvent]:
        for event in events:
            self.has_begun = True
            yield event

    def _read(self, raw: Any) -> Iterator[AnswerEvent]:
        match event_value(raw, "type"), event_value(raw, "delta", "type"):
            case "message_start", _:
                self.model = event_text(raw, "message", "model")
                self._count(event_value(raw, "message", "usage"))
            case "content_block_start", _:
                yield from self._text(event_text(raw, "content_block", "text"))
            case "content_block_delta", "text_delta":
                yield from self._text(event_text(raw, "delta", "text"))
            case "content_block_delta", "citations_delta":
                self._citation(
                    event_value(raw, "index"), event_value(raw, "delta", "citation")
                )
            case "content_block_stop", _:
                yield from self._block_end(event_value(raw, "index"))
            case "message_delta", _:
                reason = event_text(raw, "delta", "stop_reason")
                self._stop_reason = reason or self._stop_reason
                self._count(event_value(raw, "usage"))
            case "message_stop", _:
                self._is_stopped = True

    @abstractmethod
    def _text(self, text: str) -> Iterator[AnswerEvent]:
        """Convert a piece of text."""

    # Not abstract: servers that cite by marks have none.
    def _citation(self, index: int, citation: Any) -> None:  # noqa: B027
        """Handle a citation of the block `index`."""

    def _block_end(self, index: int) -> Iterator[AnswerEvent]:
        """Handle the end of a block."""
        yield from ()

    def _buffered_events(self) -> Iterator[AnswerEvent]:
        """The text that was buffered until the end."""
        yield from ()

    def _count(self, usage: Any) -> None:
        for name in _COUNTED:
            count = getattr(usage, name, None)
            if isinstance(count, int):
                self.usage[name] = count


def event_value(raw: Any, *names: str) -> Any:
    """The nested attribute `names` of an event of the SDK; None if it is missing.

    The SDK does not validate responses, and servers may omit fields.
    """
    for name in names:
        raw = getattr(raw, name, None)
    return raw


def event_text(raw: Any, *names: str) -> str:
    """The text of the nested attribute; empty if it is missing."""
    text = event_value(raw, *names)
    return text if isinstance(text, str) else ""
