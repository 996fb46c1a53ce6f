"""`ragtui verify` of a note that is in the vault itself."""

import json

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import Selection, Vault
from ragtui_core.citations import write_citation
from support.vaults import MakeVault

QUOTE = "The valve of the big pump is 12 mm wide and made of brass."


@pytest.fixture
def vault(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    made = make_vault({"pump.md": f"# Pump\n\n## Valve\n\n{QUOTE}\n"})
    cited = write_citation(made.quotations.quote(Selection(QUOTE, "pump.md")))
    (made.root / "saved.md").write_text(f"# Saved\n\n{cited}\n")
    (made.root / "draft.md").write_text(f'As they say: "{QUOTE}"\n')
    made.index(embed=False)
    monkeypatch.chdir(made.root)
    return made


def test_the_note_is_never_where_its_quotation_is(
    vault: Vault, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "saved.md"]) == exit_codes.FOUND
    (vault.root / "pump.md").unlink()
    vault.index(embed=False)
    capsys.readouterr()
    assert main(["verify", "draft.md", "--all", "--json"]) == exit_codes.NOTHING
    (found,) = json.loads(capsys.readouterr().out)["citations"]
    assert found["verdict"] == "missing"
    (vault.root / "draft.md").unlink()
    vault.index(embed=False)
    for options in ([], ["--all"]):
        assert main(["verify", "saved.md", *options, "--json"]) == exit_codes.NOTHING
        (found,) = json.loads(capsys.readouterr().out)["citations"]
        assert found["verdict"] == "file_missing"


def test_a_row_says_what_changed_above_a_quotation(
    vault: Vault, capsys: pytest.CaptureFixture[str]
) -> None:
    pump = vault.root / "pump.md"
    pump.write_text(pump.read_text().replace("## Valve", "## Seal"))
    assert main(["verify", "saved.md"]) == exit_codes.NOTHING
    shown = capsys.readouterr().out
    assert "context changed (the heading above changed: Valve → Seal)" in shown
    assert main(["verify", "saved.md", "--json"]) == exit_codes.NOTHING
    (found,) = json.loads(capsys.readouterr().out)["citations"]
    assert found["change"] == "the heading above changed: Valve → Seal"
