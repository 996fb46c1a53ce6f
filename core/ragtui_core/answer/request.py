"""What is asked, of what, and the request to a provider that is made of both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.answer.conversation_context import History
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.answer_events import Notice, Sources
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.selection import Selection
from ragtui_core.history.audit_log import AuditLog
from ragtui_core.history.conversation_store import ConversationStore
from ragtui_core.search.options import DEFAULT_OPTIONS, SearchOptions
from ragtui_core.settings.schema import AnswerSettings
from ragtui_core.types import SearchResult

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder


@dataclass(frozen=True, slots=True)
class AskOptions:
    """Options of a question."""

    chat: str = ""
    """The conversation that is continued; empty starts a new one."""
    turns: int | None = None
    """Number of the conversation's first turns to keep; the exchange replaces the
    others. None keeps all."""
    keep: bool = True
    """Whether the exchange is stored in a conversation."""
    selection: Selection | None = None
    """The passage that the question is about, if any."""
    search: SearchOptions = DEFAULT_OPTIONS
    """Filters, scope and location. `limit` is the number of sources; None uses the
    setting `answer.top`."""
    max_chars: int | None = None
    """Maximum length of the answer, in characters; None uses the model's limit."""
    unsaved: Mapping[str, str] = field(default_factory=dict)
    """Unsaved texts of an editor by path, which replace those of the files; a search
    still finds them by the saved text."""


DEFAULT_ASK_OPTIONS = AskOptions()
"""The default options."""


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A question with everything that a provider may use."""

    question: str
    """As asked."""
    standalone: str
    """The question rewritten to need no conversation."""
    result: SearchResult
    context: PromptContext
    history: History
    options: AskOptions
    sources: Sources
    """Those of the context, then those of the history."""
    notices: tuple[Notice, ...]
    """What the user is told about the search and the sources."""

    @property
    def evidence(self) -> list[str]:
        """Text that an answer may repeat without a citation.

        The question, its conversation and selection, and the names of sources.
        """
        texts = [self.question]
        texts += [f"{source.path} {source.title}" for source in self.sources.sources]
        texts += [f"{turn.question} {turn.answer}" for turn in self.history.turns]
        selection = self.options.selection
        return [*texts, selection.text] if selection else texts


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """The resources of a vault that an answer needs."""

    vault: Path
    """The folder's real path."""
    search: Callable[[str, SearchOptions], SearchResult]
    """Finds passages."""
    files: CurrentFiles
    """Reads documents as they are now."""
    load_embedder: "Callable[[], Embedder | None]"
    """The embedding model, or None where there are no vectors."""
    settings: AnswerSettings
    """The provider, and how much is sent."""
    chats: ConversationStore
    """The conversations about this vault."""
    audit_log: AuditLog
