"""Messages between the app, its main screen and the views."""

from dataclasses import dataclass

from textual.message import Message

from ragtui_tui.document_page import Passage
from ragtui_tui.question_scope import WHOLE_VAULT, QuestionScope


class GoBack(Message):
    """Return to the previous view."""


class AskQuestion(Message):
    """Put a question in the chat."""

    def __init__(self, question: str = "", scope: QuestionScope | None = None) -> None:
        """Ask what was typed, of the whole vault unless a scope is given.

        Without a question the chat opens with the scope set, and the user types there.
        """
        super().__init__()
        self.question = question.strip()
        """What was typed; empty if the user is to type it in the chat."""
        self.scope = scope or WHOLE_VAULT


@dataclass
class OpenPassage(Message):
    """Open the document at `path` (in the vault) in the reader, at a passage."""

    path: str
    """Relative to the vault."""
    passage: Passage | None
    """What to mark and bring into view; None opens at the top."""


class PassageOpened(Message):
    """The reader has what was asked for, and should be in view."""


class SettingsFilesRead(Message):
    """Settings that were written elsewhere are those of the vault now."""
