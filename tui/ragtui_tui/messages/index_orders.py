"""What a person wants of the thread that keeps the index true."""

from textual.message import Message


class PauseIndexing(Message):
    """Stop after the batch at hand, or go on if it was stopped."""


class RebuildIndex(Message):
    """Put the index aside and start anew."""


class CheckAgain(Message):
    """Compare the whole vault with the index once more."""


class UseModel(Message):
    """Make vectors with another embedding model."""

    def __init__(self, name: str) -> None:
        """Name it as the setting `embedding.model` does."""
        super().__init__()
        self.name = name
        """`bundled`, or a sentence-transformers model by name or path."""
