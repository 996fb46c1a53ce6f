"""MCP at /mcp of the HTTP server, by the SDK's client, in both revisions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import SettingsError, Vault, open_vault
from ragtui_serve.http import asgi_app
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.serving import (
    MODES,
    TOKEN,
    called,
    cancel_an_answer,
    http_client,
    running,
    text_of,
)
from support.waiting import wait_until

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


@EACH
async def test_a_cancelled_answer_closes_the_connection_to_the_model(
    vault: Vault, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeAnthropic("stall") as model:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", model.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        with running(ServedVault(vault, index=False)) as address:
            async with connected(address, mode) as client:
                await cancel_an_answer(client, model)


def test_sessions_end_when_they_are_idle_and_have_a_maximum(
    served: ServedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi_app, "MAX_SESSIONS", 2)
    with running(served, idle_seconds=0.5) as address, http_client(address) as http:
        first, second, third = (_opened(http) for _ in range(3))
        assert (first.status_code, second.status_code, third.status_code) == (
            200,
            200,
            503,
        )
        wait_until(lambda: _opened(http).status_code == 200, "no session ended")
        number = {"mcp-session-id": first.headers["mcp-session-id"]}
        assert http.post("/mcp", json=PING, headers=ACCEPT | number).status_code == 404


ACCEPT = {"Accept": "application/json, text/event-stream"}
PING = {"jsonrpc": "2.0", "id": 2, "method": "ping"}


def _opened(http: httpx2.Client) -> httpx2.Response:
    """The response to the request that opens a session."""
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    return http.post("/mcp", json=request, headers=ACCEPT)


def test_the_time_is_a_setting(vaults: ServedVaults) -> None:
    assert vaults.named().vault.settings.serve.session_minutes == 30
    with pytest.raises(SettingsError, match="at least 1"):
        open_vault(vaults.named().vault.root, flags={"serve.session_minutes": 0})
