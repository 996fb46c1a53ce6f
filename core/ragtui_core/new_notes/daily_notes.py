"""The note of a day: its path in the vault's journal, and its first text."""

from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.errors import DocumentNotFound, RagtuiError, SettingsError
from ragtui_core.new_notes.first_text import NewNote, new_note
from ragtui_core.new_notes.journals import find_journal, note_beside
from ragtui_core.new_notes.note_names import NOTE_EXTENSION, is_inside
from ragtui_core.new_notes.note_templates import template_text
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
    journal = find_journal(daily, vault.root)
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
        return replace(note, text=template_text(vault, named, stem_of(path), now))
    except RagtuiError:
        return note  # The template is gone, or not in the vault.


def daily_note_beside(vault: "Vault", path: str, step: int) -> NewNote:
    """The journal's note after (`step` 1) or before (-1) the one at `path`; blocks.

    Days without a note are passed over. From a file that is not of the journal, that is
    beside today.

    Raises:
        DocumentNotFound: There is none; no note is created to go there.
        SettingsError: As of `daily_note`.
    """
    journal = find_journal(vault.settings.daily, vault.root)
    start = path if journal.day_of(path) else daily_note(vault, today()).path
    if beside := day_beside(vault, start, step):
        return NewNote(beside, "", exists=True)
    raise DocumentNotFound(
        f"The journal has no {'later' if step > 0 else 'earlier'} note."
    )


def day_beside(vault: "Vault", path: str, step: int) -> str:
    """The journal's note of the day after (`step` 1) or before `path` (-1); blocks.

    Days without a note are passed over. "" if there is none, or if `path` is not a
    note of the journal.
    """
    journal = find_journal(vault.settings.daily, vault.root)
    return note_beside(journal, path, step, vault.documents.paths())
