"""A question and its context as a request to Claude.

Each document is a `search_result` block with one text block a passage, so that a
citation, which always names whole blocks, names exact spans of the file. Notes are
untrusted: they never stand in the system prompt, and metadata and a selection stand
between tags that a note cannot guess.

A conversation only grows at its end, so that the service's cache serves what was sent
before: each earlier question stays with the documents that were new with it.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ragtui_core.answer.prompt import CLAUDE_PROMPT, length_wish, selected
from ragtui_core.answer.providers.claude.claude_models import DEFAULT_MODEL
from ragtui_core.answer.providers.messages_api.prompt_sanitizer import (
    PromptDocument,
    fields_line,
    prompt_documents,
)
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.settings.schema import AnswerSettings
from ragtui_core.text.sanitizing import sanitize

_CACHED = {"type": "ephemeral"}
_BREAKPOINTS = 3
"""Of the four that a request may have; one is for the system prompt."""

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ClaudeRequest:
    """The body of a request, and the documents that its citations count."""

    body: dict[str, Any]
    sent: tuple[PromptDocument, ...]


def claude_request(inquiry: AnswerRequest, settings: AnswerSettings) -> ClaudeRequest:
    """The request for an answer, without `stream`."""
    turns = [
        (prompt_documents(turn.texts), turn.question, turn.answer)
        for turn in inquiry.history.turns
    ]
    now = prompt_documents(inquiry.context.texts)
    messages: list[Message] = []
    for sent, question, answer in turns:
        messages.append(_user(sent, question))
        messages.append({"role": "assistant", "content": answer})
    messages.append(_user(now, _question(inquiry)))
    _mark_for_caching(messages)
    body = {
        "model": settings.model or DEFAULT_MODEL,
        "max_tokens": settings.max_tokens,
        "system": CLAUDE_PROMPT,
        "messages": messages,
    }
    return ClaudeRequest(body, (*(s for sent, _, _ in turns for s in sent), *now))


def _user(sent: Sequence[PromptDocument], question: str) -> Message:
    content: list[dict[str, Any]] = [_search_result(item) for item in sent]
    content.append({"type": "text", "text": question})
    return {"role": "user", "content": content}


def _search_result(item: PromptDocument) -> dict[str, Any]:
    return {
        "type": "search_result",
        "source": sanitize(item.text.source.path, one_line=True),
        "title": sanitize(item.text.source.title, one_line=True),
        "content": [{"type": "text", "text": block} for block in item.blocks],
        "citations": {"enabled": True},
    }


def _mark_for_caching(messages: Iterable[Message]) -> None:
    """Set marks at the ends of the documents of the last questions."""
    ends = []
    for message in messages:
        blocks = message["content"] if message["role"] == "user" else []
        ends += [block for block in blocks if block["type"] == "search_result"][-1:]
    for block in ends[-_BREAKPOINTS:]:
        block["cache_control"] = _CACHED


def _question(inquiry: AnswerRequest) -> str:
    """The question, after what is known of documents that are not sent."""
    context = inquiry.context
    known = [(text.source.path, text.document.fields) for text in context.texts]
    known += [(source.path, fields) for source, fields in context.metadata]
    nonce = secrets.token_hex(4)
    parts = [inquiry.question + length_wish(inquiry.max_chars)]
    if inquiry.selection:
        parts.insert(0, selected(inquiry.selection, nonce))
    if known:
        listed = "\n".join(fields_line(path, fields) for path, fields in known)
        parts.insert(0, f"<files-{nonce}>\n{listed}\n</files-{nonce}>")
    return "\n\n".join(parts)
