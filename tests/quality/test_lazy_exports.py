"""Names that packages export at their first use."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core"


STUBS = sorted(CORE.rglob("__init__.pyi"))


def package_of(stub: Path) -> str:
    return ".".join(stub.parent.relative_to(CORE).parts)


@pytest.mark.parametrize("stub", STUBS, ids=package_of)
def test_what_a_stub_declares_is_what_the_program_gets(stub: Path) -> None:
    package = import_module(package_of(stub))
    declared = [
        (str(statement.module), alias)
        for statement in ast.parse(stub.read_text("utf-8")).body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    ]
    assert package.__all__ == sorted(alias.name for _, alias in declared)
    for module, alias in declared:
        assert alias.asname == alias.name  # else type checkers take it for private
        value = getattr(import_module(module), alias.name)
        assert getattr(package, alias.name) is value


@pytest.mark.parametrize("stub", STUBS, ids=package_of)
def test_no_export_has_the_name_of_a_module_of_its_package(stub: Path) -> None:
    """Importing the module would set the attribute, and hide the export."""
    modules = {path.stem for path in stub.parent.iterdir()}
    assert not modules & set(import_module(package_of(stub)).__all__)


def test_an_unknown_name_is_an_error_of_its_package() -> None:
    with pytest.raises(AttributeError, match="no attribute 'unknown'"):
        import_module("ragtui_core").unknown  # noqa: B018 - looked up
