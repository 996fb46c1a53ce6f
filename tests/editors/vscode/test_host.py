"""The extension within VS Code's extension host: host/index.js, a test each."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from support.code_server import code_server
from support.quoting_notes import notes_in
from support.workbench import TIMEOUT, in_folder, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOST = Path(__file__).with_name("host")
SCRIPT = (HOST / "index.js").read_text("utf-8")
NAMES = re.findall(r'^test\("(.+?)"', SCRIPT, re.MULTILINE)


@pytest.fixture(scope="module")
def outcomes(
    tmp_path_factory: pytest.TempPathFactory, browsing: "Browser"
) -> Iterator[dict[str, str]]:
    """What is wrong with each test; nothing if it passed."""
    work = tmp_path_factory.mktemp("host")
    results = work / "results.json"
    notes = notes_in(tmp_path_factory.mktemp("host-notes"))
    env = {"RAGTUI_TEST_RESULTS": str(results)}
    with code_server(work, notes, env=env, testing=True) as served:
        remote = f"vscode-remote://{urlsplit(served.url).netloc}"
        payload = [
            ("extensionDevelopmentPath", f"{remote}{HOST}"),
            ("extensionTestsPath", f"{remote}{HOST / 'index.js'}"),
        ]
        url = in_folder(served.url, notes, payload=json.dumps(payload))
        with page_of(browsing, url) as page:
            end = time.monotonic() + TIMEOUT / 1000
            while not results.exists() and time.monotonic() < end:
                page.wait_for_timeout(200)
            page.screenshot(path=work / "last.png")
        yield json.loads(results.read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_in_the_extension_host(name: str, outcomes: dict[str, str]) -> None:
    assert outcomes[name] == ""
