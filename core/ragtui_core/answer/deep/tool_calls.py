"""Reads the tool calls of a streamed message."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ragtui_core.answer.message_reader import (
    MessageReader,
    event_text,
    event_value,
)
from ragtui_core.answer.prompt_sanitizer import without_special_tokens
from ragtui_core.answer_events import AnswerEvent, Text
from ragtui_core.text.sanitizing import sanitize

_ARGUMENTS = ("arguments", "parameters", "input")
"""Keys of a call that a model writes as text."""


@dataclass(slots=True)
class Call:
    """A call of a tool; `json` are its arguments, and may be anything."""

    id: str
    name: str
    json: str = ""
    given: Any = field(default_factory=dict)

    @property
    def arguments(self) -> Any:
        """The arguments; a text if they are not valid JSON."""
        try:
            return json.loads(self.json) if self.json else self.given
        except (ValueError, RecursionError):
            return self.json

    def __str__(self) -> str:
        """The call on one line, such as `search_files(query='pump')`."""
        given = self.arguments
        named = given.items() if isinstance(given, dict) else [("?", given)]
        listed = ", ".join(f"{name}={value!r}" for name, value in named)
        return sanitize(f"{self.name}({listed})", one_line=True)

    def answer(self, text: str, *, is_error: bool) -> dict[str, Any]:
        """A result of the call, as the Messages API has it."""
        answer = {"type": "tool_result", "tool_use_id": self.id, "content": text}
        return answer | {"is_error": is_error}


class ToolCallReader(MessageReader):
    """Reads one message with calls; its text is kept.

    Attributes:
        text: What the model wrote.
    """

    def __init__(self, names: Collection[str]) -> None:
        """Read calls of the tools with these names, and of any other."""
        super().__init__()
        self.text = ""
        self._names = names
        self._calls: dict[Any, Call] = {}

    @property
    def calls(self) -> list[Call]:
        """The calls; those that the model wrote as text, if there are no others."""
        return [*self._calls.values()] or [*self._written()]

    def said(self, calls: Iterable[Call]) -> list[dict[str, Any]]:
        """The message with some of its calls, to be sent again."""
        text = without_special_tokens(self.text).strip()
        said: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
        for call in calls:
            given = call.arguments if isinstance(call.arguments, dict) else {}
            said.append(
                {"type": "tool_use", "id": call.id, "name": call.name, "input": given}
            )
        return said

    def _read(self, raw: Any) -> Iterator[AnswerEvent]:
        index = event_value(raw, "index")
        if event_value(raw, "content_block", "type") == "tool_use":
            block = event_value(raw, "content_block")
            call = Call(event_text(block, "id"), event_text(block, "name"))
            call.given = event_value(block, "input") or {}
            self._calls[index] = call
        elif (
            event_value(raw, "delta", "type") == "input_json_delta"
            and index in self._calls
        ):
            self._calls[index].json += event_text(raw, "delta", "partial_json")
        else:
            yield from super()._read(raw)

    def _text(self, text: str) -> Iterator[AnswerEvent]:
        self.text += text
        yield Text(text)

    def _written(self) -> Iterator[Call]:
        """JSON objects in the text that name a tool."""
        decoder, start = json.JSONDecoder(), self.text.find("{")
        while start >= 0:
            end = start + 1
            try:
                found, end = decoder.raw_decode(self.text, start)
            except (ValueError, RecursionError):
                found = None
            if isinstance(found, dict) and found.get("name") in self._names:
                given: Any = next(
                    (found[key] for key in _ARGUMENTS if key in found), {}
                )
                call = Call(f"written_{start}", found["name"], given=given)
                if isinstance(given, str):
                    call.json = given
                yield call
            start = self.text.find("{", end)
