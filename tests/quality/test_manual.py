"""docs/ragtui.1 has every command and option, and is roff that readers accept."""

import argparse
import json
import re
import runpy
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from ragtui_cli.command_parser import COMMANDS, parser_of
from support.library_internals import options_of

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "ragtui.1"


def test_the_manual_is_up_to_date() -> None:
    generator = runpy.run_path(str(DOCS / "make_manual.py"))
    assert generator["page"]() == PAGE.read_text("utf-8"), "run `just docs`"


def test_one_version_is_named_everywhere() -> None:
    root = DOCS.parent
    projects = (root / "pyproject.toml", root / "multilingual/pyproject.toml")
    versions = [
        tomllib.loads(file.read_text())["project"]["version"] for file in projects
    ]
    extension = (root / "editors/vscode/package.json").read_text("utf-8")
    log = (root / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\d\S+) - ", log, re.MULTILINE)
    assert newest
    assert {*versions, json.loads(extension)["version"]} == {newest[1]}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_manual_has_every_command_and_option(command: str) -> None:
    text = PAGE.read_text("utf-8").replace("\\-", "-")
    _, _, rest = text.partition(f".SS ragtui {command} [options]")
    section = rest.partition("\n.SS ragtui ")[0]
    for option, action in options_of(parser_of(command)).items():
        assert (option in section) is (action.help != argparse.SUPPRESS), option
    assert f"ragtui {command}" in section.partition("Examples:")[2]


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc checks the page")
def test_mandoc_has_no_complaint() -> None:
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", PAGE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff formats the page")
def test_groff_formats_it_without_warnings() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tascii", PAGE],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "ragtui search" in done.stdout
