"""What can be done with a document: copy, quote, ask about it, edit it."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from ragtui_core import (
    Citation,
    Lines,
    RagtuiError,
    Selection,
    Vault,
)
from ragtui_core.documents import OWN_ENDINGS
from ragtui_core.links import markdown_link
from ragtui_tui import formatting
from ragtui_tui.document_page import Page
from ragtui_tui.messages import AskQuestion
from ragtui_tui.note_creation import fault_of_title
from ragtui_tui.other_programs import (
    EditorError,
    open_original,
    run_editor,
    user_editor,
)
from ragtui_tui.pane import Pane
from ragtui_tui.question_scope import QuestionScope, ScopeKind
from ragtui_tui.reader_view.document_view import DocumentView

LOOKAHEAD_LINES = 20
"""How far below the top of the view a line of text is looked for."""


NOT_TEXT = "This text was extracted. Press o to open the file in its own program."
NOT_VIEWED = "This is the file itself. Press e to edit it."

VIEWED = tuple(chain(*OWN_ENDINGS.values()))
"""Endings of files that the system has a viewer for."""


class PassageActions:
    """Copies by OSC 52, which works over ssh and in tmux too."""

    def __init__(self, pane: Pane, vault: Vault, view: DocumentView) -> None:
        """Act on what `view` shows; threads and messages are those of `pane`."""
        self._pane = pane
        self._vault = vault
        self._view = view

    # --- copying ---

    def copy_passage(self, page: Page, what: str) -> None:
        """Copy the `text` of a page, a `markdown_link` to it, or else a quotation."""
        match what:
            case "text":
                self._copy("\n".join(page.lines), f"the text of {page.path}")
            case "markdown_link":
                link = markdown_link(page.path, page.fields.title)
                self._copy(link, link)
            case _:
                self._load_quotation(page, self._copy_quotation)

    def _copy(self, text: str, what: str) -> None:
        self._pane.app.copy_to_clipboard(text)
        self._pane.toast(f"Copied {what}")

    def _copy_quotation(self, citation: Citation) -> None:
        from ragtui_core.citations import write_citation

        words = " ".join(citation.quote.split())
        shown = f"{words[:60]}…" if len(words) > 60 else words
        where = formatting.location(citation.path, citation.lines, citation.location)
        self._copy(write_citation(citation), f"“{shown}” — {where}")

    # --- asking ---

    def scopes(self, page: Page) -> Sequence[QuestionScope]:
        """The selection, the file, and the passage that it was opened for."""
        passage = page.passage.lines if page.passage else None
        scopes = (
            _passage_scope(page, self._view.selected_lines()),
            QuestionScope(ScopeKind.FILE, page.path),
            _passage_scope(page, passage),
        )
        return [scope for scope in scopes if scope]

    def ask_about_passage(self, page: Page) -> None:
        """Ask about the selection, or the passage in view, in the chat."""
        self._load_quotation(page, self._ask)

    def _ask(self, quoted: Citation) -> None:
        scope = QuestionScope(
            ScopeKind.PASSAGE, quoted.path, quoted.quote, quoted.lines
        )
        self._pane.post_message(AskQuestion(scope=scope))

    # --- other programs ---

    def edit(self, path: str) -> None:
        """Open a document at this line in the user's editor; wait for its end."""
        app, root = self._pane.app, self._vault.root
        if self._vault.documents.is_extracted(path):
            self._pane.toast(NOT_TEXT)
            return
        try:
            run_editor(app, user_editor(), root, root / path, self._view.current_line)
        except EditorError as error:
            self._pane.toast(str(error), severe=True)
        app.refresh()

    # --- changes ---

    def tick_off(self, page: Page, show: Callable[[], None]) -> None:
        """Tick off the task that is chosen, or undo it; then show the file."""
        from ragtui_core.new_notes import tick_off

        lines = self._view.lines_of_choice
        if lines is None:
            self._pane.toast("Choose a task with Tab.")
            return
        within = slice(lines.first - 1, lines.last)

        def work() -> None:
            text = self._vault.documents.text(page.path)
            if formatting.safe_lines(text)[within] != [*page.lines[within]]:
                raise RagtuiError(f"{page.path} has changed meanwhile: try again.")
            tick_off(self._vault, page.path, lines)

        self._pane.load(work, lambda _: show(), "change", title="Tick off")

    def rename(self, page: Page, show: Callable[[str], None]) -> None:
        """Ask for another title, and show the note where it then is."""
        from ragtui_core.new_notes import rename_note
        from ragtui_tui.dialogs.dialog import LineEntryDialog

        def renamed(title: str | None) -> None:
            if title:
                work = partial(rename_note, self._vault, page.path, title)
                self._pane.load(work, show, "change", title="Rename")

        about = "Its title. Links to it follow, and the file, if that has its name."
        is_extracted = self._vault.documents.is_extracted(page.path)
        name = Path(page.path).stem if is_extracted else page.fields.title
        now = formatting.one_line(name)
        dialog = LineEntryDialog("Rename", about, now, "renames", fault_of_title)
        self._pane.app.push_screen(dialog, renamed)

    # --- the original file ---

    def open_original(self, page: Page) -> None:
        """Open the file that a text was extracted from in the system's program."""
        file = self._vault.root / page.path
        if not self._vault.documents.is_extracted(page.path):
            self._pane.toast(NOT_VIEWED)
        elif not page.path.lower().endswith(VIEWED) or not file.is_file():
            self._pane.toast(
                "This is a part of a file, or of a kind that has no viewer."
            )
        elif self._pane.app.is_web:
            self._pane.toast("Files can be opened only where ragtui runs.")
        elif page.path.lower().endswith(OWN_ENDINGS["html"]):
            self._confirm_browser(file)
        else:
            found = page.location_at(self._view.current_line)
            self._open_file(file, found.number if found else 0)

    def _confirm_browser(self, file: Path) -> None:
        name = formatting.one_line(file.name)
        question = f"A browser runs the scripts of {name} and loads its images."
        self._confirm_opening(question, partial(self._open_file, file))

    def _open_file(self, file: Path, page: int = 0) -> None:
        self._pane.load(partial(open_original, file, page), lambda _: None, "open")

    def open_address(self, url: str) -> None:
        """Open an address in the browser, if the user confirms it."""
        question = f"This link leads out of the vault:\n\n{formatting.one_line(url)}"
        self._confirm_opening(question, partial(self._pane.app.open_url, url))

    def _confirm_opening(self, question: str, open_it: Callable[[], None]) -> None:
        from ragtui_tui.dialogs.dialog import ConfirmDialog

        def decided(is_yes: bool | None) -> None:
            if is_yes:
                open_it()

        dialog = ConfirmDialog("Open in the browser", question, "Open")
        self._pane.app.push_screen(dialog, decided)

    # --- the passage in question ---

    def _load_quotation(self, page: Page, use: Callable[[Citation], None]) -> None:
        """Quote the selection, or the passage in view, in a thread."""
        quote = partial(self._vault.quotations.quote, *self._selection(page))
        self._pane.load(quote, use, "quote")

    def _selection(self, page: Page) -> tuple[Selection, str]:
        """What is selected, else the passage in view; and words that it is about."""
        view = self._view
        if lines := view.selected_lines():
            text = view.screen.get_selected_text() or ""
            view.screen.clear_selection()
            return Selection(text.strip(), page.path, lines), ""
        line = view.current_line
        if line == view.line_at_top:
            line = _first_text_line(page, line)
        return Selection("", page.path, Lines(line, line)), view.words_of_match


def _first_text_line(page: Page, line: int) -> int:
    """The first line from `line` on that is neither blank nor a heading."""
    for number in range(line, min(line + LOOKAHEAD_LINES, len(page.lines) + 1)):
        text = page.lines[number - 1].strip()
        if text and not text.startswith("#"):
            return number
    return line


def _passage_scope(page: Page, lines: Lines | None) -> QuestionScope | None:
    if lines is None:
        return None
    text = "\n".join(page.lines[lines.first - 1 : lines.last])
    return QuestionScope(ScopeKind.PASSAGE, page.path, text, lines)
