"""docs/api.md runs, declares what is exported, and front ends import nothing else."""

import ast
import re
import shutil
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import open_vault

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
CORE = ROOT / "core" / "ragtui_core"
CONTRACT = "Front ends and extensions import the declared API of the core alone"


def imports_in(text: str) -> list[tuple[str, ast.alias]]:
    """Modules, and the names that are imported from them."""
    return [
        (str(node.module), name)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]


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
    assert names["checked"].verdict.verified
    assert printed.count("True verified") == len(names["citations"]) > 0
    assert "no-such-folder" in printed


STUBS = {
    ".".join(stub.parent.relative_to(CORE.parent).parts): stub
    for stub in sorted(CORE.rglob("__init__.pyi"))
}
"""The packages that export names at their first use, and what declares these."""


def test_the_api_page_uses_and_names_what_is_declared() -> None:
    imported = {
        (module, name.name) for block in BLOCKS for module, name in imports_in(block)
    }
    used = {each for each in imported if each[0].startswith("ragtui")}
    assert used
    assert {
        (package, name) for package in STUBS for name in import_module(package).__all__
    } >= used
    below = {name.removeprefix("ragtui_core.") for name in STUBS if "." in name}
    assert {
        each for each in below if f"`{each}`" not in PAGE.partition("## ")[0]
    } == set()


@pytest.mark.parametrize("name", STUBS)
def test_what_a_stub_declares_is_what_the_program_gets(name: str) -> None:
    package = import_module(name)
    declared = imports_in(STUBS[name].read_text("utf-8"))
    assert package.__all__ == sorted(alias.name for _, alias in declared)
    for module, alias in declared:
        assert alias.asname == alias.name  # else type checkers take it for private
        value = getattr(import_module(module), alias.name)
        assert getattr(package, alias.name) is value
    # Importing a module of this name would set the attribute, and hide the export.
    assert not {path.stem for path in STUBS[name].parent.iterdir()} & {*package.__all__}
    with pytest.raises(AttributeError, match="no attribute 'unknown'"):
        package.unknown  # noqa: B018 - looked up


def test_the_contract_forbids_what_is_not_declared() -> None:
    sentence = PAGE.partition("sub-packages")[2].partition(" export ")[0]
    declared = set(re.findall(r"`(\w+)`", sentence))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contract,) = (
        each
        for each in project["tool"]["importlinter"]["contracts"]
        if each["name"] == CONTRACT
    )
    inside = {path.parent.name for path in CORE.glob("*/__init__.py")}
    inside |= {path.stem for path in CORE.glob("*.py")} - {"__init__"}
    assert declared <= inside
    forbidden = {f"ragtui_core.{name}" for name in inside - declared}
    assert {*contract["forbidden_modules"]} == forbidden | {"ragtui_core.*.*"}
    assert {f"ragtui_core.{name}" for name in declared} <= STUBS.keys()
