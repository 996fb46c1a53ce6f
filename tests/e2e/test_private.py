"""Nothing that the commands write is readable by others, or is stored elsewhere."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.commands import ROOT, command
from support.every_command import QUESTION, run_every_command
from support.quiet_home import QuietHome
from support.waiting import TIMEOUT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs modes of POSIX")


def test_an_empty_home_after_every_command_under_no_umask(tmp_path: Path) -> None:
    home = QuietHome(tmp_path)
    notes = Path(shutil.copytree(ROOT / "sample-vault", tmp_path / "notes"))

    def ragtui(*arguments: "str | Path") -> str:
        done = subprocess.run(
            [*command(), *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=home.environment(),
            stdin=subprocess.DEVNULL,
            umask=0,
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    assert "Curlew" in ragtui("search", QUESTION, "--vault", notes), (
        "indexed by the first search"
    )
    ragtui("index", notes)
    run_every_command(ragtui, notes)
    assert home.open_to_others() == []
    assert home.strangers() == []
    expected = {"index.db", "index.db.lock", "log.lock", ".lock", "evaluations.jsonl"}
    assert expected <= home.written()
