"""Runs the real command: of this checkout, or an installed one."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from support import commands
from support.commands import Run, Start
from support.vaults import write_files
from support.waiting import TIMEOUT

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.e2e)


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of the test, in which ragtui can be started."""
    return commands.environment()


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample vault, that nothing else looks at."""
    return Path(shutil.copytree(commands.ROOT / "sample-vault", tmp_path / "sample"))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of one note."""
    text = "# Curlew\n\nThe Curlew is recalibrated every ninety days.\n"
    write_files(tmp_path / "notes", {"curlew.md": text})
    return tmp_path / "notes"


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
            timeout=TIMEOUT,
            check=False,
        )
        if check is not None:
            assert done.returncode == check, done.stderr + done.stdout
        assert "Traceback" not in done.stderr
        return done

    return run


@pytest.fixture
def started_ragtui(tmp_path: Path, environment: dict[str, str]) -> Iterator[Start]:
    """Starts `ragtui` beside the test, and ends what is left of it."""
    with ExitStack() as processes:

        def start(
            *arguments: str | Path, stderr: int | None = None, **env: str
        ) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [*commands.command(), *map(str, arguments)],
                cwd=tmp_path,
                env=environment | env,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
            processes.enter_context(process)
            processes.callback(process.kill)
            return process

        yield start
