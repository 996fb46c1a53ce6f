"""The document that a person means by a name."""

import difflib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from ragtui_core.errors import DocumentNotFound
from ragtui_core.files.path_arguments import is_file, is_possible


def find_path(name: str, root: Path, paths: Callable[[], Sequence[str]]) -> str:
    """The path, relative to the vault, of the document called `name`.

    Args:
        name: A path relative to the vault or an absolute one into it; or, if only one
            document has it, the end of a path or a file's name without its ending.
        root: The vault.
        paths: Gives every indexed document's path; asked only if it is needed.

    Raises:
        DocumentNotFound: Nothing, or more than one document, answers to it.
    """
    given = Path(name)
    if is_possible(name) and given.is_absolute():
        real = Path(os.path.realpath(given))
        if real.is_relative_to(root):
            return real.relative_to(root).as_posix()
    if is_file(root / given):
        return given.as_posix()
    known = paths()
    found = [path for path in known if _answers_to(path, name)]
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(found[:5])
        raise DocumentNotFound(f"{name!r} may be any of {several}: name one fully")
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise DocumentNotFound(f"there is no document {name!r} in {root}{hint}")


def _answers_to(path: str, name: str) -> bool:
    stem = path.rpartition(".")[0]
    return path.endswith(f"/{name}") or f"/{stem}".endswith(f"/{name}")
