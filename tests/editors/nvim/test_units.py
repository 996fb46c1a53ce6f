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


def test_everything_else_is_in_the_help() -> None:
    page = (neovim.CLIENT / "doc" / "ragtui.txt").read_text()
    lua = neovim.CLIENT / "lua" / "ragtui"
    config = (lua / "config.lua").read_text()
    options = re.findall(r"^  (\w+) = \{(.*)\},$", config, re.MULTILINE)
    assert [name for name, _ in options] == ["layout", "picker"]
    for name, values in options:
        assert f"{name} = " in page
        assert [each for each in values.split(", ") if each.strip() not in page] == []
    answers = (lua / "answer.lua").read_text()
    keys = re.findall(r'^    (?:\["(.+)"\]|(\w+)) = \{ [^,]+, "', answers, re.MULTILINE)
    assert len(keys) == 7
    shown = page.partition("*ragtui-answers*")[2].partition("====")[0]
    assert [key for pair in keys for key in pair if key not in shown] == []
    server = (neovim.CLIENT / "lsp" / "ragtui.lua").read_text()
    events = re.findall(r'pattern = "(\w+)"', server)
    assert events == ["RagIndexChanged"]
    assert "data = news" in server
    plugin = (neovim.CLIENT / "plugin" / "ragtui.lua").read_text()
    for name, options in re.findall(r'command\("(Rag\w+)", "\w+", (.*)\)', plugin):
        heading = (
            f":{'[range]' * ('range' in options)}{name}{'[!]' * ('bang' in options)}"
        )
        takes = " [" if "nargs" in options else "\n"
        assert f"\n{heading}{takes}" in page
