"""Query variants for a question, written by Claude's small model in one call."""

from collections.abc import Sequence

from ragtui_core.answer.conversation_context import without_marks
from ragtui_core.answer.providers.claude.structured_output import (
    structured_output,
)
from ragtui_core.history.conversation import Turn
from ragtui_core.settings.schema import AnswerSettings

MAX_CHARS = 300
"""Maximum length of a query; longer ones are ignored."""

INCLUDED_TURNS = 3
"""Number of exchanges of the conversation that are sent."""

_SYSTEM = """\
You write search queries for a person's own notes. Put the question in other words, as \
the notes might: name things by their other names, and resolve what refers to the \
conversation. Each query stands alone and differs from the others. Answer in the \
language of the question."""


def query_variants(
    query: str, turns: Sequence[Turn], settings: AnswerSettings
) -> list[str]:
    """At most `settings.query_variants` queries, none of them `query` itself.

    Raises:
        AnswerError: The service failed; search without them.
    """
    count = settings.query_variants
    schema = {
        "type": "object",
        "properties": {"queries": {"type": "array", "items": {"type": "string"}}},
        "required": ["queries"],
        "additionalProperties": False,
    }
    history = [f"Asked: {t.question}\nSaid: {_start(t.answer)}" for t in turns]
    parts = [*history[-INCLUDED_TURNS:], f"Write {count} queries for: {query}"]
    found = structured_output(_SYSTEM, "\n\n".join(parts), schema, settings).get(
        "queries"
    )
    written = found if isinstance(found, list) else []
    texts = (" ".join(text.split()) for text in written if isinstance(text, str))
    good = (text for text in texts if text and len(text) <= MAX_CHARS and text != query)
    return list(dict.fromkeys(good))[:count]


def _start(answer: str) -> str:
    return without_marks(answer)[:MAX_CHARS]
