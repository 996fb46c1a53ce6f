"""The options of a question, and the request to a provider."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ragtui_core.answer.conversation_context import History
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.citations.selection import Selection
from ragtui_core.search.options import DEFAULT_OPTIONS, SearchOptions
from ragtui_core.types import SearchResult


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
    """A question with everything that a provider may use.

    `standalone` is the question rewritten to need no conversation.
    """

    question: str
    standalone: str
    result: SearchResult
    context: PromptContext
    history: History
    selection: Selection | None = None
    max_chars: int | None = None
