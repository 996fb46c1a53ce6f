"""Commands on a damaged index: one line that says what to do, exit code 2."""

import pytest

from ragtui_cli.main import main
from support.vaults import IndexVault


@pytest.mark.parametrize(
    "command",
    [
        ["index", "{vault}"],
        ["search", "apple", "--vault", "{vault}"],
        ["ask", "Which fruit?", "--vault", "{vault}"],
        ["status", "--vault", "{vault}"],
        ["status", "--check", "--vault", "{vault}"],
        ["show", "apple", "--vault", "{vault}"],
    ],
)
def test_each_command_says_so(
    index_vault: IndexVault, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    vault = index_vault({"apple.md": "# Apple\n\nA fruit."})
    vault.close()
    whole = vault.index_path.read_bytes()
    vault.index_path.write_bytes(b"\xff" * len(whole))
    code = main([part.format(vault=vault.root) for part in command])
    shown = capsys.readouterr().err
    assert code == 2
    assert "is damaged" in shown
    assert "`ragtui index --rebuild`" in shown
    assert "Traceback" not in shown
    assert len(shown.splitlines()) == 1


def test_check_passes_a_sound_index(
    index_vault: IndexVault, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = index_vault({"apple.md": "# Apple\n\nA fruit."})
    assert main(["status", "--check", "--vault", str(vault.root)]) == 0
    shown = capsys.readouterr().out
    assert "documents  1\n" in shown
    assert "problems   0\n" in shown
