"""Tests wait for events and conditions: a sleep is too short or too long."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]

SLEEPS = {"sleep", "wait_for_timeout", "rest"}
"""Of `time` and `asyncio`, of Playwright's pages, of `support.screens.Terminal`."""

ALLOWED = {
    "support/waiting.py": "looks again at what gives no event, up to a deadline",
    "support/workbench.py": "VS Code fades in what a picture is to show",
    "editors/vscode/test_host.py": "Playwright handles events only while it waits",
    "editors/vscode/test_page.py": "Playwright handles events only while it waits",
    "tui/test_snapshots.py": "no event follows the last repaint",
}


def sleeps(code: str) -> Iterator[int]:
    """The lines of calls that wait for a time other than 0."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call) or not isinstance(
            node.func, ast.Attribute | ast.Name
        ):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else called.id
        is_zero = [ast.unparse(argument) for argument in node.args] == ["0"]
        if name in SLEEPS and not is_zero:
            yield node.lineno


def test_no_test_sleeps() -> None:
    found = {
        file.relative_to(TESTS).as_posix(): lines
        for file in TESTS.rglob("*.py")
        if (lines := [*sleeps(file.read_text("utf-8"))])
    }
    assert found.keys() == ALLOWED.keys(), found


def test_sleeps_are_recognised() -> None:
    code = "time.sleep(0.1)\nawait asyncio.sleep(0)\nfrom time import sleep\nsleep(n)"
    assert [*sleeps(code)] == [1, 4]
