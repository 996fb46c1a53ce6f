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
from support.waiting import TIMEOUT, wait_until

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
        data = {"RAGTUI_DATA_DIR": str(tmp_path / "data")}
        with (tmp_path / "errors").open("w") as errors:
            process = started_ragtui(*params, stderr=errors.fileno(), **data)
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
        # Without its first letter, which the cursor is on.
        while b"earch your notes" not in drawn:
            message = await socket_.receive(timeout=TIMEOUT)
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


async def test_the_page_is_focused_and_requests_nothing_foreign(serve, session) -> None:  # type: ignore[no-untyped-def]
    served = serve("127.0.0.1")
    async with session.get(served.url) as page:
        text = await page.text()
    assert set(re.findall(r"https?://([^/\"']+)", text)) <= {served.host, "www.w3.org"}
    assert "keyboard?.focus()" in text.partition("</head>")[0]


@pytest.mark.parametrize("message", ["no JSON", "[]", '["resize", 3]'])
async def test_a_malformed_message_is_one_line(  # type: ignore[no-untyped-def]
    serve, session, tmp_path: Path, message: str
) -> None:
    served = serve("127.0.0.1")
    url = f"{served.url}/ws?width=x&height="
    async with session.ws_connect(url, origin=served.url) as socket_:
        await socket_.send_str(message)
        while not socket_.closed:
            await socket_.receive(timeout=TIMEOUT)
    reported = (tmp_path / "errors").read_text()
    assert "was malformed; its session was ended" in reported
    assert reported.count("\n") == 1


async def test_a_request_that_opens_no_websocket_is_refused(  # type: ignore[no-untyped-def]
    serve, session, tmp_path: Path
) -> None:
    served = serve("127.0.0.1")
    async with session.get(f"{served.url}/ws", headers={"Origin": served.url}) as page:
        assert page.status == 400
        assert "\n" not in await page.text()
    assert (tmp_path / "errors").read_text() == ""


async def test_a_page_that_is_closed_leaves_nothing_behind(  # type: ignore[no-untyped-def]
    serve, session, tmp_path: Path
) -> None:
    served = serve("127.0.0.1")
    url = f"{served.url}/ws?width=90&height=24"
    for messages in (0, 1, 3, 6):  # the more, the further has the app come
        async with session.ws_connect(url, origin=served.url) as socket_:
            for _ in range(messages):
                await socket_.receive(timeout=TIMEOUT)
    wait_until(lambda: not apps(tmp_path), "an app runs on without its page")
    assert (tmp_path / "errors").read_text() == ""
    assert not (tmp_path / "data" / "crashes").exists()


def apps(folder: Path) -> list[str]:
    """The processes of apps on the notes in `folder`, without the server's."""
    done = subprocess.run(
        ["ps", "-eo", "args"], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    return [line for line in lines if str(folder) in line and "--browser" not in line]
