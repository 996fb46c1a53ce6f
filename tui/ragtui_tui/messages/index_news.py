"""What the thread that keeps the index true has to tell."""

from textual.message import Message

from ragtui_core.errors import RagtuiError
from ragtui_core.indexing.events import IndexEvent
from ragtui_core.model import Coverage


class IndexStep(Message):
    """Indexing went on a step."""

    def __init__(self, event: IndexEvent) -> None:
        """Wrap the core's event."""
        super().__init__()
        self.event = event
        """As the core told it."""


class IndexingPaused(Message):
    """Indexing rests, as a person ordered."""


class CoverageRead(Message):
    """How much of the vault the index holds now."""

    def __init__(self, coverage: Coverage, *, elsewhere: bool) -> None:
        """Wrap the core's facts."""
        super().__init__()
        self.coverage = coverage
        """As read from the index."""
        self.elsewhere = elsewhere
        """Whether another process is the one that indexes."""


class IndexingFailed(Message):
    """Indexing ended with an error; what is indexed stays searchable."""

    def __init__(self, error: RagtuiError) -> None:
        """Wrap the error."""
        super().__init__()
        self.error = error
        """Fit to show."""
