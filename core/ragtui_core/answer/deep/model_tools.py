"""Tools that a model may call while it looks for an answer."""

from dataclasses import dataclass
from typing import Any, Protocol

from ragtui_core.search_results import Hit
from ragtui_core.text.plurals import counted


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call returned.

    Attributes:
        text: For the model.
        hits: The passages in it, the best first.
        counted: A sentence on what was counted or summed, if anything was.
        is_error: Whether the text says why the call was not made.
    """

    text: str
    hits: tuple[Hit, ...] = ()
    counted: str = ""
    is_error: bool = False

    @property
    def outcome(self) -> str:
        """What was found, in a few words."""
        if self.counted or not self.hits:
            return self.counted or self.text.partition("\n")[0]
        notes = {hit.path for hit in self.hits}
        passages = counted(len(self.hits), "passage")
        return f"{passages} of {counted(len(notes), 'note')}"


class ModelTool(Protocol):
    """A tool that reads."""

    @property
    def name(self) -> str:
        """What the model calls it."""

    def definition(self) -> dict[str, Any]:
        """The tool as a request of the Messages API has it."""

    def result(self, arguments: object) -> ToolResult:
        """The result of a call; blocks.

        Raises:
            RagtuiError: An argument is wrong, or the tool failed.
        """
