"""A vault, a fake of Telegram, and a bot between them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.telegram_api import FakeTelegram
from ragtui_core import Vault
from support.telegram_bots import RunningBot, running_bot
from support.vaults import Files, IndexedVaults

NOTES: Files = {
    "probe.md": "# Oxygen probe\n\nThe Curlew probe is recalibrated every 14 days.\n",
    "pump.md": "# Pump\n\nThe impeller of the pump is blue & <b>bold</b>.\n",
    "boat.md": "# Boat\n\nThe boat leaves the harbour at six.\n",
}


@pytest.fixture
def vault(indexed_vaults: IndexedVaults, tmp_path: Path) -> Iterator[Vault]:
    vault = indexed_vaults.copy(NOTES, tmp_path / "notes")
    yield vault
    vault.close()


@pytest.fixture
def fake() -> Iterator[FakeTelegram]:
    with FakeTelegram() as fake:
        yield fake


@pytest.fixture
def bot(fake: FakeTelegram, vault: Vault) -> Iterator[RunningBot]:
    with running_bot(fake, vault) as bot:
        yield bot
