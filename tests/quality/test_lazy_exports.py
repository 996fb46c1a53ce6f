"""Names that packages export at their first use."""

from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core"


def packages() -> list[str]:
    """Every package of the core that declares exports."""
    files = sorted(CORE.rglob("__init__.py"))
    declaring = [file for file in files if "lazy_exports(" in file.read_text("utf-8")]
    return [".".join(file.parent.relative_to(CORE).parts) for file in declaring]


@pytest.mark.parametrize("package", packages())
def test_no_export_has_the_name_of_a_module_of_its_package(package: str) -> None:
    """Importing the module would set the attribute, and hide the export."""
    folder = CORE.joinpath(*package.split("."))
    modules = {each.stem for each in folder.iterdir()}
    assert not modules & set(import_module(package).__all__)
