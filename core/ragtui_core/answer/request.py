"""Options of a question, the request to a provider, its resources, and `Provider`."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.answer.sent_history import History
from ragtui_core.answer.stages import Stage
from ragtui_core.answer_events import AnswerEvent, Notice, Sources
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.citations.selected_text import Selection
from ragtui_core.history.audit_log import AuditLog
from ragtui_core.history.conversation_store import ConversationStore
from ragtui_core.search.options import DEFAULT_OPTIONS, SearchOptions
from ragtui_core.search_results import SearchResult
from ragtui_core.settings.schema import AnswerSettings

if TYPE_CHECKING:
    from ragtui_core.answer.deep.model_tools import ModelTool
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.search.reranker import Reranker


ABOUT_SELECTION = "What do my notes say about this?"
"""The question about a selection if the user typed none: the selection alone is
searched for."""


SELECTION_CHARS = 400
"""Maximum characters of a selection that are added to the query."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """Options of a question."""

    chat: str = ""
    """The conversation that is continued; empty starts a new one."""
    turns: int | None = None
    """Number of the conversation's first turns to keep; the exchange replaces the
    others. None keeps all."""
    earlier: Sequence[tuple[str, str]] = ()
    """Questions and answers, the oldest first, of a conversation that is not stored
    here; used if `chat` is empty."""
    keep: bool = True
    """Whether the exchange is stored in a conversation."""
    selection: Selection | None = None
    """The passage that the question is about, if any."""
    search: SearchOptions = DEFAULT_OPTIONS
    """Filters, scope and location. `limit` is the number of sources; None is 15."""
    rewrite: bool = True
    """Whether a follow-up question is searched with words of the conversation."""
    deep: bool = False
    """Whether the model searches by itself, with tools, before it answers."""
    unsaved: Mapping[str, str] = field(default_factory=dict)
    """Unsaved texts of an editor by path, which replace those of the files; a search
    still finds them by the saved text."""
    front_end: str = ""
    """The front end that asks, for the audit log, such as `command` or `app`."""


DEFAULT_ASK_OPTIONS = AskOptions()


class AnswerQuality(Enum):
    """How well the best passage answers."""

    NONE = auto()
    WEAK = auto()
    GOOD = auto()


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A question with everything that a provider may use."""

    question: str
    """The question, as the user wrote it."""
    standalone: str
    """The question rewritten to need no conversation."""
    result: SearchResult
    context: PromptContext
    history: History
    options: AskOptions
    """The options given; `search.time` may be kept from the question before, and a
    selection sets `search.at` and `search.exclude`."""
    sources: Sources
    """The files of the context, then those of the history."""
    today: date
    notices: tuple[Notice, ...]
    """What the user is told about the search and the sources."""
    quality: AnswerQuality | None = None
    """How well the passages of a short prompt answer, as extracts decide; None where
    that is not decided."""
    answered: Sequence[Citation] = ()
    """What the last answer quoted, if more than that is asked for."""

    @property
    def subject(self) -> str:
        """What the answer is about: the question, the selection and the note it is in.

        A claim need not repeat it.
        """
        selection = self.options.selection
        about = f"{selection.path} {selection.text}" if selection else ""
        return f"{self.standalone} {about}"

    @property
    def uncited_texts(self) -> list[str]:
        """Text that an answer may repeat without a citation.

        The question, its conversation and selection, the names of sources, and how
        many notes were counted for it.
        """
        texts = [self.question, self.result.counted]
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
    files: CurrentFiles
    load_embedder: "Callable[[], Embedder | None]"
    """The embedding model, or None where there are no vectors."""
    load_cross_encoder: "Callable[[], Reranker | None]"
    """The bundled cross-encoder, or None if it is not installed."""
    settings: AnswerSettings
    """The provider, and how much is sent."""
    chats: ConversationStore
    audit_log: AuditLog
    today: Callable[[], date]
    """The day from which times in questions count."""
    tools: "Sequence[ModelTool]" = ()
    """What a model may call that searches by itself."""


@dataclass(frozen=True, slots=True)
class ContextLimits:
    """How much a provider is sent.

    Attributes:
        chars: Maximum characters of all documents, those of the history included.
        history_tokens: Maximum tokens of earlier questions and answers.
        shares: Whether each of the best documents gets the same part of `chars`, for
            the passages around its hit; otherwise the best ones are sent whole.
        explored: Maximum characters of results of the tools that it calls.
    """

    chars: int
    history_tokens: int
    shares: bool = False
    explored: int = 0


class Provider(Protocol):
    """Writes answers. `Sources` has been yielded before it is called.

    Installed packages implement this; `OwnProvider` has what ours declare besides.
    """

    def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Text, citations and notices, then `Done`.

        Closing the generator stops the answer immediately.

        Raises:
            AnswerError: It failed before any text. After that a failure is a notice,
                and the text so far is kept.
        """


class OwnProvider(Provider, Protocol):
    """A provider with what differs from another one before and after its answer."""

    @property
    def uses_history(self) -> bool:
        """Whether it is sent the exchanges before the question."""

    @property
    def says_count(self) -> bool:
        """Whether its answer begins with `SearchResult.counted`, so no notice does."""

    @property
    def is_about_selection(self) -> bool:
        """Whether the selected text always joins the query, whatever is asked.

        The question alone may be as short as `what is this`.
        """

    @property
    def limits(self) -> ContextLimits:
        """How much it is sent; may ask a server, so not in the event loop."""

    def stages(self, answer_request: AnswerRequest) -> Sequence[Stage]:
        """What checks its answer, in order."""
