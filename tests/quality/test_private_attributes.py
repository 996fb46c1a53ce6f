"""Tests use private attributes of libraries in one module, each with its reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
ALLOWED = {"support/library_internals.py"}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def defined(tree: ast.AST) -> Iterator[str]:
    """Names that a module defines: functions, classes, variables and attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def used(tree: ast.AST) -> Iterator[str]:
    """Private names that a module takes from others."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()) if is_private(name):
                yield name
            case ast.ImportFrom(names=names):
                yield from (each.name for each in names if is_private(each.name))


def trees(folder: Path) -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in folder.rglob("*.py")}


def test_private_attributes_of_libraries_are_used_in_one_module() -> None:
    tests = trees(TESTS)
    ours = {
        name
        for folder in ("core", "lsp", "tui")
        for tree in trees(ROOT / folder).values()
        for name in defined(tree)
    } | {name for tree in tests.values() for name in defined(tree)}
    ours |= {"_asdict", "_fields", "_replace"}  # Public methods of named tuples.
    found = {
        path.relative_to(TESTS).as_posix(): names
        for path, tree in tests.items()
        if (names := {*used(tree)} - ours)
    }
    assert found.keys() == ALLOWED, found


def test_private_attributes_are_recognised() -> None:
    code = "from a import _b\nc._d = 1\nprint(e._f, g.h)\nclass _I: ...\n_j = 2"
    tree = ast.parse(code)
    assert {*used(tree)} == {"_b", "_f"}
    assert {name for name in defined(tree) if is_private(name)} == {"_d", "_I", "_j"}
