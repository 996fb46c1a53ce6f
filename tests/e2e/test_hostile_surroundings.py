"""The real command where its streams, folders and variables are not as usual."""

import os
import subprocess
from pathlib import Path

import pytest

from support import commands
from support.commands import Run
from support.waiting import TIMEOUT

NOTE = "# Pump\n\nThe pump is calibrated.\n\n## Care \u202eevil\n\nWipe it.\n"

INTERRUPTIONS = int(os.environ.get("RAGTUI_TEST_INTERRUPTIONS", "8"))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    root = tmp_path / "notes \x1b[31m\u202e"
    (root / "sub").mkdir(parents=True)
    (root / "a.md").write_text(NOTE, "utf-8")
    (root / "sub" / "b\x1b]0;owned\x07.md").write_text("# \x9b2JValve\n\nA pump.\n")
    return root


@pytest.fixture
def indexed(notes: Path, ragtui: Run) -> Path:
    ragtui("index", "--no-embed", notes)
    return notes


def test_a_pipe_gets_the_files_own_bytes(indexed: Path, ragtui: Run) -> None:
    assert ragtui("show", "a.md", "--vault", indexed).stdout == NOTE


SHELL = 'cd "$2" && exec "$0" -m ragtui_cli.main search pump --vault "$1" '


@pytest.mark.parametrize(
    ("redirections", "code"),
    [
        (">&-", 0),
        ("2>&-", 0),
        (">&- 2>&- <&-", 0),
        (">/dev/full", 2),
        ("2>/dev/full >/dev/null", 0),
        (">/dev/full 2>/dev/full", 2),
        ("--no-such-option 2>&-", 2),
        ("--help >/dev/full", 2),
        ("| true", 0),
    ],
)
def test_streams_may_be_closed_or_full(
    indexed: Path, environment: dict[str, str], redirections: str, code: int
) -> None:
    done = subprocess.run(
        ["sh", "-c", SHELL + redirections, commands.python(), indexed, "/"],
        capture_output=True,
        env=environment,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


def test_the_current_folder_may_be_deleted(
    indexed: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    for extra in ("", "--db x.db"):
        gone = tmp_path / "gone"
        gone.mkdir()
        script = 'cd "$1" && rmdir "$1" && exec "$0" -m ragtui_cli.main status ' + extra
        done = subprocess.run(
            ["sh", "-c", script, commands.python(), gone],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
            timeout=TIMEOUT,
        )
        assert done.returncode == 2
        assert done.stderr.startswith("ragtui: the current directory cannot be used")
        assert done.stderr.count("\n") == 1


def test_little_may_be_in_the_environment(indexed: Path) -> None:
    kept = ("PATH", "PYTHONPATH", "RAGTUI_DATA_DIR", "RAGTUI_CONFIG")
    bare = {k: v for k, v in commands.environment().items() if k in kept}
    for more in ({}, {"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"TERM": ""}):
        done = subprocess.run(
            [*commands.command(), "search", "pump", "--vault", indexed],
            capture_output=True,
            env=bare | more,
            check=False,
            timeout=TIMEOUT,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("seed", range(INTERRUPTIONS))
def test_ctrl_c_ends_a_command_at_any_moment(
    indexed: Path, environment: dict[str, str], seed: int
) -> None:
    """From the first line of ours on; before it, Python is still starting."""
    code = (
        "import os, random, signal, sys, threading\n"
        "from ragtui_cli.main import main\n"
        f"wait = random.Random({seed}).uniform(0, 0.6)\n"
        "interrupt = (os.getpid(), signal.SIGINT)\n"
        "timer = threading.Timer(wait, os.kill, interrupt)\n"
        "timer.daemon = True\n"
        "timer.start()\n"
        f"sys.argv = ['ragtui', *{['search', 'pump', '--vault', str(indexed)]!r}]\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [commands.python(), "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode in {0, 130}
    assert "Traceback" not in done.stderr
    assert "KeyboardInterrupt" not in done.stderr
