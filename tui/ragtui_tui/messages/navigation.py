"""Someone wants to be elsewhere in the app."""

from textual.message import Message


class GoBack(Message):
    """Go back to where the person came from."""


class AskQuestion(Message):
    """Put a question in the chat."""

    def __init__(self, question: str) -> None:
        """Take the question as typed."""
        super().__init__()
        self.question = question
        """As typed."""
