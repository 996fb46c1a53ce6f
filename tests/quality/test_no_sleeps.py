"""Tests wait for events and conditions: a sleep is too short or too long.

Nor do those of the README's command give up by the clock, which goes on while a busy
machine gives them no time.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

TESTS = Path(__file__).parents[1]

SLEEPS = {"sleep", "wait_for_timeout", "rest"}
"""Of `time` and `asyncio`, of Playwright's pages, of `support.screens.Terminal`."""

ALLOWED = {
    "support/waiting.py": "looks again at what gives no event, up to a deadline",
    "support/library_internals.py": "Textual looks whether the app is idle",
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
        if name in SLEEPS and [*map(ast.unparse, node.args)] != ["0"]:
            yield node.lineno


def test_no_test_sleeps() -> None:
    found = {
        file.relative_to(TESTS).as_posix(): lines
        for file in TESTS.rglob("*.py")
        if (lines := [*sleeps(file.read_text("utf-8"))])
    }
    assert found.keys() == ALLOWED.keys(), found


CLOCKS = {"monotonic", "perf_counter"}
"""Of `time`."""

TIERS = ("e2e/", "editors/", "network/", "serve/page/")
"""Folders of tests that the README's command leaves out."""

BY_THE_CLOCK = {
    "core/answer/test_llama_server.py": "a tier",
    "core/search/ranking/test_cross_encoder.py": "a tier",
    "lsp/test_processes.py": "a tier",
    "serve/test_schemathesis.py": "a tier",
    "support/release.py": "of tiers",
    "support/web_page.py": "of tiers",
    "support/workbench.py": "of tiers",
}


def limits(code: str) -> Iterator[int]:
    """The lines of calls that read a clock or give up after some seconds."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        limit = [k.value for k in node.keywords if k.arg == "timeout"]
        is_limited = limit and ast.unparse(limit[0]) not in {"0", "None", "timeout"}
        if is_limited or called in CLOCKS:
            yield node.lineno


def test_no_test_gives_up_by_the_clock() -> None:
    found = {
        name: lines
        for file in TESTS.rglob("*.py")
        if not (name := file.relative_to(TESTS).as_posix()).startswith(TIERS)
        if "postgres" not in name and (lines := [*limits(file.read_text("utf-8"))])
    }
    assert found.keys() == BY_THE_CLOCK.keys(), found


def test_limits_are_recognised() -> None:
    code = "run(x, timeout=9)\nrun(x, timeout=None)\ntime.monotonic()\nwait()"
    assert [*limits(code)] == [1, 3]


def test_sleeps_are_recognised() -> None:
    code = "time.sleep(0.1)\nawait asyncio.sleep(0)\nfrom time import sleep\nsleep(n)"
    assert [*sleeps(code)] == [1, 4]
