"""The person's editor, and how it is told to open a file at a line."""

import shlex
from collections.abc import Mapping
from pathlib import Path, PurePath

_GOTO = {"code", "code-insiders", "codium", "code-oss", "cursor", "windsurf"}
_COLON = {"subl", "sublime_text", "zed", "zeditor", "hx", "helix", "mate", "lapce"}
_WAITING = _GOTO | {"subl", "zed", "zeditor", "mate", "lapce"}
_LINE_OPTION = {"idea", "pycharm", "webstorm", "kate", "kwrite"}

NO_EDITOR = (
    "No editor is set. Set the variable VISUAL or EDITOR before you start ragtui, "
    "for instance: export EDITOR=nano"
)


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
