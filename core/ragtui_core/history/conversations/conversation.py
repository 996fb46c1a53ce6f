"""A conversation with its turns, and its summary for lists."""

from dataclasses import dataclass

from ragtui_core.history.conversations.turns import Turn
from ragtui_core.text.sanitizing import sanitize

TITLE_LENGTH = 60
"""Characters of a title that is made of a question."""

_LAST_WORD = 20
"""A word longer than this is cut rather than left out."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation. Times are ISO 8601 in UTC."""

    id: str
    """Its day and a few random digits: `20261121-1a2b3c`."""
    vault: str
    """The real path of the vault."""
    title: str
    created: str
    turns: tuple[Turn, ...] = ()
    damaged: int = 0
    """Lines of its file that could not be read; everything else is here."""

    @property
    def updated(self) -> str:
        """When the last turn was added."""
        return self.turns[-1].time if self.turns else self.created

    def summary(self) -> "ConversationSummary":
        """The summary for lists."""
        count = len(self.turns)
        return ConversationSummary(
            self.id, self.title, self.created, self.updated, count
        )


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation as shown in a list; `turns` counts them."""

    id: str
    title: str
    created: str
    updated: str
    turns: int


def conversation_title(question: str) -> str:
    """A question as the title of a conversation: one line of 60 characters at most."""
    text = one_line(question)
    if len(text) <= TITLE_LENGTH:
        return text
    cut = text[:TITLE_LENGTH]
    words = cut.rpartition(" ")[0]
    kept = words if len(cut) - len(words) <= _LAST_WORD else cut[:-1]
    return f"{kept[: TITLE_LENGTH - 1]}…"


def one_line(text: str) -> str:
    """`text` as a title: a single line that cannot command a terminal."""
    return " ".join(sanitize(text, one_line=True).split())
