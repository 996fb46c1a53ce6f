"""Every `--help` has examples."""

import pytest

from ragtui_cli.command_parser import COMMANDS
from ragtui_cli.main import main

CHATS = [["chats", part] for part in ("show", "rename", "delete", "export")]


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS), *CHATS])
def test_help_has_examples(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--help"]) == 0
    _, found, examples = capsys.readouterr().out.partition("\nexamples:\n")
    assert found
    assert examples.startswith(f"  ragtui {' '.join(command)}".rstrip())
