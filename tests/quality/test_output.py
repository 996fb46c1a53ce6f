"""No module writes to a terminal past the stream that sanitizes."""

import ast
from collections.abc import Iterator

import pytest

from support.commands import ROOT

pytestmark = pytest.mark.lint

ALLOWED = {
    "core/ragtui_core/terminal/standard_streams.py": "is that stream",
    "tui/ragtui_cli/progress_bars.py": "draws progress bars",
    "tui/ragtui_serve/mcp/stdio.py": "speaks JSON, which escapes control codes",
    "tui/ragtui_tui/crash_report.py": "asks for an encoding",
    "tui/ragtui_tui/screen_filters.py": "asks for an encoding",
}
"""Modules that may, and why."""

BYPASSES = {"__stdout__", "__stderr__", "buffer", "unsanitized", "Console"}
"""Names by which the stream could be passed by."""

MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("core", "lsp", "tui")
    for path in (ROOT / folder).rglob("*.py")
)


def bypasses(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="sys"), attr=name):
                if name in BYPASSES:
                    yield f"line {node.lineno}: sys.{name}"
            case ast.Attribute(
                value=ast.Attribute(attr="stdout" | "stderr"), attr=name
            ):
                if name in BYPASSES:
                    yield f"line {node.lineno}: {name}"
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="os"), attr="write"),
                args=[ast.Constant(), *_],
            ):
                yield f"line {node.lineno}: os.write"
            case ast.Call(func=ast.Name(id="Console")):
                yield f"line {node.lineno}: Console"


def test_modules_print_by_way_of_the_sanitizer() -> None:
    found = {
        module: [*bypasses(ast.parse((ROOT / module).read_text("utf-8")))]
        for module in MODULES
        if module not in ALLOWED
    }
    wrong = {module: lines for module, lines in found.items() if lines}
    assert not wrong, "these write past ragtui_core.terminal"
    assert len(found) > 500


def test_a_bypass_is_seen() -> None:
    code = "sys.__stdout__.write(x); sys.stdout.buffer.write(x); os.write(1, x)"
    assert len([*bypasses(ast.parse(code))]) == 3
