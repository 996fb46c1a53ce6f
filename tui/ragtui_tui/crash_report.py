"""Crash reports: files that a user can send.

It has versions, the platform and where in the code it happened. The text of an error
is left out, since it may quote notes; so are the values of variables.
"""

import os
import platform
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from ragtui_core.files import private_directory, write_private

FOLDER = "crashes"
"""In the data directory."""

KEPT = 10
"""Reports; older ones go."""


def write_report(error: BaseException, data_directory: Path) -> Path | None:
    """Write a report; its file, or None if it cannot be written."""
    folder = data_directory / FOLDER
    name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    try:
        private_directory(folder)
        write_private(folder / name, ("\n".join(_report(error)) + "\n").encode())
        for old in sorted(folder.glob("*.txt"))[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return folder / name


def _report(error: BaseException) -> Iterator[str]:
    yield f"ragtui {_version('ragtui')}, Textual {_version('textual')}"
    yield f"Python {platform.python_version()} on {platform.platform()}"
    for name in ("TERM", "COLORTERM", "TERM_PROGRAM", "LANG"):
        yield f"{name}: {os.environ.get(name, '')}"
    terminal = sys.__stdout__  # noqa: TID251 - only its encoding
    yield f"terminal encoding: {getattr(terminal, 'encoding', '')}"
    yield "(Error messages are left out: they may quote notes.)"
    seen: BaseException | None = error
    while seen is not None:
        yield ""
        kind = type(seen)
        yield f"{kind.__module__}.{kind.__qualname__}"
        for frame in traceback.extract_tb(seen.__traceback__):
            yield f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}"
            yield f"    {frame.line}"
        seen = seen.__cause__ or seen.__context__


def _short(filename: str) -> str:
    """A source file from its package on; the rest names the user's folders."""
    parts = Path(filename).parts
    names = ("site-packages", "core", "tui", "lsp", "lib")
    at = next((parts.index(name) for name in names if name in parts), len(parts) - 2)
    return "/".join(parts[at + 1 :])


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "?"
