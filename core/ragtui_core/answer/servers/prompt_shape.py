"""Which prompt a model of a server gets: a short one, or the full one."""

import re
from dataclasses import dataclass

from ragtui_core.answer.servers.model_servers import (
    ServedModel,
    model_at,
    named_size,
)
from ragtui_core.settings.schema import AnswerSettings, PromptShape

SMALL_BILLIONS = 7.0
"""A model with fewer parameters turns rules of a prompt into content."""

FULL_CONTEXT = 8192
"""Fewest tokens of context for the full prompt, its notes and an answer."""

SLOW_SECONDS = 30.0
"""After a full prompt that took longer to begin its answer, the next one is short."""

SHORT_CHARS = 1_200
"""Characters of passages in a short prompt, at most."""

SHORT_TOKENS = 850
"""Tokens of a short prompt, as estimated: a note that does not fit is left out."""

SHORT_ANSWER = 512
"""Maximum tokens of an answer to a short prompt."""

CHARS_PER_TOKEN = 3
"""Characters of a token, at least, of most languages in an alphabet."""


_PIECE = re.compile(r"[^\W\d_]+|\S")


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has: one for a digit, a sign, six bytes of a word.

    For notes in English it is within a tenth of what Qwen counts, mostly above.
    """
    pieces = _PIECE.findall(text)
    return sum((len(piece.encode()) + 5) // 6 for piece in pieces)


@dataclass(frozen=True, slots=True)
class Prompt:
    """How much is sent to a model.

    Attributes:
        is_short: Whether a short instruction goes with the best passages alone.
        chars: Maximum characters of notes.
        answer_tokens: Maximum tokens of the answer.
        explored: Maximum characters of results of tools.
    """

    is_short: bool
    chars: int
    answer_tokens: int
    explored: int


_models: dict[tuple[str, str], ServedModel] = {}
_slow: set[tuple[str, str]] = set()
_last_seconds: dict[tuple[str, str], float] = {}


def prompt_for(settings: AnswerSettings) -> Prompt:
    """The prompt for the model of the settings; asks its server once a process."""
    server = settings.server
    key = (server.base_url, server.model)
    model = _models.get(key) or model_at(*key, server.api_key)
    if model:
        _models[key] = model
    model = model or ServedModel(server.model, billions=named_size(server.model))
    return shape_of(model, settings, is_slow=key in _slow)


def shape_of(model: ServedModel, settings: AnswerSettings, *, is_slow: bool) -> Prompt:
    """The prompt for a model; `answer.server.prompt` decides, else what it can do."""
    server, context = settings.server, model.context_tokens
    is_short = server.prompt == PromptShape.SHORT
    if server.prompt == PromptShape.AUTO:
        is_small = model.billions is not None and model.billions < SMALL_BILLIONS
        is_short = is_small or is_slow or (context or FULL_CONTEXT) < FULL_CONTEXT
    explored = server.max_context_chars
    if context:
        explored = min(explored, context * CHARS_PER_TOKEN // 2)
    chars = min(explored, SHORT_CHARS if is_short else 10**9)
    tokens = min(settings.max_tokens, SHORT_ANSWER if is_short else 10**9)
    if context:
        tokens = min(tokens, context // 4)
    return Prompt(is_short, chars, tokens, explored)


def note_time(settings: AnswerSettings, seconds: float) -> None:
    """Note how long the model of the settings took to begin its answer."""
    key = (settings.server.base_url, settings.server.model)
    _last_seconds[key] = seconds
    if seconds > SLOW_SECONDS:
        _slow.add(key)


def last_seconds(settings: AnswerSettings) -> float | None:
    """What was noted last of that model, by this process."""
    return _last_seconds.get((settings.server.base_url, settings.server.model))
