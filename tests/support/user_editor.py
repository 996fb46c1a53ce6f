"""A program that replaces the user's editor."""

import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.drivers.headless_driver import HeadlessDriver

EDITOR = """\
#!{python}
import pathlib, sys
line, name = sys.argv[1:]
file = pathlib.Path(name)
lines = file.read_text().split("\\n") if file.exists() else ["NEW"]
lines[int(line.removeprefix("+")) - 1] += " EDITED"
file.write_text("\\n".join(lines))
sys.exit({status})
"""


@contextmanager
def an_editor(
    folder: Path, monkeypatch: pytest.MonkeyPatch, status: int = 0
) -> Iterator[None]:
    """A program that changes the line it is called with; no terminal is needed."""
    script = folder / "fake editor"
    script.write_text(EDITOR.format(python=sys.executable, status=status))
    script.chmod(script.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("EDITOR", f"'{script}'")
    monkeypatch.delenv("VISUAL", raising=False)
    yield


def can_suspend(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the screen be left, which a driver without a terminal does not offer."""
    left: list[str] = []
    for name, value in {
        "can_suspend": True,
        "suspend_application_mode": lambda _: left.append("left"),
        "resume_application_mode": lambda _: left.append("back"),
    }.items():
        monkeypatch.setattr(HeadlessDriver, name, value)
    return left
