"""Builds the request to Claude from a question and its context.

Each document is a `search_result` block with one text block a passage, so that a
citation, which always refers to whole blocks, refers to exact spans of the file. Notes
are untrusted: they are never in the system prompt, and metadata and a selection are
between tags that a note cannot guess.

A conversation is only appended to, so that the service's prompt cache is used: each
earlier question stays with the documents that were first sent with it.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ragtui_core.answer.prompt import CLAUDE_PROMPT, format_selection, length_request
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
"""Of the four cache breakpoints of a request, one is for the system prompt."""

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ClaudeRequest:
    """The body of a request, and the documents that its citations refer to."""

    body: dict[str, Any]
    sent: tuple[PromptDocument, ...]


def claude_request(
    answer_request: AnswerRequest, settings: AnswerSettings
) -> ClaudeRequest:
    """The request for an answer, without `stream`."""
    turns = [
        (prompt_documents(turn.texts), turn.question, turn.answer)
        for turn in answer_request.history.turns
    ]
    now = prompt_documents(answer_request.context.texts)
    messages: list[Message] = []
    for sent, question, answer in turns:
        messages.append(_user(sent, question))
        messages.append({"role": "assistant", "content": answer})
    messages.append(_user(now, _question(answer_request)))
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
    """Set cache breakpoints after the documents of the last questions."""
    ends = []
    for message in messages:
        blocks = message["content"] if message["role"] == "user" else []
        ends += [block for block in blocks if block["type"] == "search_result"][-1:]
    for block in ends[-_BREAKPOINTS:]:
        block["cache_control"] = _CACHED


def _question(answer_request: AnswerRequest) -> str:
    """The question, preceded by the metadata of documents and the selection."""
    context = answer_request.context
    known = [(text.source.path, text.document.fields) for text in context.texts]
    known += [(source.path, fields) for source, fields in context.metadata]
    nonce = secrets.token_hex(4)
    parts = [answer_request.question + length_request(answer_request.options.max_chars)]
    if answer_request.options.selection:
        parts.insert(0, format_selection(answer_request.options.selection, nonce))
    if known:
        listed = "\n".join(fields_line(path, fields) for path, fields in known)
        parts.insert(0, f"<files-{nonce}>\n{listed}\n</files-{nonce}>")
    return "\n\n".join(parts)
