"""Links to files and folders of a vault, whether they are in the index or not."""

import os
import posixpath
from collections.abc import Callable
from pathlib import Path

from ragtui_core.documents.markdown.link_patterns import is_attachment
from ragtui_core.files.path_arguments import is_file, is_folder, is_possible
from ragtui_core.settings.obsidian import template_folder
from ragtui_core.text.folding import NOTE_EXTENSIONS


def linked_path(
    root: Path,
    target: str,
    source: str,
    may_exist: Callable[[str], bool] = lambda _: True,
) -> str | None:
    """The path of the file or folder that a link names.

    The name is relative to the note with the link, the root, or Obsidian's folder of
    templates; that of a note may be without extension.

    `target` is decoded and without a heading. `may_exist` spares looking for some
    paths.

    Returns:
        The path in the vault; None if there is no such file, or it is outside the
        vault, also by a symbolic link.
    """
    at_root = target.lstrip("/")
    if not at_root:
        return None
    folders = {posixpath.dirname(source): target, "": at_root}
    for folder, name in (folders | {template_folder(root): at_root}).items():
        for ending in ("", *NOTE_EXTENSIONS):
            path = posixpath.normpath(posixpath.join(folder, name)) + ending
            if path.startswith("/") or not is_possible(path):
                continue
            if may_exist(path) and _is_inside(root, root / path):
                return path
    return None


_HTML = (".html", ".htm")


def is_elsewhere(root: Path, target: str, source: str) -> bool:
    """Whether a link names a file that the vault need not have.

    That is one outside the vault (a note only if it is there), or a page of HTML in a
    folder that the vault does not have, as of another book on a site
    (`../std/index.html`). `target` is decoded and without a heading.
    """
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if not is_possible(path):
        return False
    if not is_attachment(target):
        is_outside = path.startswith(("../", "/")) and not path.startswith("//")
        return is_outside and is_file(root / path)
    if path.startswith("../"):
        return True
    folder = root / posixpath.dirname(path.lstrip("/"))
    is_page = path.lower().endswith(_HTML)
    return is_page and not is_folder(folder)


def _is_inside(root: Path, file: Path) -> bool:
    real = Path(os.path.realpath(file))
    return real.is_relative_to(root) and os.path.exists(real)  # noqa: PTH110  # Path.exists raises
