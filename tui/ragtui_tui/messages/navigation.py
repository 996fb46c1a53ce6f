"""Someone wants to be elsewhere in the app."""

from textual.message import Message

from ragtui_core.vault import Vault
from ragtui_tui.scope import WHOLE_VAULT, Scope


class GoBack(Message):
    """Go back to where the person came from."""


class AskQuestion(Message):
    """Put a question in the chat."""

    def __init__(self, question: str = "", scope: Scope | None = None) -> None:
        """Take the question as typed.

        Args:
            question: Without one the chat opens with the scope set, and the person
                types the question there.
            scope: What it is put to; None is the whole vault.
        """
        super().__init__()
        self.question = question.strip()
        """As typed; empty if the person is to type it in the chat."""
        self.scope = scope or WHOLE_VAULT
        """What it is put to."""


class SwitchVault(Message):
    """Choose another folder of notes."""


class OpenVault(Message):
    """Go on with another vault."""

    def __init__(self, vault: Vault) -> None:
        """Take a vault that was opened for it."""
        super().__init__()
        self.vault = vault
        """Open already."""
