"""docs/api.md runs, and what each public package declares agrees."""

import ast
import re
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import open_vault

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
CORE = ROOT / "core" / "ragtui_core"


def _package(init: Path) -> str:
    return ".".join(init.parent.relative_to(CORE.parent).parts)


PACKAGES = [_package(stub) for stub in sorted(CORE.rglob("__init__.pyi"))]


def test_the_blocks_of_the_api_page_run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    sample_index: Path,
) -> None:
    shutil.copytree(ROOT / "sample-vault", tmp_path / "sample-vault")
    vault = open_vault(tmp_path / "sample-vault")
    vault.index_path.parent.mkdir(parents=True)
    shutil.copyfile(sample_index, vault.index_path)
    vault.close()
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in BLOCKS:
        exec(block, names)
    printed = capsys.readouterr().out
    assert names["finished"].pending == 0
    assert names["result"].hits
    assert names["keyword_only"].hits
    assert {source.path for source in names["sources"]} >= {
        citation.path for citation in names["citations"]
    }
    assert names["citations"]
    assert names["checked"].verdict.verified
    assert printed.count("True verified") == len(names["citations"])
    assert "no-such-folder" in printed


def test_the_api_page_uses_the_declared_api_alone() -> None:
    imported = {
        (node.module, name.name)
        for block in BLOCKS
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
        if node.module.startswith("ragtui")
    }
    declared = {
        (package, name)
        for package in PACKAGES
        for name in import_module(package).__all__
    }
    assert imported
    assert imported - declared == set()


def test_the_api_page_names_every_public_package() -> None:
    listed = PAGE.partition("## ")[0]
    below = [name.removeprefix("ragtui_core.") for name in PACKAGES if "." in name]
    assert [name for name in below if f"`{name}`" not in listed] == []
