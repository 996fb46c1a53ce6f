"""`ragtui chats` in separate processes."""

from pathlib import Path

import pytest

from ragtui_core import Vault
from support.chats import TURN, kept
from support.commands import Run
from support.vaults import MakeVault


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    return make_vault({"pump.md": "# Pump\n"})


def test_a_read_only_store_can_be_read_and_explains_why_writing_fails(
    ragtui: Run, vault: Vault, tmp_path: Path
) -> None:
    here = ["--vault", vault.root]
    chat_id = kept(vault.chats, TURN)
    inside = sorted((tmp_path / "data").rglob("*"))
    for path in inside:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        shown = ragtui("chats", "show", chat_id, *here, privileged=False)
        refused = [
            ragtui("chats", *change, *here, check=2, privileged=False).stderr
            for change in (["delete", chat_id], ["rename", chat_id, "New"])
        ]
    finally:
        for path in inside:
            path.chmod(0o755)
    assert TURN.answer in shown.stdout
    for reported in refused:
        assert "Permission denied" in reported
        assert "RAGTUI_DATA_DIR" in reported
        assert reported.count("\n") == 1
    assert vault.chats.read(chat_id).turns == (TURN,)
