"""What tests of answers share: a vault, and services to ask."""

from collections.abc import Iterator

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault, open_vault
from ragtui_core.answer.providers.messages_api import service_errors
from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "pump.md": (
        "# Pump\n\nThe pump is blue. Its *impeller* is changed every second winter.\n\n"
        "| part | price |\n|---|---|\n| seal | 12 |\n"
    ),
    "boat.md": "# Boat\r\n\r\nThe boat leaks. \x1b[31mIts pump\x1b[0m is old.\r\n",
}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeAnthropic]:
    """The service, and a key for it."""
    with FakeAnthropic() as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        yield service


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    """Two notes that contain "pump", indexed for words."""
    made = make_vault(NOTES)
    made.index(embed=False)
    return made


@pytest.fixture
def server() -> Iterator[FakeCompatible]:
    """The user's own server."""
    with FakeCompatible() as service:
        yield service


@pytest.fixture
def own_vault(vault: Vault, server: FakeCompatible) -> Iterator[Vault]:
    """The same notes, about which that server is asked."""
    flags = {
        "answer.server.base_url": server.base_url,
        "answer.server.model": "a-model",
    }
    opened = open_vault(vault.root, flags=flags)
    yield opened
    opened.close()


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed attempt is followed by the next at once."""
    monkeypatch.setattr(service_errors, "FIRST_WAIT", 0.0)
