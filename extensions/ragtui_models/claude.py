"""Answers by Claude, streamed, with citations of exact spans of files.

Each document is a `search_result` block with one text block a passage, so that a
citation, which always refers to whole blocks, refers to exact spans of the file. Notes
are untrusted: they are never in the system prompt, and metadata and a selection are
between tags that a note cannot guess.

A conversation is only appended to, so that the service's prompt cache is used: each
earlier question stays with the documents that were first sent with it.

Citations may arrive before the text that they belong to, so they are buffered until
their block ends; then their marks follow its text.
"""

import secrets
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ragtui_core import (
    AnswerEvent,
    Citation,
    Confidence,
    Cost,
    Done,
    Mark,
    Span,
    Text,
    Verdict,
)
from ragtui_core.answer import (
    CLAUDE_PROMPT,
    DEFAULT_MODEL,
    AnswerRequest,
    MessageReader,
    ModelProvider,
    PromptDocument,
    event_text,
    event_value,
    fields_line,
    prompt_documents,
    question_parts,
)
from ragtui_core.citations import Citer, uncited
from ragtui_core.settings import AnswerSettings
from ragtui_core.text import sanitize
from ragtui_models.answer_stream import AnswerStream
from ragtui_models.service_errors import CLAUDE

_CACHED = {"type": "ephemeral"}
_BREAKPOINTS = 3
"""Cache breakpoints for messages; the fourth of a request is the system prompt's."""

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
    texts = (*answer_request.history.texts, *context.texts)
    known = [(text.source, text.document.fields) for text in texts]
    known += context.metadata
    nonce = secrets.token_hex(4)
    parts = [*question_parts(answer_request, nonce)]
    if known:
        listed = "\n".join(fields_line(source, fields) for source, fields in known)
        parts.insert(0, f"<files-{nonce}>\n{listed}\n</files-{nonce}>")
    return "\n\n".join(parts)


NAME = "claude"

_COSTS = {"haiku": Cost.LOW, "sonnet": Cost.MEDIUM}
"""Cost by model family; all other families are more expensive."""


class ClaudeProvider(ModelProvider):
    """Calls Claude with the key and address that the SDK finds."""

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Stream the answer; see `Provider`."""
        request = claude_request(answer_request, self._settings)
        stream = self._stream(
            request.body, lambda: ClaudeReader(request.sent, Citer(self._files))
        )
        done = Done(NAME, request.body["model"], answer_request.result.confidence)
        async with aclosing(stream.events(done)) as events:
            async for event in events:
                if isinstance(event, Done):
                    event = replace(event, cost=cost_of(event.model))
                yield event

    def tool_turn(
        self, body: dict[str, Any], make_reader: Callable[[], MessageReader]
    ) -> AsyncGenerator[AnswerEvent, None]:
        """A turn with tools; see `CallsTools`."""
        model = self._settings.model or DEFAULT_MODEL
        cached = {**body, "model": model, "cache_control": _CACHED}
        done = Done(NAME, model, Confidence.LOW)
        return self._stream(cached, make_reader).events(done)

    def _stream(
        self, body: dict[str, Any], make_reader: Callable[[], MessageReader]
    ) -> AnswerStream:
        open_client = partial(_client, self._settings)
        return AnswerStream(open_client, body, make_reader, self._settings, CLAUDE)


def cost_of(model: str) -> Cost:
    """The cost class of a model of Claude."""
    return next((c for family, c in _COSTS.items() if family in model), Cost.HIGH)


def _client(settings: AnswerSettings) -> Any:
    import anthropic
    import httpx2

    timeout = httpx2.Timeout(None, connect=settings.connect_timeout)
    return anthropic.AsyncAnthropic(timeout=timeout, max_retries=0)


class ClaudeReader(MessageReader):
    """Reads one answer about the `search_result` blocks of a request."""

    def __init__(self, sent: Sequence[PromptDocument], citer: Citer) -> None:
        """Read an answer about the `sent` documents, in the order of the request."""
        super().__init__()
        self._sent = sent
        self._citer = citer
        self._pending: dict[int, list[Any]] = defaultdict(list)

    def _text(self, text: str) -> Iterator[AnswerEvent]:
        if text:
            yield Text(text)

    def _citation(self, index: int, citation: Any) -> None:
        self._pending[index].append(citation)

    def _block_end(self, index: int) -> Iterator[AnswerEvent]:
        """Marks and citations of a text block, each passage once."""
        seen: set[int] = set()
        for raw in self._pending.pop(index, []):
            if event_value(raw, "type") != "search_result_location":
                continue
            citation, is_new = self._cited(raw)
            if citation.number in seen:
                continue
            seen.add(citation.number)
            yield Mark(f" [{citation.number}]")
            if is_new:
                yield citation

    def _cited(self, raw: Any) -> tuple[Citation, bool]:
        """The checked citation, and whether its passage is newly cited."""
        quoted = event_text(raw, "cited_text")
        location = self._location(raw)
        if location is None:
            name = event_text(raw, "source")
            return self._citer.numbered(uncited(quoted, name, Verdict.NOT_SENT))
        item, first, last = location
        span = Span(item.passages[first].span.start, item.passages[last].span.end)
        document = item.text.document
        sent = "".join(item.blocks[first : last + 1])
        # If the service repeats the sent text, quote the file itself.
        quote = span.of(document.text) if quoted == sent else quoted
        headings = item.passages[first].heading_path
        return self._citer.numbered(self._citer.at(quote, span, headings, document))

    def _location(self, raw: Any) -> tuple[PromptDocument, int, int] | None:
        """The document and its first and last passage, if they were sent."""
        names = ("search_result_index", "start_block_index", "end_block_index")
        named = tuple(event_value(raw, name) for name in names)
        if not all(isinstance(index, int) for index in named):
            return None
        index, first, end = named
        if not 0 <= index < len(self._sent):
            return None
        item = self._sent[index]
        return (item, first, end - 1) if 0 <= first < end <= len(item.blocks) else None
