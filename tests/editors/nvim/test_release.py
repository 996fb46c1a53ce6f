"""The archive of the plug-in, as `.ci/release` makes it and a user unpacks it."""

import os
import re
import subprocess
import tarfile
from pathlib import Path

from support.commands import ROOT, environment
from support.neovim import CLIENT, PLAIN
from support.waiting import PATIENCE

LISTING = (
    "lua io.write(vim.json.encode({"
    "commands = vim.tbl_keys(vim.api.nvim_get_commands({})), "
    "server = vim.lsp.is_enabled('ragtui'), "
    "help = vim.fn.getcompletion('ragtui', 'help')}))"
)


def test_the_unpacked_archive_loads(tmp_path: Path) -> None:
    made = tmp_path / "made"
    built = [str(ROOT / ".ci" / "release"), str(made), "neovim"]
    system = environment() | {"PATH": os.defpath}  # git and tar are not the editor's
    subprocess.run(built, env=system, check=True, timeout=PATIENCE)
    [archive] = made.glob("ragtui.nvim-*.tar.gz")
    start = tmp_path / "data" / "nvim" / "site" / "pack" / "ragtui" / "start"
    with tarfile.open(archive) as packed:
        packed.extractall(start, filter="data")
    assert [path.name for path in start.iterdir()] == ["ragtui.nvim"]
    assert (start / "ragtui.nvim" / "LICENSE").is_file()

    done = subprocess.run(
        [*PLAIN, "--headless", "-c", LISTING, "-c", "quit"],
        env=environment()
        | {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in _FOLDERS},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr == ""
    plugin = (CLIENT / "plugin" / "ragtui.lua").read_text("utf-8")
    for name in re.findall(r'command\("(Rag\w+)"', plugin):
        assert f'"{name}"' in done.stdout
    assert '"server":true' in done.stdout.replace(" ", "")
    assert '"ragtui.txt"' in done.stdout


_FOLDERS = ("CONFIG", "DATA", "STATE", "CACHE")
