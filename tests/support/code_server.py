"""A real VS Code, served by code-server to a browser on this machine."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.commands import DATA, ROOT
from support.waiting import TIMEOUT, wait_until

HOME = os.environ.get("RAGTUI_TEST_CODE_SERVER", "")
"""Where npm has put the package code-server; empty where it is not installed."""

SERVER = Path(sys.executable).with_name("ragtui-lsp")
VSIX = ROOT / "editors" / "vscode" / "dist" / "ragtui.vsix"

DEFAULTS = json.loads((DATA / "vscode_settings.json").read_text("utf-8"))
"""Settings under which nothing comes up by itself, and nothing is fetched."""


Install = Callable[[Sequence[str], Path, Path], None]


@dataclass(frozen=True, slots=True)
class CodeServer:
    """One that runs."""

    url: str
    folder: Path


@contextmanager
def code_server(
    work: Path,
    folder: Path,
    *,
    server: bool = True,
    settings: dict[str, Any] | None = None,
    machine: dict[str, Any] | None = None,
    env: dict[str, str] | None = None,
    trusted: bool = True,
    testing: bool = False,
    programs: Path | None = None,
    install: Install | None = None,
) -> Iterator[CodeServer]:
    """Serve `folder` with the packaged extension, until the block ends.

    Args:
        work: An empty folder for the profile and all else that is written.
        folder: What is opened.
        server: Whether `ragtui-lsp` is on the PATH.
        settings: The user's settings, beside the quiet ones.
        machine: Settings of scope `machine`.
        env: More of the environment.
        trusted: Whether every workspace is trusted.
        testing: Whether tests may run in the extension host.
        programs: A folder of programs that are on the PATH, too.
        install: Installs the extension otherwise; gets the beginning of the command
            line of `code`, the home and the folder of programs.
    """
    profile = work / "profile"
    for name, values in (
        ("User", DEFAULTS | (settings or {})),
        ("Machine", machine or {}),
    ):
        (profile / name).mkdir(parents=True)
        (profile / name / "settings.json").write_text(json.dumps(values))
    (work / "config.yaml").write_text("auth: none\n")
    command = [
        *(_node(), f"{HOME}/out/node/entry.js", "--config", str(work / "config.yaml")),
        *("--user-data-dir", str(profile), "--extensions-dir", str(work / "ext")),
    ]
    around = _environment(work, programs, server=server) | (env or {})
    if install:
        install(command, work / "home", work / "bin")
    else:
        subprocess.run(
            [*command, "--install-extension", str(VSIX)],
            env=around,
            check=True,
            capture_output=True,
        )
    options = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry"]
    options += ["--disable-update-check", "--disable-getting-started-override"]
    options += ["--disable-workspace-trust"] if trusted else []
    options += ["--vscode-option", "enable-smoke-test-driver"] if testing else []
    with _running([*command, *options, str(folder)], around, work / "log") as url:
        yield CodeServer(url, folder)


def _node() -> str:
    """Node from the environment of the tests, else from the PATH."""
    beside = shutil.which("node", path=str(Path(sys.executable).parent))
    return beside or shutil.which("node") or "node"


def _environment(work: Path, more: Path | None, *, server: bool) -> dict[str, str]:
    """Nothing of the user's own: HOME, indexes and programs are the test's."""
    programs = work / "bin"
    programs.mkdir()
    (programs / "node").symlink_to(_node())
    if server:
        (programs / "ragtui-lsp").symlink_to(SERVER)
    for program in more.iterdir() if more else ():
        (programs / program.name).symlink_to(program)
    home = work / "home"
    home.mkdir()
    # VS Code asks a login shell for the PATH, as it does on a user's machine.
    (home / ".profile").write_text(f'PATH="{programs}:/usr/bin:/bin"\n')
    return {
        "PATH": f"{programs}:/usr/bin:/bin",
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "RAGTUI_DATA_DIR": str(work / "data"),
        "RAGTUI_CONFIG": str(work / "config.toml"),
        "EXTENSIONS_GALLERY": "{}",
    }


@contextmanager
def _running(command: list[str], env: dict[str, str], log: Path) -> Iterator[str]:
    """Start it, and end it with all its children."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, env=env, stdout=out, stderr=out, start_new_session=True
        )
    try:
        yield _address(process, log)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(TIMEOUT)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Where it listens, once it does."""

    def listening() -> re.Match[str] | None:
        assert process.poll() is None, f"code-server ended: {log.read_text()}"
        return re.search(r"listening on (http://127.0.0.1:\d+)", log.read_text())

    found = wait_until(listening, log.read_text)
    assert found
    return found[1]
