"""The pages that are made from the commands, and one version in all files."""

import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "ragtui.1"


OF_OLDER_PYTHON = pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="argparse lays help out otherwise since 3.13"
)


@pytest.mark.parametrize(
    ("program", "page"),
    [
        pytest.param("make_cli_help.py", DOCS / "cli-help.md", marks=OF_OLDER_PYTHON),
        ("make_manual.py", PAGE),
    ],
)
def test_a_generated_page_is_up_to_date(program: str, page: Path) -> None:
    generator = runpy.run_path(str(DOCS / program))
    assert generator["page"]() == page.read_text("utf-8"), "run `just docs`"


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


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc checks the page")
def test_mandoc_has_no_complaint() -> None:
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", PAGE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
