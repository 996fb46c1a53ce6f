"""A model that calls tools as a script says, then answers from what it was given."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from fakes.compatible_server import FakeCompatible
from fakes.frames import Body, block, delta, end, frame, message, start
from ragtui_core.answer_events import NO_ANSWER

Turn = str | Sequence[tuple[str, object]]
"""A text, or calls: names of tools with their arguments, a text as it is sent."""


class FakeToolCaller(FakeCompatible):
    """Refuses a conversation in which a call has no result.

    Attributes:
        turns: What comes before the answer; then `DONE`.
        facts_told: Texts, each of which the answer quotes with the mark of the note
            that has it; without a note that has it, it does not know.
    """

    def __init__(self, *turns: Turn, facts_told: Sequence[str] = ()) -> None:
        """Prepare; nothing listens yet."""
        super().__init__()
        self.turns: Iterator[Turn] = chain(turns, repeat("DONE"))
        self.facts_told = facts_told

    def refusal_of(self, body: Body) -> str | None:
        """A call without a result, as the service words it."""
        waiting: set[str] = set()
        for said in body["messages"]:
            parts = said["content"] if isinstance(said["content"], list) else []
            given = {p["tool_use_id"] for p in parts if p["type"] == "tool_result"}
            if waiting != given:
                return f"tool_use ids without tool_result blocks: {waiting ^ given}"
            waiting = {p["id"] for p in parts if p["type"] == "tool_use"}
        return None

    def frames(self, scenario: str, body: Body) -> Iterator[bytes]:
        """The next turn, or the answer."""
        if "tools" not in body:
            said = " ".join(self._quoted(body, fact) for fact in self.facts_told)
            return message(said or self.says, body["model"])
        turn = next(self.turns)
        if isinstance(turn, str):
            return message(turn, body["model"])
        return _calling(turn, len(self.calls))

    def _quoted(self, body: Body, fact: str) -> str:
        notes = body["messages"][-1]["content"]
        for note in re.finditer(r'<note-\w+ id="(\d+)".*?</note', notes, re.DOTALL):
            if fact in note[0]:
                return f'"{fact}" [{note[1]}].'
        return NO_ANSWER


def _calling(turn: Sequence[tuple[str, object]], number: int) -> Iterator[bytes]:
    yield start("a-model")
    yield from block(0, "Let me look.")
    for index, (name, given) in enumerate(turn, 1):
        opening = {
            "type": "tool_use",
            "id": f"toolu_{number}_{index}",
            "name": name,
            "input": {},
        }
        yield frame("content_block_start", index=index, content_block=opening)
        text = given if isinstance(given, str) else json.dumps(given)
        for place in range(0, len(text), 7):
            piece = text[place : place + 7]
            yield delta(index, "input_json_delta", partial_json=piece)
        yield frame("content_block_stop", index=index)
    yield from end("tool_use")
