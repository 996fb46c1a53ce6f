"""What tests of answers share: a vault, and services to ask."""

from collections.abc import Iterator

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.compatible_server import FakeCompatible
from ragtui_core import Vault, open_vault
from ragtui_models import service_errors
from support.answers import NOTES
from support.vaults import vault_fixture


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeAnthropic]:
    """The service, and a key for it."""
    with FakeAnthropic() as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        yield service


vault = vault_fixture(NOTES)


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
