"""The archive of the plug-in, as `.ci/release` makes it and a user unpacks it."""

import os
import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from support import release
from support.commands import ROOT, environment
from support.neovim import CLIENT, PLAIN, Neovim
from support.programs import editor_on_path
from support.vaults import MakeVault
from support.waiting import TIMEOUT

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
    subprocess.run(built, env=system, check=True, timeout=TIMEOUT)
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
        timeout=TIMEOUT,
        check=True,
    )
    assert done.stderr == ""
    plugin = (CLIENT / "plugin" / "ragtui.lua").read_text("utf-8")
    for name in re.findall(r'command\("(Rag\w+)"', plugin):
        assert f'"{name}"' in done.stdout
    assert '"server":true' in done.stdout.replace(" ", "")
    assert '"ragtui.txt"' in done.stdout


_FOLDERS = ("CONFIG", "DATA", "STATE", "CACHE")


@release.NEEDED
def test_four_steps_lead_from_a_release_to_the_first_hover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_vault: MakeVault
) -> None:
    pytest.importorskip("pynvim")
    home, programs = tmp_path / "home", tmp_path / "programs"
    for folder in (home, programs):
        folder.mkdir()
    editor_on_path(programs, "nvim")
    release.install_server(home, programs)
    release.install(release.NEOVIM, home, programs)
    for name in _FOLDERS:
        monkeypatch.delenv(f"XDG_{name}_HOME")
    monkeypatch.delenv("PYTHONPATH")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}/.local/bin:{programs}:/usr/bin:/bin")
    notes: dict[str, str | bytes] = {
        ".ragtui.toml": "",  # as the third step makes it
        "welcome.md": "# Welcome\n\n[[pump]]\n",
        "pump.md": "# The pump\n",
    }
    nvim = Neovim(PLAIN)
    try:
        nvim.api.command(f"cd {make_vault(notes).root}")
        nvim.edit(Path("welcome.md"))
        nvim.until(lambda: nvim.lua(_INDEXED))
        nvim.keys("3GfpK")
        nvim.shows("The pump")
        found = nvim.lua("return vim.fn.exepath(vim.lsp.config.ragtui.cmd[1])")
        assert Path(found) == home / ".local/bin/ragtui-lsp"
    finally:
        nvim.close()


_INDEXED = """
local client = vim.lsp.get_clients({ name = 'ragtui' })[1]
local said = client:request_sync('ragtui/status', vim.empty_dict())
return said.result.vaults[1].documents == 2
"""
