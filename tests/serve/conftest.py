"""What tests of the servers share: a vault of notes, some hostile, indexed once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.serving import NOTES, http_client, running
from support.vaults import IndexedVaults


@pytest.fixture
def vault(indexed_vaults: IndexedVaults, tmp_path: Path) -> Iterator[Vault]:
    """The notes, indexed with vectors."""
    opened = indexed_vaults.copy(NOTES, tmp_path / "notes")
    yield opened
    opened.close()


@pytest.fixture
def served(vault: Vault) -> ServedVault:
    """The same, served; its index stays as it is."""
    return ServedVault(vault, index=False)


@pytest.fixture
def vaults(served: ServedVault) -> ServedVaults:
    """A server's only vault."""
    return ServedVaults([served])


@pytest.fixture
def address(served: ServedVault) -> Iterator[str]:
    """The address of a running server."""
    with running(served) as address:
        yield address


@pytest.fixture
def http(address: str):  # type: ignore[no-untyped-def]
    """A client of that server."""
    with http_client(address) as client:
        yield client
