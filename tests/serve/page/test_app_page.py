"""The app in a browser (`ragtui --browser`), in a real Chromium."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support import commands
from support.waiting import wait_until
from support.workbench import page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

pytest.importorskip("textual_serve")


class DrawnApp:
    """What the app of a page has drawn, as the page received it."""

    def __init__(self, page: "Page") -> None:
        self._page = page
        self._drawn = bytearray()
        page.on("websocket", self._listen)

    def _listen(self, connection: "WebSocket") -> None:
        connection.on("framereceived", self._receive)

    def _receive(self, frame: bytes | str) -> None:
        self._drawn += frame if isinstance(frame, bytes) else frame.encode()

    def until(self, words: bytes) -> None:
        """Wait until the words are drawn."""

        def are_drawn() -> bool:
            self._page.evaluate("0")  # hands on what was received
            return words in self._drawn

        wait_until(are_drawn, lambda: f"never drew {words!r}: {self._drawn[-2000:]!r}")


@pytest.fixture
def app_address(tmp_path: Path) -> Iterator[str]:
    """Where the app of the sample vault is served."""
    sample = shutil.copytree(commands.ROOT / "sample-vault", tmp_path / "notes")
    environment = commands.environment() | {
        "RAGTUI_CONFIG": str(tmp_path / "config.toml"),
        "RAGTUI_DATA_DIR": str(tmp_path / "data"),
        "PYTHONUNBUFFERED": "1",
    }
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def is_open() -> bool:  # the address is printed shortly before
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    with subprocess.Popen(
        [*commands.command(), str(sample), "--browser", "--port", str(port)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            address = next(commands.output(process)).split()[-1]
            wait_until(is_open, f"nothing listens on {port}")
            yield address
        finally:
            process.terminate()


def test_keys_reach_the_app_without_a_click(
    browsing: "Browser", app_address: str
) -> None:
    with page_of(browsing, "about:blank") as page:
        app = DrawnApp(page)
        page.goto(app_address)
        app.until(b"earch your notes")
        page.keyboard.press("F1")
        app.until(b"Everywhere")
