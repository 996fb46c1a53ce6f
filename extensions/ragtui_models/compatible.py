"""Answers by an Anthropic-compatible server: Ollama, LM Studio, vLLM, llama.cpp.

Such servers silently drop `search_result` blocks, so notes are sent as numbered
plain text, and the model cites by writing their numbers: marks such as `[1]`. A small
model gets a short prompt.
"""

import os
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from ragtui_core import AnswerEvent, Confidence, Cost, Done, Reading, Text
from ragtui_core.answer import (
    CHARS_PER_TOKEN,
    MARKER_PROMPT,
    SHORT_PROMPT,
    SHORT_TOKENS,
    AnswerRequest,
    ContextLimits,
    MarkerReader,
    MessageReader,
    ModelProvider,
    Prompt,
    PromptDocument,
    estimated_tokens,
    fields_line,
    in_context,
    is_idle,
    last_seconds,
    note_time,
    prompt_documents,
    prompt_for,
    question_parts,
    root_of,
    without_special_tokens,
)
from ragtui_core.settings import AnswerSettings, ServerSettings
from ragtui_core.text import sanitize
from ragtui_models.answer_stream import AnswerStream
from ragtui_models.service_errors import COMPATIBLE

NAME = "compatible"

NO_KEY = "not-needed"
"""Sent as key if the settings have none, so that the SDK does not send Claude's."""

ANY_MODEL = "default"
"""Model name if the settings have none; servers with one model accept any."""


_MAX_NONCES = 100
_nonces: dict[str, str] = {}
"""The first question of a conversation -> what is in the tags around its notes."""


