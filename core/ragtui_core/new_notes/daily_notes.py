"""The note of a day: its path in the vault's journal, and its first text."""

import re
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.errors import RagtuiError, SettingsError
from ragtui_core.new_notes.journals import find_journal, moment_date, note_beside
from ragtui_core.new_notes.note_names import (
    NOTE_EXTENSION,
    NewNote,
    is_inside,
    new_note,
)
from ragtui_core.settings.obsidian import obsidian_text
from ragtui_core.text.folding import stem_of

if TYPE_CHECKING:
    from ragtui_core.vault.vault import Vault


def today() -> date:
    """The day on this computer, in its time zone."""
    return datetime.now().astimezone().date()


def daily_note(vault: "Vault", day: date) -> NewNote:
    """The note of a day, there or not; blocks.

    Its title is the name of its file. `exists` says whether it is there already.

    Raises:
        SettingsError: `daily.folder` and `daily.pattern` name no file of the vault.
    """
    daily = vault.settings.daily
    journal = find_journal(daily, vault.root, vault.documents.paths())
    stem = journal.stem(day)
    if not stem or not is_inside(vault.root, stem):
        raise SettingsError(
            f"`daily.folder` ({daily.folder!r}) and `daily.pattern` "
            f"({daily.pattern!r}) must name a file in the vault, such as 'journal' "
            "and '%Y-%m-%d'"
        )
    path = stem if is_note(stem) else stem + NOTE_EXTENSION
    note = new_note(vault, path, stem_of(path))
    template = obsidian_text(vault.root, "daily-notes", "template").removeprefix("/")
    if not template or note.exists:
        return note
    named = template if is_note(template) else template + NOTE_EXTENSION
    try:
        now = datetime.combine(day, datetime.now().astimezone().time())
        return replace(note, text=_filled(vault, named, stem_of(path), now))
    except RagtuiError:
        return note  # The template is gone, or not in the vault.


def day_beside(vault: "Vault", path: str, step: int) -> str:
    """The journal's note of the day after (`step` 1) or before `path` (-1); blocks.

    Days without a note are passed over. "" if there is none, or if `path` is not a
    note of the journal.
    """
    paths = vault.documents.paths()
    journal = find_journal(vault.settings.daily, vault.root, paths)
    return note_beside(journal, path, step, paths)


_PLACE = re.compile(
    r"\{\{[ \t]*(?P<name>date|time|title)[ \t]*(?::(?P<format>[^{}\r\n]+))?\}\}",
    re.IGNORECASE,
)
"""What Obsidian fills in a template; formats are those of moment.js."""


def _filled(vault: "Vault", path: str, title: str, now: datetime) -> str:
    """The text of Obsidian's template for daily notes with its places filled; blocks.

    Raises:
        RagtuiError: It cannot be read.
    """
    usual = {
        "date": obsidian_text(vault.root, "templates", "dateFormat") or "YYYY-MM-DD",
        "time": obsidian_text(vault.root, "templates", "timeFormat") or "HH:mm",
    }

    def fill(place: re.Match[str]) -> str:
        kind = place["name"].lower()
        if kind == "title":
            return title
        return moment_date(place["format"] or usual[kind], now) or place[0]

    return _PLACE.sub(fill, vault.documents.text(path))
