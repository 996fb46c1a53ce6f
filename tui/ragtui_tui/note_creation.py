"""Notes that the user creates: the file is written, then edited and shown."""

import asyncio
from typing import Any

from textual.screen import Screen

from ragtui_core import RagtuiError, Vault, new_notes
from ragtui_core.files import open_private, private_directory
from ragtui_core.links import file_stem
from ragtui_core.new_notes import NewNote
from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import ConfirmDialog, LineEntryDialog
from ragtui_tui.messages import OpenPassage
from ragtui_tui.other_programs import EditorError, run_editor

NEW_NOTE = "New note"


class NoteCreation:
    """Asks on a screen what to create, and never replaces a file."""

    def __init__(self, screen: Screen[Any], vault: Vault) -> None:
        """Create notes of `vault`."""
        self._screen = screen
        self._vault = vault

    async def edit_today(self) -> None:
        """Edit today's note in the user's editor, which creates the file."""
        try:
            note = await asyncio.to_thread(
                new_notes.daily_note, self._vault, new_notes.today()
            )
        except RagtuiError as error:
            self._report(error, "Today's note")
        else:
            self._edit(note, "Today's note")

    def ask_for_name(self, folder: str) -> None:
        """Create a note in a folder, by the title that the user types."""

        def create(title: str | None) -> None:
            if title:
                path = new_notes.free_path(self._vault.root, folder, file_stem(title))
                self._create(new_notes.new_note(self._vault, path, title.strip()))

        where = f"In the folder {folder}." if folder else "In the vault's own folder."
        about, enter = f"Its title. {where}", "creates the note"
        self._screen.app.push_screen(
            LineEntryDialog(NEW_NOTE, about, "", enter, _fault_of), create
        )

    def confirm(self, reason: str, note: NewNote) -> None:
        """Create a note that a link names, if the user wants it."""

        def decided(sure: bool | None) -> None:
            if sure:
                self._create(note)

        parts = formatting.one_line(reason), f"Create {formatting.one_line(note.path)}?"
        self._screen.app.push_screen(
            ConfirmDialog(NEW_NOTE, "\n\n".join(parts), "Create"), decided
        )

    def _create(self, note: NewNote) -> None:
        """Write the file, and edit it at its end."""
        file = self._vault.root / note.path
        try:
            private_directory(file.parent)
            with open(file, "xb", opener=open_private) as new:
                new.write(note.text.encode())
        except OSError as error:
            reason = f"{note.path} cannot be created: {error.strerror}"
            self._report(RagtuiError(reason), NEW_NOTE)
        else:
            self._edit(note, NEW_NOTE)

    def _edit(self, note: NewNote, title: str) -> None:
        """Open the note in the user's editor; show it, if it is there afterwards."""
        root = self._vault.root
        line = 1 if note.exists else max(1, note.text.count("\n"))
        file = root / note.path
        try:
            run_editor(self._screen.app, root, file, line if file.exists() else 1)
        except EditorError as error:
            self._report(error, title)
        if file.is_file():
            self._screen.post_message(OpenPassage(note.path, None))
        self._screen.refresh()

    def _report(self, error: RagtuiError, title: str) -> None:
        shown = formatting.one_line(str(error))
        is_severe = not isinstance(error, EditorError) or error.severe
        self._screen.notify(
            shown,
            title=title,
            severity="error" if is_severe else "information",
            markup=False,
        )


def _fault_of(title: str) -> str:
    return "" if file_stem(title) else "This cannot be the name of a file."