class CompatibleProvider(ModelProvider):
    """Calls a self-hosted server, which has limits of its own."""

    finds_passages = True

    @cached_property
    def prompt(self) -> Prompt:
        """What the model is told; the first time, its server is asked what it can."""
        return prompt_for(self._settings)

    @property
    def limits(self) -> ContextLimits:
        """Notes and history of a length that the model can read."""
        prompt = self.prompt
        tokens = min(self._settings.history_tokens, prompt.chars // CHARS_PER_TOKEN)
        return ContextLimits(
            prompt.chars, tokens, shares=prompt.is_short, explored=prompt.explored
        )

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Stream the answer; see `Provider`."""
        server = self._settings.server
        request = compatible_request(answer_request, self.prompt, self._settings)
        stream = self._stream(request.body, lambda: MarkerReader(request.paths))
        asked, has_text = time.monotonic(), False
        done = Done(
            NAME, server.model, answer_request.result.confidence, cost=Cost.FREE
        )
        yield Reading(request.tokens, last_seconds(self._settings))
        async with aclosing(stream.events(done)) as events:
            async for event in events:
                if isinstance(event, Text) and not has_text:
                    has_text = True
                    note_time(self._settings, time.monotonic() - asked)
                yield event

    def tool_turn(
        self, body: dict[str, Any], make_reader: Callable[[], MessageReader]
    ) -> AsyncGenerator[AnswerEvent, None]:
        """A turn with tools; see `CallsTools`."""
        model = self._settings.server.model or ANY_MODEL
        done = Done(NAME, model, Confidence.LOW)
        return self._stream({**body, "model": model}, make_reader).events(done)

    def _stream(
        self, body: dict[str, Any], make_reader: Callable[[], MessageReader]
    ) -> AnswerStream:
        server = self._settings.server
        return AnswerStream(
            partial(_client, self._settings),
            body,
            make_reader,
            self._settings,
            COMPATIBLE,
            may_leave=partial(is_idle, server.base_url, server.api_key),
        )


@dataclass(frozen=True, slots=True)
class CompatibleRequest:
    """The body of a request, without `stream`, and the paths of its notes in order."""

    body: dict[str, Any]
    paths: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """About how many tokens it has."""
        texts = [self.body["system"], *(m["content"] for m in self.body["messages"])]
        return sum(map(estimated_tokens, texts))


def compatible_request(
    answer_request: AnswerRequest, prompt: Prompt, settings: AnswerSettings
) -> CompatibleRequest:
    """The request for an answer.

    A conversation is only appended to, for the server's cache: each earlier question
    stays with the notes that were first sent with it.
    """
    sent = list[PromptDocument]()
    messages = list[dict[str, str]]()
    nonce = _nonce_of(answer_request)
    for turn in answer_request.history.turns:
        notes = _notes(prompt_documents(turn.texts), sent, prompt, nonce)
        question = without_special_tokens(turn.question)
        messages.append(_message("user", [*notes, question]))
        messages.append(_message("assistant", [without_special_tokens(turn.answer)]))
    documents = prompt_documents(answer_request.context.texts)
    others = [] if prompt.is_short else _other_files(answer_request, nonce)
    asked = [*map(without_special_tokens, question_parts(answer_request, nonce))]
    if prompt.is_short:
        documents = _fitting(documents, [SHORT_PROMPT, *asked], prompt, nonce)
    notes = _notes(documents, sent, prompt, nonce)
    messages.append(_message("user", [*notes, *others, *asked]))
    body = {
        "model": settings.server.model or ANY_MODEL,
        "max_tokens": prompt.answer_tokens,
        "system": SHORT_PROMPT if prompt.is_short else MARKER_PROMPT,
        "messages": messages,
    }
    return CompatibleRequest(body, tuple(item.text.source.path for item in sent))


def _nonce_of(answer_request: AnswerRequest) -> str:
    """Digits that no note can guess; others in each conversation.

    In follow-ups they stay, so that the server's cache knows the notes.
    """
    turns = answer_request.history.turns
    first = turns[0].question if turns else answer_request.question
    if not (turns and first in _nonces):
        _nonces.pop(first, None)
        _nonces[first] = secrets.token_hex(4)
    if len(_nonces) > _MAX_NONCES:
        del _nonces[next(iter(_nonces))]
    return _nonces[first]


def _message(role: str, parts: Iterable[str]) -> dict[str, str]:
    return {"role": role, "content": "\n\n".join(parts)}


def _notes(
    documents: Sequence[PromptDocument],
    sent: list[PromptDocument],
    prompt: Prompt,
    nonce: str,
) -> list[str]:
    """Documents as one text, numbered after those that were `sent`, if any."""
    first = len(sent) + 1
    sent += documents
    notes = [_note(n, item, prompt, nonce) for n, item in enumerate(documents, first)]
    between = "\n\n" if prompt.is_short else "\n---\n"
    return [between.join(notes)] if notes else []


def _fitting(
    documents: list[PromptDocument], others: list[str], prompt: Prompt, nonce: str
) -> list[PromptDocument]:
    """The best documents whose notes fit into a short prompt; at least one."""
    left, fitting = SHORT_TOKENS - sum(map(estimated_tokens, others)), 0
    for number, item in enumerate(documents, 1):
        left -= estimated_tokens(_note(number, item, prompt, nonce))
        fitting += left >= 0 or number == 1
    return documents[:fitting]


def _other_files(answer_request: AnswerRequest, nonce: str) -> Iterator[str]:
    listed = [fields_line(source, f) for source, f in answer_request.context.metadata]
    if listed:
        text = without_special_tokens("\n".join(listed))
        yield f"<other-files-{nonce}>\n{text}\n</other-files-{nonce}>"


def _note(number: int, item: PromptDocument, prompt: Prompt, nonce: str) -> str:
    """A note between tags that no other one can guess; few tokens in a short prompt."""
    source = item.text.source
    blocks = in_context(item) if prompt.is_short else item.blocks
    body = without_special_tokens("\n".join(blocks))
    facts = {
        "path": source.path,
        "date": source.date,
        "changed": source.changed,
        "state": source.state,
    }
    shown = {
        name: without_special_tokens(sanitize(fact, one_line=True)).replace('"', "'")
        for name, fact in facts.items()
        if fact
    }
    if prompt.is_short:
        shown.pop("changed", None)
        return f"<note-{nonce[:4]} {number}: {', '.join(shown.values())}>\n{body}"
    named = " ".join(f'{name}="{fact}"' for name, fact in shown.items())
    return f'<note-{nonce} id="{number}" {named}>\n{body}\n</note-{nonce}>'


def _client(settings: AnswerSettings) -> Any:
    import anthropic
    import httpx2

    server: ServerSettings = settings.server
    timeout = httpx2.Timeout(None, connect=settings.connect_timeout)
    key = server.api_key or NO_KEY
    own = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    headers: Any = {
        name: own.get(name.lower(), anthropic.Omit()) for name in _cloud_headers()
    }
    return anthropic.AsyncAnthropic(
        api_key=key,
        base_url=root_of(server.base_url),
        default_headers=headers,
        max_retries=0,
        timeout=timeout,
        # Ignore proxies and .netrc of the environment for this server.
        http_client=httpx2.AsyncClient(trust_env=False, timeout=timeout),
    )


def _cloud_headers() -> list[str]:
    """Headers that the SDK would add for the cloud; one may contain a key."""
    lines = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "").splitlines()
    return [line.split(":")[0].strip() for line in lines if ":" in line]
