"""What one takes from a document: its path, links to it, quotations, questions."""

import os
import subprocess
from abc import abstractmethod
from collections.abc import Sequence

from textual.app import SuspendNotSupported

from ragtui_core.answer.inquiry import Selection
from ragtui_core.errors import IndexMissing, RagtuiError
from ragtui_core.model import Lines
from ragtui_core.store.names import without_ending
from ragtui_tui import wording
from ragtui_tui.editor import NO_EDITOR, editor_command
from ragtui_tui.messages.navigation import AskQuestion
from ragtui_tui.passage import Page
from ragtui_tui.scope import Scope
from ragtui_tui.widgets.reader_base import ReaderBase


class ReaderTaking(ReaderBase):
    """Copies to the clipboard by OSC 52, which works over ssh and in tmux too."""

    def _copy(self, text: str, what: str) -> None:
        self.app.copy_to_clipboard(text)
        self.say(f"Copied {what}")

    def action_copy_path(self) -> None:
        """Copy the path of the file, seen from the vault."""
        if self._page:
            self._copy(self._page.path, self._page.path)

    def action_copy_wiki_link(self) -> None:
        """Copy `[[note]]`."""
        if self._page:
            path = self._page.path
            self.in_thread(lambda: self._copy_wiki_link(path), "copy")

    def _copy_wiki_link(self, path: str) -> None:
        try:
            link = self._vault.links.wiki_link(path)
        except IndexMissing:
            link = f"[[{without_ending(path)}]]"
        self.app.call_from_thread(self._copy, link, link)

    def action_copy_markdown_link(self) -> None:
        """Copy `[title](path)`."""
        from ragtui_core.links.writing import markdown_link

        if self._page:
            link = markdown_link(self._page.path, self._page.fields.title)
            self._copy(link, link)

    # --- passages ---

    def _looked_at(self) -> tuple[Selection, str] | None:
        """What is selected, else the passage in view; and words that it is about."""
        page = self._page
        if page is None:
            return None
        if lines := self.view.selected_lines():
            text = self.screen.get_selected_text() or ""
            self.screen.clear_selection()
            return Selection(text.strip(), page.path, lines), ""
        line = self.view.current_line
        if line == self.view.line_at_top:
            line = self._first_telling(line)
        return Selection("", page.path, Lines(line, line)), self.view.words_of_match

    def _first_telling(self, line: int) -> int:
        """The first line from one on that is neither blank nor a heading."""
        shown = self._page.lines if self._page else ()
        for number in range(line, min(line + 20, len(shown) + 1)):
            text = shown[number - 1].strip()
            if text and not text.startswith("#"):
                return number
        return line

    def action_copy_quotation(self) -> None:
        """Copy the selection, or the passage, as a quotation that can be verified."""
        if looked_at := self._looked_at():
            self.in_thread(lambda: self._copy_quotation(*looked_at), "copy")

    def _copy_quotation(self, selection: Selection, about: str) -> None:
        from ragtui_core.answer.saved_citations import write_citation

        try:
            citation = self._vault.quotations.quote(selection, about)
        except RagtuiError as error:
            self.app.call_from_thread(self.say, str(error), severe=True)
            return
        words = " ".join(citation.quote.split())
        shown = f"{words[:60]}…" if len(words) > 60 else words
        place = wording.place(citation.path, citation.lines)
        self.app.call_from_thread(
            self._copy, write_citation(citation), f"“{shown}” — {place}"
        )

    # --- questions ---

    def offers(self) -> Sequence[Scope]:
        """What is selected, the file, and the passage that it was opened for."""
        page = self._page
        if page is None:
            return ()
        passage = page.passage.lines if page.passage else None
        selected = self.view.selected_lines()
        scopes = [
            self._passage(page, selected),
            Scope.file(page.path),
            self._passage(page, passage),
        ]
        return [scope for scope in scopes if scope]

    def _passage(self, page: Page, lines: Lines | None) -> Scope | None:
        if lines is None:
            return None
        text = "\n".join(page.lines[lines.first - 1 : lines.last])
        return Scope.passage(page.path, text, lines)

    def action_ask_file(self) -> None:
        """Ask about this file, in the chat."""
        if self._page:
            self.post_message(AskQuestion(scope=Scope.file(self._page.path)))

    def action_ask_passage(self) -> None:
        """Ask about the selection, or the passage in view, in the chat."""
        if looked_at := self._looked_at():
            self.in_thread(lambda: self._ask_passage(*looked_at), "ask")

    def _ask_passage(self, selection: Selection, about: str) -> None:
        try:
            quoted = self._vault.quotations.quote(selection, about)
        except RagtuiError as error:
            self.app.call_from_thread(self.say, str(error), severe=True)
            return
        scope = Scope.passage(quoted.path, quoted.quote, quoted.lines)
        self.post_message(AskQuestion(scope=scope))

    # --- editing ---

    def action_edit(self) -> None:
        """Open the file at this line in the person's editor, and wait for its end."""
        if self._page is None:
            return
        try:
            command = editor_command(os.environ, self._file, self.view.current_line)
        except ValueError as error:
            self.say(f"$VISUAL or $EDITOR cannot be read: {error}", severe=True)
            return
        if command is None:
            self.say(NO_EDITOR)
            return
        self._run_editor(command)
        self.app.refresh()
        self.reload()

    def _run_editor(self, command: list[str]) -> None:
        try:
            with self.app.suspend():
                done = subprocess.run(command, cwd=self._vault.root, check=False)
        except SuspendNotSupported:
            self.say("An editor can be opened only in a terminal.", severe=True)
        except OSError as error:
            self.say(f"{command[0]} cannot be started: {error.strerror}", severe=True)
        else:
            if done.returncode:
                self.say(
                    f"{command[0]} ended with status {done.returncode}", severe=True
                )

    @abstractmethod
    def reload(self) -> None:
        """Read the file again."""
