"""The page of `ragtui serve` in a real Chromium."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from fakes.anthropic_service import FakeAnthropic
from support import commands
from support.hostile_texts import HOSTILE
from support.vaults import write_files
from support.waiting import wait_until
from support.web_page import Visit, visiting
from support.workbench import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
TOKEN = "a-token-for-tests"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.page)


@pytest.fixture(scope="session")
def browsing() -> "Iterator[Browser]":
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def claude() -> Iterator[FakeAnthropic]:
    """A local replacement for Claude."""
    with FakeAnthropic() as fake:
        yield fake


@pytest.fixture(scope="session")
def address(
    tmp_path_factory: pytest.TempPathFactory, claude: FakeAnthropic
) -> Iterator[str]:
    """A server with two vaults: the sample vault, and hostile notes."""
    folder = tmp_path_factory.mktemp("served")
    shutil.copytree(commands.ROOT / "sample-vault", folder / "sample")
    # More than 10 MB on one line, with a word at each end.
    long = "# Long\n\nMarker yak " + "<b>&word " * 1_200_000 + "Marker gnu\n"
    write_files(folder / "hostile", HOSTILE | {"line.md": long})
    environment = commands.environment() | {
        "ANTHROPIC_API_KEY": "k",
        "ANTHROPIC_BASE_URL": claude.base_url,
        "RAGTUI_CONFIG": str(folder / "config.toml"),
        "RAGTUI_DATA_DIR": str(folder / "data"),
        "RAGTUI_SERVE_TOKEN": TOKEN,
        "PYTHONUNBUFFERED": "1",
    }
    served = [str(folder / "sample"), str(folder / "hostile")]
    # Vectors of a line of 10 MB would take minutes.
    for vault, *options in ((served[0],), (served[1], "--no-embed")):
        command = [*commands.command(), "index", vault, *options]
        subprocess.run(command, env=environment, check=True, capture_output=True)
    with subprocess.Popen(
        [*commands.command(), "serve", "--port", "0", "--no-index", *served],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        lines = commands.output(process)
        pages = (line for line in lines if line.startswith("page: "))
        address = next(pages).removeprefix("page: ").strip()
        for vault in ("sample", "hostile"):
            wait_until(partial(is_indexed, address, vault), f"{vault}: no index")
        yield address
        process.terminate()


def is_indexed(address: str, vault: str) -> bool:
    """Whether the server has indexed a vault, without vectors perhaps."""
    url = f"{address.partition('#')[0]}api/status?vault={vault}"
    asked = Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
    try:
        with urlopen(asked) as response:
            status = json.load(response)
    except HTTPError:  # 503: the first run has not ended
        return False
    return bool(status["last_indexed"])


@pytest.fixture
def visit(browsing: "Browser", address: str, claude: FakeAnthropic) -> Iterator[Visit]:
    """The page on a wide screen; no visit may complain or leave the server."""
    claude.scenario = "cited"
    claude.disconnected.clear()
    with visiting(browsing, address) as visit:
        yield visit
