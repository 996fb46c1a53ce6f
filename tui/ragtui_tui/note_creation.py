"""Notes that the user creates: the file is written, then edited and shown."""

import asyncio
from datetime import datetime
from functools import partial
from typing import Any

from textual.screen import Screen

from ragtui_core import RagtuiError, Vault, new_notes
from ragtui_core.files import open_private, private_directory
from ragtui_core.new_notes import NewNote, Template
from ragtui_tui import formatting
from ragtui_tui.dialogs.choice_list import Choice, ChoiceDialog
from ragtui_tui.dialogs.dialog import ConfirmDialog, LineEntryDialog
from ragtui_tui.messages import OpenPassage
from ragtui_tui.other_programs import EditorError, run_editor

NO_TEMPLATES = (
    "This vault has no templates: name their folder in `new_notes.templates` (F7), or "
    "in Obsidian's settings."
)

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

    async def ask_for_template(self, folder: str) -> None:
        """Create a note in a folder, from a template that the user chooses."""
        found = await asyncio.to_thread(new_notes.templates, self._vault)
        if not found:
            self._screen.notify(NO_TEMPLATES, title=NEW_NOTE, markup=False)
            return
        choices = [Choice(formatting.one_line(item.name), item) for item in found]
        dialog = ChoiceDialog("New note from a template", choices, None, "Which one?")
        self._screen.app.push_screen(dialog, partial(self._ask_for_title, folder))

    def _ask_for_title(self, folder: str, template: Template | None) -> None:
        if template is None:
            return
        location = (
            f"In the folder {folder}." if folder else "In the vault's own folder."
        )
        name = formatting.one_line(template.name)
        entry = LineEntryDialog(name, f"Its title. {location}", "", "creates the note")
        fill = partial(self._fill, template.name, folder)
        self._screen.app.push_screen(entry, fill)

    async def _fill(self, template: str, folder: str, title: str | None) -> None:
        """Create the note with a title."""
        if title is None:
            return
        now = datetime.now().astimezone()
        arguments = self._vault, template, title, folder, now
        try:
            note = await asyncio.to_thread(new_notes.note_from_template, *arguments)
        except RagtuiError as error:
            self._report(error, NEW_NOTE)
        else:
            self._create(note)

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
