"""Programs that an editor of a test finds on its PATH, and no others."""

import re
import shutil
import sys
from pathlib import Path

from support.commands import ROOT


def server_on_path(folder: Path) -> None:
    """Put a `ragtui-lsp` of this checkout into a folder of the PATH."""
    _script(folder / "ragtui-lsp", f'"{sys.executable}" -m ragtui_lsp.main')


def editor_on_path(folder: Path, name: str) -> None:
    """Put an editor there, too, which is on the PATH now."""
    _script(folder / name, f'"{shutil.which(name) or name}"')


def server_in_clone() -> None:
    """Put both where docs/editors.md takes the clone to be, in the user's home."""
    clone = Path.home() / "src" / "ragtui"
    server_on_path(clone / ".venv" / "bin")
    for name in ("editors", "sample-vault"):
        (clone / name).symlink_to(ROOT / name)


def documented(language: str) -> list[str]:
    """The blocks of a language in docs/editors.md, as one would copy them."""
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    found = rf"^ *```{language}\n(.*?)^ *```"
    return re.findall(found, page, re.MULTILINE | re.DOTALL)


def _script(file: Path, command: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    file.chmod(0o755)
