"""Notes that the user creates: the file is written, then edited and shown."""

import asyncio
from pathlib import Path, PurePosixPath
from typing import Any

from textual.screen import Screen

from ragtui_core import RagtuiError, Vault, new_notes
from ragtui_core.links import file_stem
from ragtui_core.new_notes import NewNote
from ragtui_tui import formatting
from ragtui_tui.dialogs.dialog import ConfirmDialog, LineEntryDialog
from ragtui_tui.messages import OpenPassage
from ragtui_tui.other_programs import run_editor, user_editor

NEW_NOTE = "New note"


class NoteCreation:
    """Asks on a screen what to create, and never replaces a file."""

    def __init__(self, screen: Screen[Any], vault: Vault) -> None:
        """Create notes of `vault`."""
        self._screen = screen
        self._vault = vault

    async def edit_today(self) -> None:
        """Edit today's note in the user's editor; it may be new."""
        try:
            note = await asyncio.to_thread(
                new_notes.daily_note, self._vault, new_notes.today()
            )
        except RagtuiError as error:
            self._report(error, "Today's note")
        else:
            self._edit(note, "Today's note")

    def ask_for_name(self, folder: str) -> None:
        """Create a note in a folder, by the title that the user types, or open it."""

        def create(title: str | None) -> None:
            if title:
                path = str(PurePosixPath(folder, f"{file_stem(title)}.md"))
                note = new_notes.new_note(self._vault, path, title.strip())
                self._edit(note, NEW_NOTE)

        where = f"In the folder {folder}." if folder else "In the vault's own folder."
        about, enter = f"Its title. {where}", "creates the note"
        self._screen.app.push_screen(
            LineEntryDialog(NEW_NOTE, about, "", enter, fault_of_title), create
        )

    def confirm(self, reason: str, note: NewNote) -> None:
        """Create a note that a link names, if the user wants it."""

        def decided(sure: bool | None) -> None:
            if sure:
                self._edit(note, NEW_NOTE)

        parts = formatting.one_line(reason), f"Create {formatting.one_line(note.path)}?"
        self._screen.app.push_screen(
            ConfirmDialog(NEW_NOTE, "\n\n".join(parts), "Create"), decided
        )

    def _edit(self, note: NewNote, title: str) -> None:
        """Open a note in the user's editor, if there is one; then show it.

        A new note is written before, and edited at its end.
        """
        file = self._vault.root / note.path
        line = 1 if note.exists else max(1, note.text.count("\n"))
        try:
            editor = user_editor()
            if not note.exists:
                _write(file, note)
            run_editor(self._screen.app, editor, self._vault.root, file, line)
        except RagtuiError as error:
            self._report(error, title)
        if file.is_file():
            self._screen.post_message(OpenPassage(note.path, None))
        self._screen.refresh()

    def _report(self, error: RagtuiError, title: str) -> None:
        shown = formatting.one_line(str(error))
        self._screen.notify(shown, title=title, severity="error", markup=False)


def _write(file: Path, note: NewNote) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as new:
            new.write(note.text.encode())
    except OSError as error:
        reason = f"{note.path} cannot be created: {error.strerror}"
        raise RagtuiError(reason) from error


def fault_of_title(title: str) -> str:
    """Why a title cannot be the name of a file; "" if it can."""
    return "" if file_stem(title) else "This cannot be the name of a file."
