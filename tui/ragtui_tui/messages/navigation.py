"""Someone wants to be elsewhere in the app."""

from textual.message import Message

from ragtui_core.vault import Vault


class GoBack(Message):
    """Go back to where the person came from."""


class AskQuestion(Message):
    """Put a question in the chat."""

    def __init__(self, question: str) -> None:
        """Take the question as typed."""
        super().__init__()
        self.question = question
        """As typed."""


class SwitchVault(Message):
    """Choose another folder of notes."""


class OpenVault(Message):
    """Go on with another vault."""

    def __init__(self, vault: Vault) -> None:
        """Take a vault that was opened for it."""
        super().__init__()
        self.vault = vault
        """Open already."""
