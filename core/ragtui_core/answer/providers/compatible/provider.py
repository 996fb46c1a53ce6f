"""Answers by an Anthropic-compatible server: Ollama, LM Studio, vLLM, llama.cpp.

Such servers silently drop `search_result` blocks, so notes are sent as numbered
plain text, and the model cites by writing their numbers: marks such as `[1]`.
"""

import os
import secrets
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from ragtui_core.answer.model_provider import ModelProvider
from ragtui_core.answer.prompt import MARKER_PROMPT, question_parts
from ragtui_core.answer.providers.compatible.markers import MarkerReader
from ragtui_core.answer.providers.messages_api.answer_stream import AnswerStream
from ragtui_core.answer.providers.messages_api.prompt_sanitizer import (
    PromptDocument,
    fields_line,
    prompt_documents,
    without_special_tokens,
)
from ragtui_core.answer.providers.messages_api.service_errors import COMPATIBLE
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Cost, Done
from ragtui_core.settings.schema import AnswerSettings, ServerSettings
from ragtui_core.text.sanitizing import sanitize

NAME = "compatible"

NO_KEY = "not-needed"
"""Sent as key if the settings have none, so that the SDK does not send Claude's."""

ANY_MODEL = "default"
"""Model name if the settings have none; servers with one model accept any."""


class CompatibleProvider(ModelProvider):
    """Calls a self-hosted server, which has limits of its own."""

    @property
    def max_context_chars(self) -> int:
        """The setting `answer.server.max_context_chars`."""
        return self._settings.server.max_context_chars

    async def answer(
        self, answer_request: AnswerRequest
    ) -> AsyncGenerator[AnswerEvent, None]:
        """Stream the answer; see `Provider`."""
        sent = prompt_documents(
            (*answer_request.context.texts, *answer_request.history.texts)
        )
        paths = [item.text.source.path for item in sent]
        stream = AnswerStream(
            partial(_client, self._settings),
            compatible_request(answer_request, sent, self._settings),
            lambda: MarkerReader(paths),
            self._settings,
            COMPATIBLE,
        )
        model = self._settings.server.model
        done = Done(NAME, model, answer_request.result.confidence, cost=Cost.FREE)
        async with aclosing(stream.events(done)) as events:
            async for event in events:
                yield event


def compatible_request(
    answer_request: AnswerRequest,
    sent: Sequence[PromptDocument],
    settings: AnswerSettings,
) -> dict[str, Any]:
    """The body of the request, without `stream`."""
    messages: list[dict[str, Any]] = []
    for turn in answer_request.history.turns:
        messages.append(
            {"role": "user", "content": without_special_tokens(turn.question)}
        )
        messages.append(
            {"role": "assistant", "content": without_special_tokens(turn.answer)}
        )
    content = "\n\n".join(_parts(answer_request, sent))
    messages.append({"role": "user", "content": content})
    return {
        "model": settings.server.model or ANY_MODEL,
        "max_tokens": settings.max_tokens,
        "system": MARKER_PROMPT,
        "messages": messages,
    }


def _parts(
    answer_request: AnswerRequest, sent: Sequence[PromptDocument]
) -> Iterator[str]:
    """Notes, metadata of other files, selection and question."""
    nonce = secrets.token_hex(4)
    notes = [_note(number, item, nonce) for number, item in enumerate(sent, 1)]
    if notes:
        yield "\n---\n".join(notes)
    listed = [fields_line(source, f) for source, f in answer_request.context.metadata]
    if listed:
        text = without_special_tokens("\n".join(listed))
        yield f"<other-files-{nonce}>\n{text}\n</other-files-{nonce}>"
    yield from map(without_special_tokens, question_parts(answer_request, nonce))


def _note(number: int, item: PromptDocument, nonce: str) -> str:
    source = item.text.source
    facts = {
        "path": source.path,
        "date": source.date,
        "changed": source.changed,
        "state": source.state,
    }
    shown = {
        name: sanitize(fact, one_line=True).replace('"', "'")
        for name, fact in facts.items()
        if fact
    }
    named = " ".join(f'{name}="{fact}"' for name, fact in shown.items())
    body = without_special_tokens("\n".join(item.blocks))
    opening = f'<note-{nonce} id="{number}" {without_special_tokens(named)}>'
    return f"{opening}\n{body}\n</note-{nonce}>"


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
        base_url=server.base_url.rstrip("/").removesuffix("/v1"),
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
