"""Opens files in the user's editor, and in the program that the system has for them.

In the system's program a PDF is opened at
a page if it can be. The file's name is one argument of the program, which no shell
reads. Only files of our own kinds are opened so: the system has a viewer for these, and
runs none of them.
"""

import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import Any

from textual.app import App, SuspendNotSupported

from ragtui_core import RagtuiError

_GOTO = {"code", "code-insiders", "codium", "code-oss", "cursor", "windsurf"}
_COLON = {"subl", "sublime_text", "zed", "zeditor", "hx", "helix", "mate", "lapce"}
_WAITING = _GOTO | {"subl", "zed", "zeditor", "mate", "lapce"}
_LINE_OPTION = {"idea", "pycharm", "webstorm", "kate", "kwrite"}

EDITORS = "vi", "nano"
"""Programs that are the user's editor, if there are any and no variable names one."""


class EditorError(RagtuiError):
    """There is no editor, or it could not be used; the message has the reason."""


def user_editor() -> list[str]:
    """The words of the user's editor: `$VISUAL`, `$EDITOR`, or the first of `EDITORS`.

    Raises:
        EditorError: There is none, or a quotation mark in the variable is not closed.
    """
    stated = (os.environ.get(name, "").strip() for name in ("VISUAL", "EDITOR"))
    try:
        words = shlex.split(next(filter(None, stated), ""))
    except ValueError as error:
        raise EditorError(f"$VISUAL or $EDITOR cannot be read: {error}") from error
    words = words or [*filter(shutil.which, EDITORS)][:1]
    if not words:
        raise EditorError(
            "No editor was found. Set the variable VISUAL or EDITOR before you start "
            "ragtui, for instance: export EDITOR=emacs"
        )
    return words


def run_editor(
    app: App[Any], editor: Sequence[str], folder: Path, file: Path, line: int
) -> None:
    """Suspend the app, and edit a file until the editor ends.

    Args:
        app: The app, which is drawn again afterwards.
        editor: The words of `user_editor`.
        folder: Where the editor is run.
        file: The file.
        line: Where the editor opens the file, counted from 1.

    Raises:
        EditorError: The editor failed.
    """
    try:
        with app.suspend():
            failure = _failure_of(editor_command(editor, file, line), folder)
    except SuspendNotSupported as error:
        raise EditorError("An editor can be opened only in a terminal.") from error
    if failure:
        raise EditorError(failure)


def _failure_of(command: Sequence[str], folder: Path) -> str:
    """Run a command; how it failed, or "".

    It raises nothing: an exception in `suspend` would leave the app without a screen.
    """
    try:
        done = subprocess.run(command, cwd=folder, check=False)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return f"{command[0]} cannot be started: {reason}"
    status = done.returncode
    return f"{command[0]} ended with status {status}" if status else ""


def editor_command(editor: Sequence[str], file: Path, line: int) -> list[str]:
    """The words of the command that opens a file at a line.

    What is not known takes `+LINE FILE`, as vi, nano, emacs and most others do.
    """
    words = [*editor]
    name = PurePath(words[0].replace("\\", "/")).name.lower().removesuffix(".exe")
    if name in _WAITING and not {"--wait", "-w"} & set(words):
        words.append("--wait")
    if name in _GOTO:
        return [*words, "--goto", f"{file}:{line}"]
    if name in _COLON:
        return [*words, f"{file}:{line}"]
    if name in _LINE_OPTION:
        return [*words, "--line", str(line), str(file)]
    return [*words, f"+{line}", str(file)]


TIMEOUT_SECONDS = 3.0
"""A program that still runs after this time has opened the file."""

Run = Callable[[Sequence[str]], str]
"""Runs a command and gives its output, empty if it fails."""

_AT_PAGE = {
    "evince": "evince --page-index={page} {file}",
    "atril": "atril --page-index={page} {file}",
    "xreader": "xreader --page-index={page} {file}",
    "okular": "okular --page {page} {file}",
    "zathura": "zathura --page={page} {file}",
    "qpdfview": "qpdfview {file}#{page}",
    "mupdf": "mupdf {file} {page}",
    "firefox": "firefox {uri}#page={page}",
    "google-chrome": "google-chrome {uri}#page={page}",
    "chromium": "chromium {uri}#page={page}",
}
"""How viewers are told a page, which counts from 1, by a part of the name of their
`.desktop` file; from their manuals. Words are separated before names are put in."""


class OpeningFailed(RagtuiError):
    """No program opened the file; the message has the reason."""


def open_original(file: Path, page: int = 0) -> None:
    """Open a file of the vault; blocks for up to `TIMEOUT_SECONDS`.

    The page of a PDF counts from 1; 0 is none.

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
    """The words of the command that opens a file; `run` asks for a viewer."""
    if platform == "darwin":
        return ["open", str(file)]
    if page > 1 and file.suffix.lower() == ".pdf":
        viewer = run(["xdg-mime", "query", "default", "application/pdf"]).lower()
        for name, command in _AT_PAGE.items():
            if name in viewer:
                names = {"page": page, "file": file, "uri": file.as_uri()}
                return [word.format(**names) for word in command.split()]
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
