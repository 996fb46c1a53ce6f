"""The tools that a model may call that searches a vault by itself."""

from dataclasses import dataclass, replace
from typing import Any

from ragtui_core.answer.deep.model_tools import ToolResult
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import SearchResult
from ragtui_core.tools.document_tools import GET_FILE_CONTENT, VERIFY_QUOTES
from ragtui_core.tools.request_option import read_request, request_schema
from ragtui_core.tools.row_sums import SUM_ROWS
from ragtui_core.tools.search_files import SEARCH_FILES
from ragtui_core.tools.searched_vault import SearchedVault
from ragtui_core.tools.tool import Tool, ToolCall

TOOLS = (SEARCH_FILES, GET_FILE_CONTENT, SUM_ROWS, VERIFY_QUOTES)


def vault_tools(vault: SearchedVault, within: SearchOptions) -> tuple["VaultTool", ...]:
    """The tools on a vault; searches have the scope and the filters of `within`."""
    return tuple(VaultTool(tool, vault, within) for tool in TOOLS)


@dataclass(frozen=True, slots=True)
class VaultTool:
    """Implements `ModelTool` for a tool on one vault."""

    tool: Tool
    vault: SearchedVault
    within: SearchOptions

    @property
    def name(self) -> str:
        """What a model calls it."""
        return self.tool.name

    def definition(self) -> dict[str, Any]:
        """The tool as a request of the Messages API has it."""
        return {
            "name": self.tool.name,
            "description": self.tool.description,
            "input_schema": request_schema(self.tool.options),
        }

    def result(self, arguments: object) -> ToolResult:
        """The result of a call.

        Raises:
            RequestError: An argument is unknown, wrong or missing.
            RagtuiError: It failed.
        """
        options = (*self.tool.further, *self.tool.options)
        values = read_request(arguments, options, from_model=True)
        return self.tool.run(ToolCall(self.vault, values, self._search))

    def _search(self, query: str, options: SearchOptions) -> SearchResult:
        within = self.within
        narrowed = replace(
            options,
            scope=within.scope,
            at=within.at,
            within=within.within,
            filters=(*within.filters, *options.filters),
            archived=within.archived or options.archived,
        )
        return self.vault.search(query, narrowed)
