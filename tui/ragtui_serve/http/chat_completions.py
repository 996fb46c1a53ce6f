"""OpenAI's chat protocol, for programs such as LibreChat and Open WebUI.

A model is a vault. The last message of the user is the question, and the messages
before it are its conversation. Sources follow the answer as Markdown links.
"""

import json
import re
import time
import uuid
from collections.abc import AsyncGenerator, Iterator, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ragtui_core import Citation, Notice, RagtuiError, Text
from ragtui_core.citations import citation_label, escape_markdown
from ragtui_serve.http.api import route
from ragtui_serve.http.event_stream import streamed_answer
from ragtui_serve.http.requests import json_body
from ragtui_serve.http.server_state import Server
from ragtui_serve.request_options import ASK, RequestError, read_request
from ragtui_serve.served_vault import AnswerEvents, ServedVault

PREFIX = "ragtui/"
"""Before the name of a vault, in the name of a model."""


MAX_EARLIER = 50
"""Exchanges of a conversation that are read; a model is sent fewer."""

MAX_MESSAGES = 1_000

_SOURCES = re.compile(r"^- \[\d+\] \[.*\]\(<.*>\) \(.*\)\n?", re.MULTILINE)
"""The lines of `_source_lines`, which are not part of an answer."""


def chat_routes(server: Server) -> list[Route]:
    """The routes of the protocol."""
    chat = ChatCompletions(server)
    return [
        route(server, "GET", "/v1/models", chat.models),
        route(server, "POST", "/v1/chat/completions", chat.completions),
    ]


class ChatCompletions:
    """Answers as a chat model would."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def models(self, _: Request) -> Response:
        """The vaults as models."""
        models = [
            {"id": f"{PREFIX}{name}", "object": "model", "owned_by": "ragtui"}
            for name in self._server.vaults.names
        ]
        return JSONResponse({"object": "list", "data": models})

    async def completions(self, request: Request) -> Response:
        """An answer, streamed if the request says so. Options of models are ignored."""
        body = await json_body(request)
        if not isinstance(body, Mapping):
            raise RequestError("the request must be one JSON object")
        model = body.get("model", "")
        if not isinstance(model, str):
            raise RequestError("`model` must be a text", "model")
        served = self._server.vaults.named(model.removeprefix(PREFIX))
        exchanges, question = _conversation(body.get("messages"))
        values = read_request({"question": question, "save": False}, ASK)
        values["earlier"] = exchanges
        model = f"{PREFIX}{served.name}"
        if body.get("stream") is True:
            encode = partial(self._chunks, served, model)
            return await streamed_answer(self._server, served, values, encode)
        async with self._server.answer(served, values) as events:
            text = "".join([part async for part in _texts(events, served)])
        return JSONResponse(_completion(model, text))

    async def _chunks(
        self, served: ServedVault, model: str, events: AnswerEvents
    ) -> AsyncGenerator[bytes, None]:
        chunk = partial(_chunk, _identifier(), model)
        yield chunk({"role": "assistant", "content": ""})
        try:
            async for part in _texts(events, served):
                yield chunk({"content": part})
        except RagtuiError as error:
            message = self._server.vaults.public_message(error)
            yield _data({"error": {"message": message, "type": "ragtui"}})
        else:
            yield chunk({}, "stop")
        yield b"data: [DONE]\n\n"


def _conversation(messages: Any) -> tuple[list[tuple[str, str]], str]:
    """The earlier questions with their answers, and the user's last message."""
    exchanges: list[tuple[str, str]] = []
    question: str | None = None
    if isinstance(messages, list) and len(messages) > MAX_MESSAGES:
        raise RequestError(f"`messages` must be at most {MAX_MESSAGES:,}", "messages")
    for message in messages if isinstance(messages, list) else []:
        role = message.get("role") if isinstance(message, Mapping) else None
        if role == "user":
            question = _content(message.get("content"))
        elif role == "assistant" and question is not None:
            answer = _SOURCES.sub("", _content(message.get("content")))
            exchanges.append((question, answer))
            question = None
    if question is None and exchanges:
        question, _ = exchanges.pop()  # the client wants another answer
    if question is None:
        raise RequestError(
            "`messages` must be a list with a message whose role is user", "messages"
        )
    return exchanges[-MAX_EARLIER:], question


def _content(content: Any) -> str:
    """The text of a message, which may be a list of parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, Mapping)]
    return "\n".join(text for text in texts if isinstance(text, str))


async def _texts(
    events: AnswerEvents, served: ServedVault
) -> AsyncGenerator[str, None]:
    """The text of an answer, then its sources and what is to be said about it."""
    citations: list[Citation] = []
    notices: list[str] = []
    async for event in events:
        match event:
            case Text():
                yield event.text
            case Citation():
                citations.append(event)
            case Notice():
                notices.append(event.text)
    after = [*_source_lines(citations, served), *(f"*{text}*" for text in notices)]
    if after:
        yield "\n\n" + "\n".join(after)


def _source_lines(citations: list[Citation], served: ServedVault) -> Iterator[str]:
    for citation in citations:
        line = citation.lines.first
        url = served.urls.of(citation.path, line, citation.heading_path)
        url = url or served.note_uri(citation.path)
        name = escape_markdown(f"{citation.path}:{line}")
        label = citation_label(citation)
        yield f"- [{citation.number}] [{name}](<{url}>) ({label})"


def _completion(model: str, text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    found = _envelope(_identifier(), "chat.completion", model, choice)
    return found | {"usage": usage}


def _chunk(
    identifier: str, model: str, delta: dict[str, str], reason: str | None = None
) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return _data(_envelope(identifier, "chat.completion.chunk", model, choice))


def _identifier() -> str:
    return f"chatcmpl-{uuid.uuid4().hex}"


def _envelope(
    identifier: str, kind: str, model: str, choice: dict[str, Any]
) -> dict[str, Any]:
    created = int(time.time())
    return {
        "id": identifier,
        "object": kind,
        "created": created,
        "model": model,
        "choices": [choice],
    }


def _data(value: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()
