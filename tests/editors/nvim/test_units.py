"""The functions of units.lua, each in a separate Neovim; the help's tags."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support import neovim
from support.waiting import TIMEOUT

UNITS = Path(__file__).with_name("units.lua")
NAMES = re.findall(r"^function T\.(\w+)", UNITS.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_unit(name: str) -> None:
    done = subprocess.run(
        neovim.arguments("--headless", "-c", f"luafile {UNITS}"),
        env=os.environ | {"RAGTUI_UNIT": name},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.stdout == "ok\n", done.stdout + done.stderr


def test_tags_of_the_help_are_up_to_date(tmp_path: Path) -> None:
    doc = Path(shutil.copytree(neovim.CLIENT / "doc", tmp_path / "doc"))
    kept = (doc / "tags").read_text()
    command = [*neovim.arguments("--headless"), "-c", f"helptags {doc}", "-c", "quit"]
    subprocess.run(command, check=True, timeout=TIMEOUT)
    assert (doc / "tags").read_text() == kept


def test_every_command_is_in_the_help() -> None:
    plugin = (neovim.CLIENT / "plugin" / "ragtui.lua").read_text()
    tags = (neovim.CLIENT / "doc" / "tags").read_text()
    commands = re.findall(r'command\("(Rag\w+)"', plugin)
    assert commands
    assert [name for name in commands if f":{name}\t" not in tags] == []
