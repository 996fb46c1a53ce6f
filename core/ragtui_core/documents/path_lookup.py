"""Finds the document that a user names."""

import difflib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from ragtui_core.errors import DocumentNotFound
from ragtui_core.files.path_arguments import is_file, is_possible


def find_path(name: str, root: Path, paths: Callable[[], Sequence[str]]) -> str:
    """The path, relative to the vault, of the document called `name`.

    Args:
        name: A path relative to the vault or an absolute one in it; or, if only one
            document matches, the end of a path or a file's name without extension.
        root: The vault.
        paths: Returns the path of every indexed document; called only if needed.

    Raises:
        DocumentNotFound: No document matches, or more than one.
    """
    named = Path(name)
    if is_possible(name) and named.is_absolute():
        real = Path(os.path.realpath(named))
        if real.is_relative_to(root):
            return real.relative_to(root).as_posix()
    if is_file(root / named):
        return named.as_posix()
    known = paths()
    found = [path for path in known if _matches(path, name)]
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(found[:5])
        raise DocumentNotFound(f"{name!r} is ambiguous: {several}; give the full path")
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise DocumentNotFound(f"no document {name!r} in {root}{hint}")


def _matches(path: str, name: str) -> bool:
    stem = path.rpartition(".")[0]
    return path.endswith(f"/{name}") or f"/{stem}".endswith(f"/{name}")
