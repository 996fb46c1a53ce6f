"""Fixtures for every room: a vault of one's own, and no way out of the test."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core.vault import Vault, open_vault
from support.vaults import MakeVault

LIVE_KEY = os.environ.get("ANTHROPIC_API_KEY", "")


@pytest.fixture
def live_key(request: pytest.FixtureRequest) -> str:
    """The real key, for a test that was asked for by `-m live`."""
    if "live" not in request.config.getoption("markexpr"):
        pytest.skip("`pytest -m live` asks the real service")
    if not LIVE_KEY:
        pytest.skip("the real service needs ANTHROPIC_API_KEY")
    return LIVE_KEY


@pytest.fixture(autouse=True)
def _own_directories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the person's settings, index and keys out of the tests."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RAGTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("RAGTUI_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def make_vault(tmp_path: Path) -> Iterator[MakeVault]:
    """A maker of vaults, closed after the test."""
    opened: list[Vault] = []

    def make(files: dict[str, str | bytes]) -> Vault:
        root = tmp_path / "vault"
        root.mkdir(exist_ok=True)
        for path, content in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            data = content.encode() if isinstance(content, str) else content
            file.write_bytes(data)
        opened.append(open_vault(root))
        return opened[-1]

    yield make
    for vault in opened:
        vault.close()
