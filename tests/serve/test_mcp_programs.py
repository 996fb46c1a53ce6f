"""MCP as its own programs see it: the inspector, and the conformance tests."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send

from ragtui_core import Vault
from ragtui_serve.http.asgi_app import build_app
from ragtui_serve.mcp.tools import TOOLS
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support import commands
from support.serving import TOKEN, running_app

PACKAGES = os.environ.get("RAGTUI_TEST_MCP", "")

pytestmark = [
    pytest.mark.mcp,
    pytest.mark.skipif(
        not PACKAGES, reason="RAGTUI_TEST_MCP is not set (see CONTRIBUTING.md)"
    ),
]

SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-error",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)
"""Those that need no tool of the tests' own server."""


def run(program: str, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one of the programs in an empty home."""
    return subprocess.run(
        [f"{PACKAGES}/node_modules/.bin/{program}", *arguments],
        capture_output=True,
        text=True,
        cwd=home,
        env=commands.environment() | {"HOME": str(home), "NO_COLOR": "1"},
        check=False,
    )


@pytest.fixture
def endpoint(vault: Vault) -> Iterator[str]:
    """The address of MCP, without a token: the conformance tests can send none."""
    app = build_app(ServedVaults([ServedVault(vault, index=False)]), token=TOKEN)
    token = (b"authorization", f"Bearer {TOKEN}".encode())

    async def authorized(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], token]}
        await app(scope, receive, send)

    with running_app(authorized) as base:
        yield f"{base}/mcp"


def test_the_inspector_finds_no_fault(vault: Vault, tmp_path: Path) -> None:
    server = [*commands.command(), "mcp", str(vault.root), "--no-index"]
    done = run(
        "mcp-inspector",
        tmp_path,
        "--cli",
        *server,
        "--method",
        "tools/list",
        "--strict",
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    listed = [tool["name"] for tool in json.loads(done.stdout)["tools"]]
    assert listed == [tool.name for tool in TOOLS]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_conforms(endpoint: str, scenario: str, tmp_path: Path) -> None:
    options = ("server", "--url", endpoint, "--scenario", scenario)
    done = run("conformance", tmp_path, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed" in done.stdout
