"""MCP at /mcp of the HTTP server, by the SDK's client, in both revisions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from support.serving import MODES, TOKEN, called, text_of

EACH = pytest.mark.parametrize("mode", MODES)


@asynccontextmanager
async def connected(address: str, mode: str) -> AsyncIterator[Client]:
    """A client of a running server."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    timeout = httpx2.Timeout(30, read=300)  # as that of the SDK
    async with httpx2.AsyncClient(headers=headers, timeout=timeout) as http:
        transport = streamable_http_client(f"{address}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


@EACH
async def test_tools_are_called_and_report_progress(address: str, mode: str) -> None:
    steps: list[str | None] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert progress >= 0
        assert total is None
        steps.append(message)

    async with connected(address, mode) as client:
        found = await called(client, "search_files", query="Curlew")
        assert "pumps/curlew.md:4" in text_of(found)
        wrong = await called(client, "search_files", qury="Curlew")
        assert "did you mean `query`" in text_of(wrong)
        question = {"question": "How often is the Curlew recalibrated?"}
        await client.call_tool("rag-search", question, progress_callback=note)
    assert steps[0] == "Searching"
    assert "Writing" in steps


@pytest.mark.parametrize("version", ["2025-11-25", "2025-03-26"])
def test_no_client_has_a_session(http: httpx2.Client, version: str) -> None:
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    accept = {"Accept": "application/json, text/event-stream"}
    response = http.post("/mcp", json=request, headers=accept)
    assert response.status_code == 200
    assert "mcp-session-id" not in response.headers


def test_no_stream_is_open_without_a_request(http: httpx2.Client) -> None:
    for method in ("GET", "DELETE"):
        accept = {"Accept": "text/event-stream"}
        assert http.request(method, "/mcp", headers=accept).status_code == 405
