"""The package ragtui-multilingual, installed beside the command."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from support.commands import command
from support.quiet_home import QuietHome
from support.waiting import TIMEOUT

pytestmark = pytest.mark.skipif(
    not os.environ.get("RAGTUI_TEST_MULTILINGUAL"),
    reason="the environment of RAGTUI_TEST_COMMAND may lack ragtui-multilingual",
)

NOTES = {
    "Pumpe.md": "# Pumpe\n\nDie Pumpe ist blau und wird nicht mehr gebaut.\n",
    "Boot.md": "# Boot\n\nDas Boot hat ein Loch und liegt im Hafen.\n",
}


def test_a_german_vault_is_searched_by_meaning_in_english(tmp_path: Path) -> None:
    home, notes = QuietHome(tmp_path), tmp_path / "notes"
    notes.mkdir()
    for name, text in NOTES.items():
        (notes / name).write_text(text)

    def ragtui(*arguments: str, sure: bool = True) -> str:
        done = subprocess.run(
            [*command(), *arguments],
            capture_output=True,
            text=True,
            cwd=notes,
            env=home.environment(),
            stdin=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == (0 if sure else 1), done.stderr + done.stdout
        return done.stdout

    ragtui("index", ".")
    status = json.loads(ragtui("status", "--json"))
    assert status["model_reads"] == "about 100 languages"
    assert status["model_advice"] == ""
    found = json.loads(ragtui("search", "the boat has a hole", "--json"))
    assert found["hits"][0]["path"] == "Boot.md"
    # Further words are nearest to the right note, and no clear match of it.
    found = json.loads(ragtui("search", "a leaking vessel", "--json", sure=False))
    assert found["hits"][0]["path"] == "Boot.md"
