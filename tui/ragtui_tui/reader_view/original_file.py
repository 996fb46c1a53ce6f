"""Opens a file in the program that the system has for it; a PDF at a page if it can.

The file's name is one argument of the program, which no shell reads. Only files of our
own kinds are opened: the system has a viewer for these, and runs none of them.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from ragtui_core import RagtuiError

TIMEOUT_SECONDS = 3.0
"""A program that still runs after this time has opened the file."""

Run = Callable[[Sequence[str]], str]
"""Runs a command and gives its output, empty if it fails."""

_AT_PAGE: dict[str, Callable[[Path, int], list[str]]] = {
    "evince": lambda file, page: ["evince", f"--page-index={page}", str(file)],
    "atril": lambda file, page: ["atril", f"--page-index={page}", str(file)],
    "xreader": lambda file, page: ["xreader", f"--page-index={page}", str(file)],
    "okular": lambda file, page: ["okular", "--page", str(page), str(file)],
    "zathura": lambda file, page: ["zathura", f"--page={page}", str(file)],
    "qpdfview": lambda file, page: ["qpdfview", f"{file}#{page}"],
    "mupdf": lambda file, page: ["mupdf", str(file), str(page)],
    "firefox": lambda file, page: ["firefox", f"{file.as_uri()}#page={page}"],
    "google-chrome": lambda file, page: [
        "google-chrome",
        f"{file.as_uri()}#page={page}",
    ],
    "chromium": lambda file, page: ["chromium", f"{file.as_uri()}#page={page}"],
}
"""How viewers are told a page, which counts from 1, by a part of the name of their
`.desktop` file; from their manuals."""


class OpeningFailed(RagtuiError):
    """No program opened the file; the message has the reason."""


def open_original(file: Path, page: int = 0) -> None:
    """Open a file of the vault; blocks for up to `TIMEOUT_SECONDS`.

    Args:
        file: An absolute path.
        page: The page of a PDF to show, from 1; 0 for none.

    Raises:
        OpeningFailed: No program opened it.
    """
    if sys.platform == "win32":
        try:
            os.startfile(file)
        except OSError as error:
            raise OpeningFailed(f"{file.name} cannot be opened: {error}") from error
        return
    command = opening_command(file, page, sys.platform, _output)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        reason = f"{command[0]} cannot be started: {error.strerror}"
        raise OpeningFailed(reason) from error
    try:
        status = process.wait(TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        threading.Thread(target=process.wait, daemon=True).start()
        return
    if status:
        raise OpeningFailed(f"{command[0]} has no program that opens {file.name}")


def opening_command(file: Path, page: int, platform: str, run: Run) -> list[str]:
    """The words of the command that opens a file.

    Args:
        file: An absolute path.
        page: The page of a PDF, from 1; 0 for none.
        platform: As `sys.platform`.
        run: Asks the system for its viewer.
    """
    if platform == "darwin":
        return ["open", str(file)]
    if page > 1 and file.suffix.lower() == ".pdf":
        viewer = run(["xdg-mime", "query", "default", "application/pdf"]).lower()
        for name, command in _AT_PAGE.items():
            if name in viewer:
                return command(file, page)
    return ["xdg-open", str(file)]


def _output(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
