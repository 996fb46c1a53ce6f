"""Messages between the app, its main screen, the views and the indexing thread."""

from textual.message import Message

from ragtui_core.errors import RagtuiError
from ragtui_core.indexing.events import IndexEvent
from ragtui_core.model import Coverage
from ragtui_core.settings import Settings
from ragtui_core.vault import Vault
from ragtui_tui.document_page import Page, Passage
from ragtui_tui.question_scope import WHOLE_VAULT, Scope


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


class OpenPassage(Message):
    """Open the document at `path` (in the vault) in the reader, at a passage."""

    def __init__(self, path: str, passage: Passage | None) -> None:
        """Name what to open."""
        super().__init__()
        self.path = path
        """Relative to the vault."""
        self.passage = passage
        """What to mark and bring into view; None opens at the top."""


class PassageOpened(Message):
    """The reader has what was asked for, and should be in view."""


class PageRead(Message, bubble=False):
    """A page is ready to be shown."""

    def __init__(self, page: Page) -> None:
        """Wrap the page."""
        super().__init__()
        self.page = page
        """Safe to show."""


class PageFailed(Message, bubble=False):
    """A document could not be read."""

    def __init__(self, reason: str) -> None:
        """Say why."""
        super().__init__()
        self.reason = reason
        """In words."""


class IndexStep(Message):
    """Indexing went on a step."""

    def __init__(self, event: IndexEvent) -> None:
        """Wrap the core's event."""
        super().__init__()
        self.event = event
        """As the core sent it."""


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


class PauseIndexing(Message):
    """Stop after the batch at hand, or go on if it was stopped."""


class RebuildIndex(Message):
    """Rename the index to a backup, and index again."""


class CheckAgain(Message):
    """Compare the whole vault with the index once more."""


class UseModel(Message):
    """Make vectors with another embedding model."""

    def __init__(self, name: str) -> None:
        """Name it as the setting `embedding.model` does."""
        super().__init__()
        self.name = name
        """`bundled`, or a sentence-transformers model by name or path."""


class SettingsChanged(Message):
    """`config.toml` was written."""

    def __init__(self, keys: tuple[str, ...], settings: Settings) -> None:
        """Say what changed."""
        super().__init__()
        self.keys = keys
        """The dotted settings that were set, or taken out."""
        self.settings = settings
        """All of them as they count now, whatever sets them."""


class SettingsRefused(Message):
    """`config.toml` was left as it was."""

    def __init__(self, reason: str) -> None:
        """Say why."""
        super().__init__()
        self.reason = reason
        """What is wrong, and where."""
