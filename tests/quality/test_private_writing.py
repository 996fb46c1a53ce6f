"""Files and directories are made in one module alone, which keeps others out."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

ROOT = Path(__file__).parents[2]

WRITER = ROOT / "core" / "ragtui_core" / "files" / "private_files.py"

MAKES = frozenset(
    {"mkdir", "makedirs", "mknod", "write_bytes", "write_text"}
    | {"copy", "copy2", "copyfile", "copytree", "NamedTemporaryFile", "mkstemp"}
)
"""Functions and methods that make files or directories with the umask's rights."""

HARMLESS = frozenset({"gc", "copy", "cursor"})
"""Modules, and a database's cursor, with such a function that makes no file."""


def test_nothing_else_in_the_product_makes_files() -> None:
    files = [
        p for folder in ("core", "lsp", "tui") for p in (ROOT / folder).rglob("*.py")
    ]
    assert WRITER in files
    found = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in files
        if file != WRITER
        for line, name in makers(ast.parse(file.read_text("utf-8")))
    ]
    assert not found, "write with ragtui_core.files.private_files: " + ", ".join(found)


def test_ways_around_it_are_found() -> None:
    code = """
open(file, "w")
open(file, mode="ab+")
path.open("x")
path.write_text("a")
os.open(path, os.O_RDWR)
os.makedirs(path)
path.copy(other)
"""
    assert [line for line, _ in makers(ast.parse(code))] == [2, 3, 4, 5, 6, 7, 8]
    fine = """
open(file)
open(file, "rb")
path.open()
open(file, "wb", opener=open_private)
os.open(os.devnull, os.O_WRONLY)
os.open(path, _READ_ONLY)
array.copy()
"""
    assert list(makers(ast.parse(fine))) == []


def makers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and makes(node):
            yield node.lineno, ast.unparse(node.func)


def makes(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name(id="os"), attr="open"):
            reads = ast.unparse(call.args[1]) == "_READ_ONLY"
            return ast.unparse(call.args[0]) != "os.devnull" and not reads
        case ast.Attribute(attr="copy") if not call.args and not call.keywords:
            return False  # of an object in memory: a file is copied to somewhere
        case ast.Attribute(value=ast.Name(id=module), attr=name) if name in MAKES:
            return module not in HARMLESS
        case ast.Attribute(attr=name) if name in MAKES:
            return True
        case ast.Name(id="open"):
            return opens_to_write(call, 1)
        case ast.Attribute(attr="open"):
            return opens_to_write(call, 0)
    return False


def opens_to_write(call: ast.Call, position: int) -> bool:
    given = {word.arg: word.value for word in call.keywords}
    mode = given.get("mode", call.args[position] if call.args[position:] else None)
    text = mode.value if isinstance(mode, ast.Constant) else ""
    return (
        "opener" not in given
        and isinstance(text, str)
        and not set(text).isdisjoint("wax+")
    )
