"""The note of a day: its path by the settings, and its first text."""

import posixpath
from datetime import date, datetime
from typing import TYPE_CHECKING

from ragtui_core.documents.markdown.link_patterns import is_note
from ragtui_core.errors import SettingsError
from ragtui_core.new_notes.first_text import NewNote, new_note
from ragtui_core.new_notes.note_names import NOTE_EXTENSION, is_inside, stem_of

if TYPE_CHECKING:
    from ragtui_core.vault import Vault


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
    try:
        name = day.strftime(daily.pattern)
    except ValueError:  # on some systems, for a code that they do not know
        name = ""
    path = posixpath.normpath(posixpath.join(daily.folder, name))
    if not posixpath.basename(name) or not is_inside(vault.root, path):
        raise SettingsError(
            f"`daily.folder` ({daily.folder!r}) and `daily.pattern` "
            f"({daily.pattern!r}) must name a file in the vault, such as 'journal' "
            "and '%Y-%m-%d'"
        )
    path = path if is_note(path) else path + NOTE_EXTENSION
    return new_note(vault, path, stem_of(path), day)
