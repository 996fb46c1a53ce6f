"""Answers by an Anthropic-compatible server: Ollama, LM Studio, vLLM, llama.cpp.

Such servers drop `search_result` blocks without a word, so notes are sent as numbered
plain text, and the model cites by writing their numbers.
"""

import os
import secrets
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from ragtui_core.answer.prompt import MARKER_PROMPT, length_wish, selected
from ragtui_core.answer.prompt_context import Excerpted
from ragtui_core.answer.providers.compatible.marker_reader import MarkerReader
from ragtui_core.answer.providers.messages_api.answer_stream import (
    AnswerStream,
)
from ragtui_core.answer.providers.messages_api.prompt_sanitizer import (
    PromptDocument,
    fields_line,
    prompt_documents,
    without_special_tokens,
)
from ragtui_core.answer.providers.messages_api.service_errors import COMPATIBLE
from ragtui_core.answer.request import AnswerRequest
from ragtui_core.answer_events import AnswerEvent, Cost, Done
from ragtui_core.citations.citer import Citer
from ragtui_core.citations.current_files import CurrentFiles
from ragtui_core.settings.schema import AnswerSettings, ServerSettings
from ragtui_core.text.sanitizing import sanitize

NAME = "compatible"

NO_KEY = "not-needed"
"""Sent as key where the settings hold none, lest the SDK send Claude's."""

ANY_MODEL = "default"
"""Asked for where the settings name none; servers with one model take any name."""


class CompatibleProvider:
    """Asks a server of the person's own."""

    def __init__(self, settings: AnswerSettings, files: CurrentFiles) -> None:
        """Check quotations against `files`."""
        self._settings = settings
        self._files = files

    async def answer(self, inquiry: AnswerRequest) -> AsyncGenerator[AnswerEvent, None]:
        """Stream the answer; see `Provider`."""
        sent = prompt_documents((*inquiry.context.texts, *inquiry.history.texts))
        notes = [item.text for item in sent]
        stream = AnswerStream(
            partial(_client, self._settings),
            compatible_request(inquiry, sent, self._settings),
            lambda: MarkerReader(notes, self._citer(notes)),
            self._settings,
            COMPATIBLE,
        )
        async with aclosing(stream.events()) as events:
            async for event in events:
                yield event
        yield Done(
            NAME,
            stream.reader.model or self._settings.server.model,
            inquiry.result.confidence,
            stream.reader.usage,
            Cost.FREE,
            stream.error.kind if stream.error else "",
        )

    def _citer(self, notes: Sequence[Excerpted]) -> Citer:
        return Citer(self._files, tuple(note.document for note in notes))


def compatible_request(
    inquiry: AnswerRequest, sent: Sequence[PromptDocument], settings: AnswerSettings
) -> dict[str, Any]:
    """The body of the request, without `stream`."""
    messages: list[dict[str, Any]] = []
    for turn in inquiry.history.turns:
        messages.append(
            {"role": "user", "content": without_special_tokens(turn.question)}
        )
        messages.append(
            {"role": "assistant", "content": without_special_tokens(turn.answer)}
        )
    content = "\n\n".join(_parts(inquiry, sent))
    messages.append({"role": "user", "content": content})
    return {
        "model": settings.server.model or ANY_MODEL,
        "max_tokens": settings.max_tokens,
        "system": MARKER_PROMPT,
        "messages": messages,
    }


def _parts(inquiry: AnswerRequest, sent: Sequence[PromptDocument]) -> Iterator[str]:
    """Notes, what is known of other files, selection and question."""
    nonce = secrets.token_hex(4)
    notes = [_note(number, item, nonce) for number, item in enumerate(sent, 1)]
    if notes:
        yield "\n---\n".join(notes)
    listed = [fields_line(source.path, f) for source, f in inquiry.context.metadata]
    if listed:
        text = without_special_tokens("\n".join(listed))
        yield f"<other-files-{nonce}>\n{text}\n</other-files-{nonce}>"
    if inquiry.selection:
        yield without_special_tokens(selected(inquiry.selection, nonce))
    yield without_special_tokens(inquiry.question) + length_wish(inquiry.max_chars)


def _note(number: int, item: PromptDocument, nonce: str) -> str:
    path = sanitize(item.text.source.path, one_line=True).replace('"', "'")
    body = without_special_tokens("\n".join(item.blocks))
    opening = f'<note-{nonce} id="{number}" path="{without_special_tokens(path)}">'
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
        # Neither a proxy nor a .netrc of the environment has to do with this server.
        http_client=httpx2.AsyncClient(trust_env=False, timeout=timeout),
    )


def _cloud_headers() -> list[str]:
    """Headers that the SDK would add for the cloud; one may hold a key."""
    lines = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "").splitlines()
    return [line.split(":")[0].strip() for line in lines if ":" in line]
