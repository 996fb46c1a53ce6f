"""Fixtures of the Neovim client's tests: vault, Claude replacement, editor."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core import Vault
from support import neovim
from support.commands import environment
from support.neovim import Neovim
from support.programs import editor_on_path, server_on_path
from support.vaults import Files, IndexVault, files_in

MISSING = neovim.missing()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.nvim)


@pytest.fixture(autouse=True)
def _editor_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Neovim find this checkout's server, and nothing of the user's."""
    if MISSING:
        pytest.skip(MISSING)
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    programs = tmp_path / "bin"
    server_on_path(programs)
    editor_on_path(programs, "nvim")
    monkeypatch.setenv("PATH", str(programs))


@pytest.fixture
def vault(index_vault: IndexVault) -> Vault:
    """Three notes; the marker is the vault's settings file."""
    files: Files = {".ragtui.toml": "", **files_in("neovim_notes")}
    return index_vault(files, embed=True)


@pytest.fixture
def nvim(_editor_environment: None) -> Iterator[Neovim]:
    """Neovim with the plug-in, not set up."""
    pytest.importorskip("pynvim")
    editor = Neovim()
    yield editor
    editor.close()


@pytest.fixture
def no_server(_editor_environment: None, tmp_path: Path) -> None:
    """Take the server away again."""
    (tmp_path / "bin" / "ragtui-lsp").unlink()
    assert shutil.which("ragtui-lsp") is None
    assert shutil.which("uvx") is None
