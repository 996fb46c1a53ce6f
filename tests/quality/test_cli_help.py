"""docs/cli-help.md is what the commands print."""

import runpy
import sys
from pathlib import Path

import pytest

from ragtui_cli.command_parser import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "cli-help.md").read_text("utf-8")


@pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="argparse lays help out otherwise since 3.13"
)
def test_the_page_is_up_to_date() -> None:
    generator = runpy.run_path(str(DOCS / "make_cli_help.py"))
    assert generator["page"]() == PAGE, "run `just docs`"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_section(command: str) -> None:
    assert f"## `ragtui {command}`\n\n```text\nusage: ragtui {command} " in PAGE
