"""Templates of notes: the files of a folder, with places for date, time and title.

The folder and the formats are those of Obsidian's own plug-in for templates, unless a
setting names another folder: `{{title}}`, `{{date}}`, `{{time}}`, `{{date:FORMAT}}` and
`{{time:FORMAT}}`, the latter two as moment.js writes dates. Nothing is written.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.errors import RagtuiError
from ragtui_core.links.link_text import file_stem
from ragtui_core.new_notes.first_text import NewNote
from ragtui_core.new_notes.journals import moment_date
from ragtui_core.new_notes.note_names import free_path, is_inside
from ragtui_core.settings.obsidian import obsidian_text, template_folder
from ragtui_core.text.folding import stem_of

if TYPE_CHECKING:
    from ragtui_core.vault.vault import Vault

MAX_TEMPLATES = 1_000

_MATCH = re.compile(
    r"\{\{[ \t]*(?P<name>date|time|title)[ \t]*(?::(?P<format>[^{}\r\n]+))?\}\}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Template:
    """A file of the vault whose text new notes begin with."""

    name: str
    """The path in the folder of templates, without extension."""
    path: str
    """Relative to the vault."""


def templates(vault: "Vault") -> list[Template]:
    """The vault's templates by name; empty if it has no folder of them; blocks."""
    folder = template_folder(vault.root, vault.settings)
    if not folder:
        return []
    files = sorted((vault.root / folder).rglob("*"))[:MAX_TEMPLATES]
    paths = [file.relative_to(vault.root).as_posix() for file in files]
    return [
        Template(path[len(folder) + 1 :].rpartition(".")[0], path)
        for path in paths
        if is_note(path) and is_inside(vault.root, path)
    ]


def note_from_template(
    vault: "Vault", name: str, title: str, folder: str, now: datetime
) -> NewNote:
    """The note with a title that a template begins; blocks.

    Args:
        vault: The vault.
        name: That of one of the vault's `templates`.
        title: Its title, and so the name of its file, which does not exist yet.
        folder: Where it goes, relative to the vault.
        now: For its dates.

    Raises:
        RagtuiError: There is no such template, or `title` can be no name of a file.
    """
    known = {template.name: template for template in templates(vault)}
    if name not in known:
        names = ", ".join(known) or "this vault has none"
        raise RagtuiError(f"There is no template {name!r} ({names}).")
    if not (stem := file_stem(title)):
        raise RagtuiError(f"{title!r} cannot be the name of a file.")
    path = free_path(vault.root, folder, stem)
    text = template_text(vault, known[name].path, stem_of(path), now)
    return NewNote(path, text, exists=False)


def template_text(vault: "Vault", path: str, title: str, now: datetime) -> str:
    """The text of a template with its places filled; blocks.

    Raises:
        RagtuiError: It cannot be read.
    """
    usual = {
        "date": obsidian_text(vault.root, "templates", "dateFormat") or "YYYY-MM-DD",
        "time": obsidian_text(vault.root, "templates", "timeFormat") or "HH:mm",
    }

    def filled(match: re.Match[str]) -> str:
        kind = match["name"].lower()
        if kind == "title":
            return title
        return moment_date(match["format"] or usual[kind], now) or match[0]

    return _MATCH.sub(filled, vault.documents.text(path))
