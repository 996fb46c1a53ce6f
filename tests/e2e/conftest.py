"""Runs the real command: of this checkout, or an installed one."""

import subprocess
from pathlib import Path

import pytest

from support import commands
from support.commands import Run


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of the test, in which ragtui can be started."""
    return commands.environment()


@pytest.fixture
def ragtui(tmp_path: Path, environment: dict[str, str]) -> Run:
    """Runs `ragtui` with arguments in a folder outside the tree."""

    def run(
        *arguments: str | int | Path,
        check: int | None = 0,
        privileged: bool = True,
        **env: str,
    ) -> subprocess.CompletedProcess[str]:
        prefix = [] if privileged else commands.without_privilege()
        done = subprocess.run(
            [*prefix, *commands.command(), *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment | env,
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )
        if check is not None:
            assert done.returncode == check, done.stderr + done.stdout
        assert "Traceback" not in done.stderr
        return done

    return run
