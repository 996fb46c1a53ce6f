"""What a tool is: options, and a function that returns text for a model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ragtui_core.answer.deep.model_tools import ToolResult
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import SearchResult
from ragtui_core.tools.request_option import RequestOption
from ragtui_core.tools.searched_vault import SearchedVault

MAX_RESULT = 20_000
"""Characters of a result: clients cut off longer ones."""

MAX_QUOTE = 200
"""Characters of a quotation that are shown."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a tool may use.

    Attributes:
        vault: The vault.
        values: The options, as `read_request` returned them.
        search: Finds passages.
        front_end: Where the call comes from, for the audit log.
    """

    vault: SearchedVault
    values: Mapping[str, Any]
    search: Callable[[str, SearchOptions], SearchResult]
    front_end: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model can call. None writes anything.

    Attributes:
        name: What a model calls it.
        title: What people call it.
        description: What it does and when to use it, for a model.
        options: The options that the model is told.
        run: What it does; blocks.
        further: Options that are accepted, too, though the definition has no space
            for them.
    """

    name: str
    title: str
    description: str
    options: tuple[RequestOption, ...]
    run: Callable[[ToolCall], ToolResult]
    further: tuple[RequestOption, ...] = ()
