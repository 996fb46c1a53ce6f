"""Notes that are created: their paths, relative to the vault, and first texts."""

import os
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.documents.markdown.link_patterns import is_attachment, is_note
from ragtui_core.documents.markdown.link_types import Link, LinkKind
from ragtui_core.files.path_arguments import is_possible
from ragtui_core.links.link_text import file_stem
from ragtui_core.links.linked_files import is_elsewhere
from ragtui_core.text.folding import NOTE_EXTENSIONS

if TYPE_CHECKING:
    from ragtui_core.vault.vault import Vault

NOTE_EXTENSION = NOTE_EXTENSIONS[0]

_HTML = re.compile(r"\.html?\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NewNote:
    """A note that can be created. Whether it is, the front end or its user decides.

    Attributes:
        path: Relative to the vault, with forward slashes; inside the vault.
        text: Its first text, which ends with a line feed.
        exists: Whether there is such a file already, which must not be replaced.
    """

    path: str
    text: str
    exists: bool


def new_note(vault: "Vault", path: str, title: str) -> NewNote:
    """A note at a path of the vault, with its title as a heading."""
    return NewNote(path, f"# {title}\n", _exists(vault.root, path))


def linked_path(link: Link, source: str, root: Path) -> str | None:
    """Where the note that a link names would be created.

    A wiki link by name alone leads to the folder of the note with the link, one with
    folders is from the vault's root; Markdown's own links are relative to that note.

    Args:
        link: A link that leads to no note.
        source: The path of the note with the link.
        root: The vault, as a real path.

    Returns:
        A path of no file yet, or None if the link cannot name a new note: one to a file
        of another kind, out of the vault, hidden, or with a name that no file can have.
    """
    target = _HTML.sub(NOTE_EXTENSION, link.target.strip())
    if (
        is_elsewhere(root, link.target, source)
        or is_attachment(target)
        or not _can_be_named(target.lstrip("/"))
    ):
        return None
    from_root = link.kind is LinkKind.WIKI and "/" in target
    if target.startswith("/") or (from_root and not target.startswith(("./", "../"))):
        path = target.lstrip("/")
    else:
        path = posixpath.join(posixpath.dirname(source), target)
    path = posixpath.normpath(path)
    path = path if is_note(path) else path + NOTE_EXTENSION
    return path if is_inside(root, path) and not _exists(root, path) else None


def is_inside(root: Path, path: str) -> bool:
    """Whether a path leads to a file in the vault, links considered."""
    if not is_possible(path) or path.startswith(("/", "../")):
        return False
    return Path(os.path.realpath(root / path)).is_relative_to(root)


def _can_be_named(target: str) -> bool:
    """Whether every part of a target can be the name of a file that is indexed."""
    parts = [part for part in target.split("/") if part not in {".", ".."}]
    return bool(parts) and all(part and file_stem(part) == part for part in parts)


def _exists(root: Path, path: str) -> bool:
    return os.path.lexists(root / path)
