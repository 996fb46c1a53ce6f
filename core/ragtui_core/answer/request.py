"""What is asked, beyond the question's words, and what a provider gets to answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ragtui_core.answer.conversation_context import History
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.citations.selection import Selection
from ragtui_core.search.options import DEFAULT_OPTIONS, SearchOptions
from ragtui_core.types import SearchResult


@dataclass(frozen=True, slots=True)
class AskOptions:
    """What may be asked of an answer; each default is what most people want."""

    chat: str = ""
    """The conversation that this follows up; empty begins a new one."""
    turns: int | None = None
    """So many of the conversation's first turns count and stay; the exchange takes the
    place of all others. None is all."""
    keep: bool = True
    """Whether the exchange is kept as a conversation."""
    selection: Selection | None = None
    """What the question is about, if it is about a passage."""
    search: SearchOptions = DEFAULT_OPTIONS
    """Filters, scope and place. `limit` is the number of sources; None is the
    setting `answer.top`."""
    max_chars: int | None = None
    """The longest answer wanted, in characters; None is no limit but the model's."""
    unsaved: Mapping[str, str] = field(default_factory=dict)
    """The texts of documents, by path, that an editor holds; they count in place of the
    files, though a search finds them by what was saved."""


DEFAULT_ASK_OPTIONS = AskOptions()
"""Nothing special."""


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A question with all that a provider may use.

    `standalone` is the question as it can be understood without its conversation.
    """

    question: str
    standalone: str
    result: SearchResult
    context: PromptContext
    history: History
    selection: Selection | None = None
    max_chars: int | None = None
