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

from ragtui_core.answer.citing import Citer
from ragtui_core.answer.context import Excerpted
from ragtui_core.answer.events import AnswerEvent, Cost, Done
from ragtui_core.answer.files_now import FilesNow
from ragtui_core.answer.inquiry import Inquiry
from ragtui_core.answer.marker_reader import MarkerReader
from ragtui_core.answer.prompt import MARKER_PROMPT, length_wish, selected
from ragtui_core.answer.sendable import Sendable, defused, fields_line, sendables
from ragtui_core.answer.service_errors import COMPATIBLE
from ragtui_core.answer.streaming import AnswerStream
from ragtui_core.settings import AnswerSettings, ServerSettings
from ragtui_core.untrusted import sanitize

NAME = "compatible"

NO_KEY = "not-needed"
"""Sent as key where the settings hold none, lest the SDK send Claude's."""

ANY_MODEL = "default"
"""Asked for where the settings name none; servers with one model take any name."""


class CompatibleProvider:
    """Asks a server of the person's own."""

    def __init__(self, settings: AnswerSettings, files: FilesNow) -> None:
        """Check quotations against `files`."""
        self._settings = settings
        self._files = files

    async def answer(self, inquiry: Inquiry) -> AsyncGenerator[AnswerEvent, None]:
        """Stream the answer; see `Provider`."""
        sent = sendables((*inquiry.context.texts, *inquiry.history.texts))
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
    inquiry: Inquiry, sent: Sequence[Sendable], settings: AnswerSettings
) -> dict[str, Any]:
    """The body of the request, without `stream`."""
    messages: list[dict[str, Any]] = []
    for turn in inquiry.history.turns:
        messages.append({"role": "user", "content": defused(turn.question)})
        messages.append({"role": "assistant", "content": defused(turn.answer)})
    content = "\n\n".join(_parts(inquiry, sent))
    messages.append({"role": "user", "content": content})
    return {
        "model": settings.server.model or ANY_MODEL,
        "max_tokens": settings.max_tokens,
        "system": MARKER_PROMPT,
        "messages": messages,
    }


def _parts(inquiry: Inquiry, sent: Sequence[Sendable]) -> Iterator[str]:
    """Notes, what is known of other files, selection and question."""
    nonce = secrets.token_hex(4)
    notes = [_note(number, item, nonce) for number, item in enumerate(sent, 1)]
    if notes:
        yield "\n---\n".join(notes)
    listed = [fields_line(source.path, f) for source, f in inquiry.context.metadata]
    if listed:
        text = defused("\n".join(listed))
        yield f"<other-files-{nonce}>\n{text}\n</other-files-{nonce}>"
    if inquiry.selection:
        yield defused(selected(inquiry.selection, nonce))
    yield defused(inquiry.question) + length_wish(inquiry.max_chars)


def _note(number: int, item: Sendable, nonce: str) -> str:
    path = sanitize(item.text.source.path, one_line=True).replace('"', "'")
    body = defused("\n".join(item.blocks))
    opening = f'<note-{nonce} id="{number}" path="{defused(path)}">'
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
