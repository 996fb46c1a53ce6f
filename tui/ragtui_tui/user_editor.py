"""Opens files in the user's editor, which `$VISUAL` or `$EDITOR` names."""

import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from textual.app import App, SuspendNotSupported

from ragtui_core import RagtuiError

_GOTO = {"code", "code-insiders", "codium", "code-oss", "cursor", "windsurf"}
_COLON = {"subl", "sublime_text", "zed", "zeditor", "hx", "helix", "mate", "lapce"}
_WAITING = _GOTO | {"subl", "zed", "zeditor", "mate", "lapce"}
_LINE_OPTION = {"idea", "pycharm", "webstorm", "kate", "kwrite"}

NO_EDITOR = (
    "No editor is set. Set the variable VISUAL or EDITOR before you start ragtui, "
    "for instance: export EDITOR=nano"
)


class EditorError(RagtuiError):
    """The editor could not be used; the message has the reason."""

    def __init__(self, reason: str, *, severe: bool = True) -> None:
        """Store the reason, and whether it is a failure or missing configuration."""
        super().__init__(reason)
        self.severe = severe


def run_editor(app: App[Any], folder: Path, file: Path, line: int) -> None:
    """Suspend the app, and edit a file at a line until the editor ends.

    Args:
        app: The app.
        folder: The vault.
        file: A file in it, which may not exist yet.
        line: The line, from 1.

    Raises:
        EditorError: There is no folder for the file, no editor is set, or it failed.
    """
    if not file.parent.is_dir():
        raise EditorError(f"There is no folder {file.parent.relative_to(folder)}.")
    try:
        command = editor_command(os.environ, file, line)
    except ValueError as error:
        raise EditorError(f"$VISUAL or $EDITOR cannot be read: {error}") from error
    if command is None:
        raise EditorError(NO_EDITOR, severe=False)
    try:
        with app.suspend():
            done = subprocess.run(command, cwd=folder, check=False)
    except SuspendNotSupported as error:
        raise EditorError("An editor can be opened only in a terminal.") from error
    except OSError as error:
        reason = f"{command[0]} cannot be started: {error.strerror}"
        raise EditorError(reason) from error
    if done.returncode:
        raise EditorError(f"{command[0]} ended with status {done.returncode}")


def editor_command(
    environment: Mapping[str, str], file: Path, line: int
) -> list[str] | None:
    """The words of the command that opens a file; None if no editor is set.

    `$VISUAL` counts before `$EDITOR`, and both may have arguments. What is not known
    takes `+LINE FILE`, as vi, nano, emacs and most others do.

    Raises:
        ValueError: A quotation mark in the variable is not closed.
    """
    setting = (
        environment.get("VISUAL", "").strip() or environment.get("EDITOR", "").strip()
    )
    if not setting:
        return None
    words = shlex.split(setting)
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
