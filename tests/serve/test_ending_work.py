"""Work ends when the client has gone, and when the server ends."""

import asyncio
import json
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from ragtui_core import Vault
from ragtui_core.cancellation import check_cancelled
from ragtui_serve import work_queue
from ragtui_serve.served_vault import ServedVault, ServedVaults
from ragtui_serve.work_queue import WorkQueue
from support.serving import MODES, TOKEN, http_client, mcp_client, running


class Endless:
    """Work that goes on until it is cancelled."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.ended = threading.Event()
        self._pause = threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        try:
            while True:
                check_cancelled()
                self._pause.wait(0.001)
        finally:
            self.ended.set()


class EndlessVault(ServedVault):
    """A vault whose calls never end."""

    def __init__(self, vault: Vault) -> None:
        super().__init__(vault, index=False)
        self.work = Endless()

    def wait_for_index(self) -> None:
        self.work()


@pytest.fixture
def endless(vault: Vault) -> EndlessVault:
    return EndlessVault(vault)


QUESTION = {"question": "How often?"}
MESSAGES = {"model": "", "messages": [{"role": "user", "content": "How often?"}]}
REQUESTS: list[tuple[str, str, object]] = [
    ("POST", "/api/search", {"query": "curlew"}),
    ("POST", "/api/ask", QUESTION),
    ("POST", "/v1/chat/completions", MESSAGES),
    ("POST", "/v1/chat/completions", MESSAGES | {"stream": True}),
    ("GET", "/api/documents", None),
    ("GET", "/api/documents/pumps/teal.md", None),
    ("GET", "/api/status", None),
]


@pytest.mark.parametrize(("method", "path", "given"), REQUESTS)
def test_every_request_ends_when_its_client_leaves(
    endless: EndlessVault, method: str, path: str, given: object
) -> None:
    with running(endless) as address:
        leave(address, endless, f"{method} {path}", given, {})


def leave(
    address: str,
    endless: EndlessVault,
    request: str,
    given: object,
    headers: dict[str, str],
) -> None:
    """Send a request, and close the connection when it is worked on."""
    body = json.dumps(given).encode() if given else b""
    lines = {
        "Host": "localhost",
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
    }
    sent = "".join(f"{name}: {value}\r\n" for name, value in (lines | headers).items())
    port = urlsplit(address).port
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(f"{request} HTTP/1.1\r\n{sent}\r\n".encode() + body)
        assert endless.work.begun.wait()
    assert endless.work.ended.wait()


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_a_call_ends_when_its_client_leaves(
    endless: EndlessVault, version: str
) -> None:
    headers = {"Accept": "application/json, text/event-stream"}
    client = {"name": "test", "version": "1"}
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": client,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "search_files", "arguments": {"query": "x"}, "_meta": meta}
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}
    with running(endless) as address:
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "search_files"}
        headers["MCP-Protocol-Version"] = version
        leave(address, endless, "POST /mcp", call, headers)


CALLS = [
    ("search_files", {"query": "curlew"}),
    ("get_file_content", {"path": "pumps/teal.md"}),
    ("sum_rows", {"column": "price", "query": "curlew"}),
    ("rag-search", QUESTION),
    ("verify_quotes", {"text": '"a quotation"'}),
    ("vault_status", {}),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("tool", "arguments"), CALLS)
async def test_every_tool_ends_when_its_call_is_cancelled(
    endless: EndlessVault, tool: str, arguments: dict[str, object], mode: str
) -> None:
    async with mcp_client(ServedVaults([endless]), mode) as client:
        call = asyncio.ensure_future(client.call_tool(tool, arguments))
        assert await asyncio.to_thread(endless.work.begun.wait)
        call.cancel()
        await asyncio.wait([call])
        assert await asyncio.to_thread(endless.work.ended.wait)


def test_the_end_of_the_server_ends_it(endless: EndlessVault) -> None:
    with running(endless) as address, http_client(address) as client:
        asking = threading.Thread(target=_get, args=(client, "/api/status"))
        asking.start()
        assert endless.work.begun.wait()
        assert not endless.work.ended.is_set()
    assert endless.work.ended.wait()
    asking.join()


def _get(client, path: str) -> None:  # type: ignore[no-untyped-def]
    with suppress(Exception):  # the connection is closed
        client.get(path)


async def test_long_calls_let_short_ones_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_queue, "LONG_SECONDS", 0.01)
    queue, long = WorkQueue(workers=1), [Endless(), Endless()]
    running = [asyncio.ensure_future(queue.run(work)) for work in long]
    for work in long:
        assert await asyncio.to_thread(work.begun.wait)
    assert await queue.run(sum, [1, 2]) == 3
    for call, work in zip(running, long, strict=True):
        call.cancel()
        assert await asyncio.to_thread(work.ended.wait)
    await asyncio.wait(running)
    queue.close()
