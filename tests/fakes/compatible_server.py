"""A server of one's own, as llama.cpp behaves: it knows text alone.

It drops `search_result` blocks and `output_config` without a word, takes any model and
any key, and writes its citations as marks.
"""

import json
from collections.abc import Iterator, Mapping

from fakes.anthropic_service import FakeAnthropic
from fakes.frames import Body, message
from support.loopback_server import Request


class FakeCompatible(FakeAnthropic):
    """Gives one answer to every question; the scenarios are those of its base.

    Attributes:
        says: The answer, in which marks name notes.
        facts: What it says of itself: a path such as `/props` -> an object, a list or
            a text; others are 404.
    """

    def __init__(self, says: str = "Every second winter [1].") -> None:
        """Prepare; nothing listens yet."""
        super().__init__()
        self.says = says
        self.facts: Mapping[str, object] = {}

    def handle_get(self, request: Request) -> None:
        """Say what is known at a path."""
        self._say(request)

    def handle(self, request: Request, body: bytes) -> None:
        """Say what is known at a path, or answer a question."""
        if request.path in self.facts:
            self._say(request)
        else:
            super().handle(request, body)

    def _say(self, request: Request) -> None:
        fact = self.facts.get(request.path)
        data = fact if isinstance(fact, str) else json.dumps(fact or {})
        request.send(404 if fact is None else 200, data.encode())

    def refusal_of(self, body: Body) -> str | None:
        """Nothing is refused."""
        return None

    def frames(self, scenario: str, body: Body) -> Iterator[bytes]:
        """The answer."""
        return message(self.says, body["model"])
