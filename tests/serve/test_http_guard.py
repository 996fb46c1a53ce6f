"""Who may ask, how long a request may take, and how many are taken at once."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import httpx2
import pytest

from ragtui_core import SearchResult, Vault
from ragtui_serve.http import connections, guard
from ragtui_serve.http.asgi_app import build_app
from ragtui_serve.http.connections import allow_connections
from ragtui_serve.served_vault import ServedVault, ServedVaults
from ragtui_serve.work_queue import QueueFull, WorkQueue
from support.serving import TOKEN, http_client, running

SEARCH = {"query": "Curlew"}


CASES: tuple[tuple[dict[str, str], int], ...] = (
    ({}, 200),
    ({"Host": "localhost:1234"}, 200),
    ({"Host": "[::1]:80"}, 200),
    ({"Host": "evil.example"}, 421),
    ({"Host": "evil.example:8765"}, 421),
    ({"Host": "127.0.0.1.evil.example"}, 421),
    ({"Host": "evil@127.0.0.1"}, 421),
    ({"Host": "192.168.1.5"}, 421),
    ({"Host": "[::1"}, 421),
    ({"Host": ""}, 421),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "http://127.0.0.1:1"}, 403),
    ({"Authorization": "Bearer wrong"}, 401),
    ({"Authorization": "Bearer"}, 401),
    ({"Authorization": f"Basic {TOKEN}"}, 401),
    ({"Authorization": f"bearer {TOKEN}"}, 200),
    ({"Authorization": "Bearer \xe9"}, 401),
)
"""Headers, and the status that a request with them gets."""


def test_every_address_but_those_of_the_page_needs_the_token(
    vaults: ServedVaults, address: str
) -> None:
    paths = {
        getattr(route, "path", "") for route in build_app(vaults, token="t").routes
    }
    guarded = {path for path in paths if path.startswith(("/api/", "/v1/", "/mcp"))}
    assert len(guarded) > 12
    with http_client(address, token="") as client:
        for path in guarded:
            named = path.replace("{path:path}", "pumps/curlew.md").replace(
                "{id:path}", "x"
            )
            assert client.get(named).status_code == 401, path
        others = {path for path in paths - guarded if "/page/" not in path}
        assert others == {"/", "/healthz", "/pictures/{vault}/{path:path}"}


@pytest.mark.parametrize("path", ["/api/status", "/mcp", "/v1/models"])
def test_only_those_with_the_token_from_here(http: httpx2.Client, path: str) -> None:
    for headers, status in CASES:
        sent = {n.encode(): value.encode("latin-1") for n, value in headers.items()}
        response = http.get(path, headers=sent)
        if status == 200:
            assert response.status_code not in {401, 403, 413, 421}, headers
        else:
            assert response.status_code == status, headers
            assert response.headers["content-type"] == "application/problem+json"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in response.headers["content-security-policy"]


def test_its_own_page_may_ask(http: httpx2.Client, address: str) -> None:
    assert http.get("/api/status", headers={"Origin": address}).status_code == 200


def test_health_needs_no_token_and_tells_nothing(address: str) -> None:
    with http_client(address, token="") as stranger:
        assert stranger.get("/healthz").json() == {"status": "ok"}
        assert stranger.get("/api/status").status_code == 401
        rebound = {"Host": "evil.example"}
        assert stranger.get("/healthz", headers=rebound).status_code == 421


def test_a_proxys_name_and_other_addresses(served: ServedVault) -> None:
    served_names = {"host": "0.0.0.0", "names": ["notes.example"]}
    with running(served, **served_names) as base, http_client(base) as client:
        for host, status in (
            ("notes.example", 200),
            ("192.168.1.5:8765", 200),
            ("evil.example", 421),
        ):
            response = client.get("/api/status", headers={"Host": host})
            assert response.status_code == status


def test_a_body_of_unknown_length_is_bounded(http: httpx2.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b'{"query": "' + b"x" * 10_000

    headers = {"Content-Type": "application/json"}
    response = http.post("/api/search", content=endless(), headers=headers)
    assert response.status_code == 413


@contextmanager
def connection(address: str) -> Iterator[socket.socket]:
    url = httpx2.URL(address)
    with socket.create_connection((url.host, url.port or 80)) as opened:
        yield opened


def test_slow_senders_are_sent_away(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.2)
    head = (
        "POST /api/search HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
        "Content-Length: 100\r\n\r\n{"
    )
    with connection(address) as slow:
        slow.sendall(head.encode())
        assert slow.recv(100).startswith(b"HTTP/1.1 408")


def test_idle_connections_stop_no_search(address: str, http: httpx2.Client) -> None:
    allow_connections()
    with ExitStack() as idle:
        for number in range(1_000):
            opened = idle.enter_context(connection(address))
            if number % 2:
                opened.sendall(b"POST /api/search HTTP/1.1\r\nHost: loc")
        assert http.post("/api/search", json=SEARCH).status_code == 200


HEAD = (
    f"GET /api/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
)


@pytest.mark.parametrize("sent", ["", "GET /", HEAD, HEAD + "\r\nGET /"])
def test_an_idle_connection_is_closed(
    served: ServedVault, sent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.05)
    with running(served) as base, connection(base) as idle:
        idle.sendall(sent.encode())
        received = b""
        while data := idle.recv(10_000):
            received += data
        assert received.startswith(b"HTTP/1.1 200" if "\r\n\r\n" in sent else b"")


def test_a_connection_that_waits_for_an_answer_is_not_idle(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.05)
    served = _Blocked(vault)
    with running(served) as base, connection(base) as waiting:
        waiting.sendall(f"{HEAD}\r\n".encode())
        with connection(base) as idle:
            assert idle.recv(100) == b""  # was closed meanwhile
        served.released.set()
        assert waiting.recv(100).startswith(b"HTTP/1.1 200")


class _Blocked(ServedVault):
    """A vault whose searches wait."""

    def __init__(self, vault: Vault) -> None:
        super().__init__(vault, index=False)
        self.released = threading.Event()

    def wait_for_index(self) -> None:
        self.released.wait()


def test_a_full_queue_is_answered_at_once(vault: Vault) -> None:
    served, queue = _Blocked(vault), WorkQueue(workers=1, max_waiting=2)
    with running(served, queue=queue) as base, ThreadPoolExecutor(8) as clients:

        def search() -> httpx2.Response:
            with http_client(base) as client:
                return client.post("/api/search", json=SEARCH)

        waiting = [clients.submit(search) for _ in range(8)]
        refused: list[httpx2.Response] = []
        while len(refused) < 5:
            refused = [f.result() for f in waiting if f.done()]
        served.released.set()
        statuses = sorted(each.result().status_code for each in waiting)
    assert statuses == [200, 200, 200, 503, 503, 503, 503, 503]
    assert {each.headers["retry-after"] for each in refused} == {"1"}


async def test_what_waits_is_not_begun_when_its_caller_leaves() -> None:
    queue, release = WorkQueue(1, 1), threading.Event()
    begun: list[int] = []

    def block() -> None:
        release.wait()

    first = asyncio.ensure_future(queue.run(block))
    await asyncio.wait([first], timeout=0)
    second = asyncio.ensure_future(queue.run(begun.append, 1))
    await asyncio.wait([second], timeout=0)
    with pytest.raises(QueueFull, match="try again"):
        await queue.run(block)
    second.cancel()
    await asyncio.wait([second])
    third = asyncio.ensure_future(queue.run(begun.append, 3))
    release.set()
    await asyncio.gather(first, third)
    assert begun == [3]
    queue.close()


def test_a_fault_hides_its_text(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> SearchResult:
        raise ValueError("/secret/path")

    served = ServedVault(vault, index=False)
    with running(served) as base, http_client(base) as client:
        assert client.post("/api/search", json=SEARCH).status_code == 200
        monkeypatch.setattr(vault, "search", fail)
        response = client.post("/api/search", json=SEARCH)
        assert response.status_code == 500
        assert response.headers["Connection"] == "close"
        assert "secret" not in response.text
        assert client.get("/api/status").status_code == 200
