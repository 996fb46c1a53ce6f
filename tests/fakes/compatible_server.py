"""A server of one's own, as llama.cpp behaves: it knows text alone.

It drops `search_result` blocks and `output_config` without a word, takes any model and
any key, and writes its citations as marks.
"""

from collections.abc import Iterator

from fakes.anthropic_service import FakeAnthropic
from fakes.frames import Body, message


class FakeCompatible(FakeAnthropic):
    """Gives one answer to every question; the scenarios are those of its base.

    Attributes:
        says: The answer, in which marks name notes.
    """

    def __init__(self, says: str = "Every second winter [1].") -> None:
        """Prepare; nothing listens yet."""
        super().__init__()
        self.says = says

    def refusal_of(self, body: Body) -> str | None:
        """Nothing is refused."""
        return None

    def frames(self, scenario: str, body: Body) -> Iterator[bytes]:
        """The answer."""
        return message(self.says, body["model"])
