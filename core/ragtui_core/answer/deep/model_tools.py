"""Tools that a model may call while it looks for an answer."""

from dataclasses import dataclass
from typing import Any, Protocol

from ragtui_core.search_results import Hit


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call returned.

    Attributes:
        text: For the model.
        hits: The passages in it, the best first.
        counted: A sentence on what was counted or summed, if anything was.
    """

    text: str
    hits: tuple[Hit, ...] = ()
    counted: str = ""


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
