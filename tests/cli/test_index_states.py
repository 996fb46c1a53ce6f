"""Each state of the index, in the words of the core: `status` and `index`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ragtui_cli.main import main
from ragtui_core.index_state import IndexStateName
from ragtui_core.indexing.coverage import VaultCoverage
from ragtui_core.indexing.index_tracker import IndexTracker
from support.index_states import EVERY_STATE

if TYPE_CHECKING:
    import pytest

    from support.vaults import MakeVault


def test_status_has_the_words_of_the_core(
    make_vault: MakeVault,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = IndexStateName.INCOMPLETE
    vault = make_vault({"a.md": "# Apple"})
    vault.index(embed=False)
    begin, sentence = EVERY_STATE[name]
    tracker = IndexTracker()
    begin(tracker)
    monkeypatch.setattr(VaultCoverage, "state", lambda *_: tracker.state)
    place = ["--vault", str(vault.root), "--db", str(vault.index_path)]
    assert main(["status", *place]) == 0
    assert f"state      {sentence}\n" in capsys.readouterr().out
    assert main(["status", "--json", *place]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["state"], found["state_sentence"]) == (name, sentence)
