"""Front ends import what docs/api.md declares, and a contract forbids all else."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core" / "ragtui_core"
CONTRACT = "Front ends and extensions import the declared API of the core alone"


def declared() -> set[str]:
    """The sub-packages that docs/api.md names."""
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    sentence = page.partition("sub-packages")[2].partition(" export ")[0]
    return set(re.findall(r"`(\w+)`", sentence))


def test_the_contract_forbids_what_is_not_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contract,) = (
        each
        for each in project["tool"]["importlinter"]["contracts"]
        if each["name"] == CONTRACT
    )
    inside = {path.parent.name for path in CORE.glob("*/__init__.py")}
    inside |= {path.stem for path in CORE.glob("*.py")} - {"__init__"}
    assert declared() <= inside
    forbidden = {f"ragtui_core.{name}" for name in inside - declared()}
    assert {*contract["forbidden_modules"]} == forbidden | {"ragtui_core.*.*"}


def test_every_declared_package_has_exports() -> None:
    for name in declared():
        assert (CORE / name / "__init__.pyi").exists(), name
