"""The app in a browser: who may open it, by real requests to a real server."""

import re
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from support import commands
from support.commands import Start, output
from support.waiting import PATIENCE, wait_until

aiohttp = pytest.importorskip("aiohttp")

HAS_EXTRA = (
    subprocess.run(
        [commands.python(), "-c", "import textual_serve"], check=False, stderr=-3
    ).returncode
    == 0
)

pytestmark = pytest.mark.skipif(not HAS_EXTRA, reason="needs the extra ragtui[browser]")


class Served:
    """A server, and what it printed."""

    def __init__(self, address: str) -> None:
        self.port = int(re.search(r":(\d+)", address)[1])  # type: ignore[index]  # it is there
        self.token = address.partition("?token=")[2]
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"


def wait_for(port: int) -> None:
    """The address is printed shortly before the port is open."""

    def is_open() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    wait_until(is_open, f"nothing listens on {port}")


@pytest.fixture
def serve(tmp_path: Path, started_ragtui: Start) -> Callable[[str], Served]:
    sample = shutil.copytree(commands.ROOT / "sample-vault", tmp_path / "notes")

    def started(host: str) -> Served:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        params = (sample, "--browser", "--host", host, "--port", port)
        process = started_ragtui(*params)
        served = Served(next(output(process)).split()[-1])
        wait_for(served.port)
        return served

    return started


@pytest.fixture
async def session() -> AsyncIterator[object]:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        yield session


async def screen(session, served, size="width=90&height=24") -> bytes:  # type: ignore[no-untyped-def]
    """What the app draws first, as the browser gets it."""
    drawn = b""
    url = f"{served.url}/ws?{size}"
    async with session.ws_connect(url, origin=served.url) as socket_:
        while b"Search your notes" not in drawn:
            message = await socket_.receive(timeout=PATIENCE)
            assert message.type is not aiohttp.WSMsgType.CLOSED, drawn
            if message.type is aiohttp.WSMsgType.BINARY:
                drawn += message.data
    return drawn


async def refused(session, served, **params) -> int:  # type: ignore[no-untyped-def]
    with pytest.raises(aiohttp.WSServerHandshakeError) as raised:
        await session.ws_connect(f"{served.url}/ws", **params)
    return raised.value.status  # type: ignore[no-any-return]


async def test_on_loopback_only_its_own_page_opens_it(serve, session) -> None:  # type: ignore[no-untyped-def]
    served = serve("127.0.0.1")
    assert not served.token
    async with session.get(served.url) as page:
        assert page.status == 200
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert f"ws://{served.host}/ws" in await page.text()
    async with session.get(f"{served.url}/static/js/textual.js") as script:
        assert script.status == 200
    assert b"F2 Search" in await screen(session, served)
    assert await refused(session, served) == 403
    assert await refused(session, served, origin="http://evil.example") == 403
    rebound = {"Host": f"evil.example:{served.port}"}
    async with session.get(served.url, headers=rebound) as page:
        assert page.status == 403
    rebound["Origin"] = f"http://evil.example:{served.port}"
    assert await refused(session, served, headers=rebound) == 403


async def test_beyond_loopback_a_token_is_required(serve, session) -> None:  # type: ignore[no-untyped-def]
    served = serve("0.0.0.0")
    assert len(served.token) >= 32
    for query in ("", "/?token=", "/?token=wrong", "/static/js/textual.js"):
        async with session.get(served.url + query) as page:
            assert page.status == 403
    assert await refused(session, served, origin=served.url) == 403
    async with session.get(f"{served.url}/?token={served.token}") as page:
        assert page.status == 200
        assert "token" not in str(page.url)
        assert served.token not in await page.text()
    assert b"F2 Search" in await screen(session, served)
    assert await refused(session, served, origin="http://evil.example") == 403


async def test_behind_a_proxy_with_tls_the_page_connects_by_tls(serve, session) -> None:  # type: ignore[no-untyped-def]
    served = serve("0.0.0.0")
    proxied = {"X-Forwarded-Proto": "https", "Host": "notes.example"}
    async with session.get(
        f"{served.url}/?token={served.token}", headers=proxied, allow_redirects=False
    ) as page:
        cookie = {"Cookie": f"ragtui-{served.port}={served.token}"}
        assert page.headers["Location"] == "/"
    async with session.get(served.url, headers={**proxied, **cookie}) as page:
        assert "wss://notes.example/ws" in await page.text()
    hostile = {**cookie, "X-Forwarded-Proto": "javascript"}
    async with session.get(served.url, headers=hostile) as page:
        assert f"ws://{served.host}/ws" in await page.text()
