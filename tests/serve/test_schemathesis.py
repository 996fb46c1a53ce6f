"""`ragtui serve` does what its OpenAPI document says, as schemathesis looks for it."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import commands

PROGRAM = os.environ.get("RAGTUI_TEST_SCHEMATHESIS", "")

pytestmark = [
    pytest.mark.openapi,
    pytest.mark.skipif(
        not PROGRAM, reason="RAGTUI_TEST_SCHEMATHESIS is not set (see CONTRIBUTING.md)"
    ),
]

TOKEN = "secret"
EXAMPLES = 10
"""Generated requests for each address, beside those of the boundaries of its schema."""

MINUTES = 10
SEED = 34


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    own = {"RAGTUI_DATA_DIR": str(tmp_path / "data"), "RAGTUI_SERVE_TOKEN": TOKEN}
    return commands.environment() | own | {"HOME": str(tmp_path)}


@pytest.fixture
def address(tmp_path: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of a running server of the sample vault."""
    vault = shutil.copytree(commands.ROOT / "sample-vault", tmp_path / "notes")
    command = [*commands.command(), "serve", str(vault), "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdout
        found = re.search(r"served at (\S+)/", process.stdout.readline())
        assert found
        yield found[1]
        process.terminate()


def test_nothing_differs_from_the_description(
    address: str, environment: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [
            PROGRAM,
            "run",
            f"{address}/api/openapi.json",
            *("--header", f"Authorization: Bearer {TOKEN}"),
            *("--max-examples", str(EXAMPLES)),
            *("--seed", str(SEED)),
            *("--phases", "coverage,fuzzing"),
            "--continue-on-failure",
            *("--warnings", "off"),
        ],
        cwd=tmp_path,
        env=environment | {"NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=60 * MINUTES,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5_000:]
    assert "No issues found" in done.stdout
    assert re.search(r"Operations: +12 selected", done.stdout)
