"""The tools of the core, and further ones, as a server offers them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ragtui_core.tools import (
    FrontEnd,
    RequestOption,
    Tool as CoreTool,
    ToolCall as CoreCall,
    request_schema,
)
from ragtui_serve.served_vault import ServedVault
from ragtui_serve.work_queue import WorkQueue

Report = Callable[[float, str], Awaitable[None]]
"""Tells the client how far a call has come: characters so far, and a word."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a tool may use."""

    served: ServedVault
    queue: WorkQueue
    values: Mapping[str, Any]
    """The options, as `read_request` returned them."""
    report: Report


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model can call. None writes anything."""

    name: str
    title: str
    description: str
    options: tuple[RequestOption, ...]
    run: Callable[[ToolCall], Awaitable[str]]
    """What it does; cancelling the caller ends it."""
    further: tuple[RequestOption, ...] = ()
    """Options that are accepted, too, though the definition has no space for them."""
    is_open: bool = False
    """Whether it may ask a service outside this machine."""

    def definition(self, further: tuple[RequestOption, ...] = ()) -> dict[str, Any]:
        """The tool as `tools/list` has it, with options that all tools have."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": request_schema((*self.options, *further)),
            "annotations": {
                "readOnlyHint": True,
                "destructiveHint": False,
                "openWorldHint": self.is_open,
            },
        }


def offered(tool: CoreTool) -> Tool:
    """A tool of the core, on the vault that a call names."""

    def found(call: ToolCall) -> str:
        served = call.served
        served.wait_for_index()
        of_core = CoreCall(served.vault, call.values, served.search, FrontEnd.MCP)
        return tool.run(of_core).text

    async def run(call: ToolCall) -> str:
        return await call.queue.run(found, call)

    return Tool(
        tool.name, tool.title, tool.description, tool.options, run, tool.further
    )
