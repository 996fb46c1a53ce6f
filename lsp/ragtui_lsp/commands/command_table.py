"""Every command: under its name, and as a custom request with a slash."""

from collections.abc import Awaitable, Callable
from typing import Any

from ragtui_core import RagtuiError
from ragtui_lsp.handlers import Handler
from ragtui_lsp.request_params import RequestParams
from ragtui_lsp.response_errors import as_response
from ragtui_lsp.server import RagtuiServer

COMMANDS = {
    "ragtui.search": Handler("commands.search", "search"),
    "ragtui.ask": Handler("commands.ask", "ask"),
    "ragtui.askSelection": Handler("commands.ask", "ask_selection"),
    "ragtui.related": Handler("commands.related", "related"),
    "ragtui.backlinks": Handler("commands.backlinks", "backlinks"),
    "ragtui.findSources": Handler("commands.search", "find_sources"),
    "ragtui.insertCitation": Handler("commands.insert", "insert_citation"),
    "ragtui.summarise": Handler("commands.insert", "summarise"),
    "ragtui.verify": Handler("commands.verify", "verify"),
    "ragtui.reindex": Handler("commands.status", "reindex"),
    "ragtui.status": Handler("commands.status", "status"),
}
"""Handlers by name."""


def add_commands(server: RagtuiServer) -> None:
    """Register every command in both forms."""
    server.handlers += COMMANDS.values()
    for name, command in COMMANDS.items():
        handler = _handler(server, name, command)
        server.command(name)(handler)
        server.feature(name.replace(".", "/"))(handler)


def _handler(
    server: RagtuiServer, name: str, command: Handler
) -> Callable[..., Awaitable[Any]]:
    async def handle(*arguments: Any) -> Any:
        params = RequestParams.of(name, arguments[0] if arguments else None)
        try:
            return await command(server, params)
        except RagtuiError as error:
            raise as_response(error) from error

    return handle
