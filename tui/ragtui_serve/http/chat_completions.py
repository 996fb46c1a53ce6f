"""OpenAI's chat protocol, for programs such as LibreChat and Open WebUI.

A model is a vault. The last message of the user is the question, and the messages
before it are its conversation. Sources follow the answer as Markdown links.
"""

import json
import re
import time
import uuid
from collections.abc import AsyncGenerator, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ragtui_core import Citation, Done, Notice, RagtuiError, Text
from ragtui_core.citations import citation_label, escape_markdown, passage_of
from ragtui_core.search import named_location
from ragtui_core.tools import ASK, RequestError, read_request
from ragtui_serve.http.api import route
from ragtui_serve.http.event_stream import streamed_answer
from ragtui_serve.http.problems import Problem
from ragtui_serve.http.requests import json_body
from ragtui_serve.http.server_state import Server
from ragtui_serve.rendering.note_links import note_address
from ragtui_serve.served_vault import AnswerEvents, ServedVault

PREFIX = "ragtui/"
"""Before the name of a vault, in the name of a model."""


MAX_EARLIER = 50
"""Exchanges of a conversation that are read; a model is sent fewer."""

MAX_MESSAGES = 1_000

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "[]\\"})
"""What would end the text of a link."""

_SOURCES = re.compile(r"^- \[\d+\] \[.*\]\(<.*>\) \(.*\n?", re.MULTILINE)
"""The lines of `_source_line`, which are not part of an answer."""


def chat_routes(server: Server) -> list[Route]:
    """The routes of the protocol."""
    chat = ChatCompletions(server)
    return [
        route(server, "/v1/models", {"GET": chat.models}),
        route(server, "/v1/models/{model:path}", {"GET": chat.model}),
        route(server, "/v1/chat/completions", {"POST": chat.completions}),
    ]


class ChatCompletions:
    """Answers as a chat model would."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def models(self, _: Request) -> Response:
        """The vaults as models."""
        models = [*map(_model, self._server.vaults)]
        return JSONResponse({"object": "list", "data": models})

    async def model(self, request: Request) -> Response:
        """One vault as a model."""
        return JSONResponse(_model(self._served(request.path_params["model"])))

    async def completions(self, request: Request) -> Response:
        """An answer, streamed if the request says so. Options of models are ignored."""
        body = await json_body(request)
        if not isinstance(body, Mapping):
            raise RequestError("the request must be one JSON object")
        model = body.get("model", "")
        if not isinstance(model, str):
            raise RequestError("`model` must be a text", "model")
        if body.get("n", 1) != 1:
            raise RequestError("`n` must be 1: a question has one answer", "n")
        served = self._served(model)
        exchanges, question = _conversation(body.get("messages"))
        values = read_request({"question": question}, ASK)
        values["earlier"] = exchanges
        answer = _Answer(served, str(request.base_url))
        if body.get("stream") is True:
            options = body.get("stream_options")
            has_usage = isinstance(options, Mapping) and bool(
                options.get("include_usage")
            )
            encode = partial(self._chunks, answer, has_usage)
            return await streamed_answer(self._server, served, values, encode)
        async with self._server.answer(served, values) as events:
            text = "".join([part async for part in answer.texts(events)])
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        whole = answer.envelope("chat.completion", [choice])
        return JSONResponse(whole | {"usage": answer.usage})

    def _served(self, model: str) -> ServedVault:
        """The vault that a model is.

        Raises:
            Problem: There is none.
        """
        try:
            return self._server.vaults.named(model.removeprefix(PREFIX))
        except RequestError as error:
            raise Problem(404, str(error).replace("vault", "model", 1)) from error

    async def _chunks(
        self, answer: "_Answer", has_usage: bool, events: AnswerEvents
    ) -> AsyncGenerator[bytes, None]:
        yield answer.chunk({"role": "assistant", "content": ""})
        try:
            async for part in answer.texts(events):
                yield answer.chunk({"content": part})
        except RagtuiError as error:
            message = self._server.vaults.public_message(error)
            yield _data({"error": {"message": message, "type": "ragtui"}})
        else:
            yield answer.chunk({}, "stop")
            if has_usage:
                whole = answer.envelope("chat.completion.chunk", [])
                yield _data(whole | {"usage": answer.usage})
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


class _Answer:
    """One answer, as the protocol has it.

    Attributes:
        usage: Tokens of the model that wrote it; zero without a model.
    """

    def __init__(self, served: ServedVault, base_url: str) -> None:
        self._base_url = base_url
        self._head = {
            "id": f"chatcmpl-{uuid.uuid4().hex}",
            "created": int(time.time()),
            "model": PREFIX + served.name,
        }
        self.usage = _usage({})

    async def texts(self, events: AnswerEvents) -> AsyncGenerator[str, None]:
        """The text, then its sources and what is to be said about it."""
        after: list[str] = []
        notices: list[str] = []
        async for event in events:
            match event:
                case Text():
                    yield event.text
                case Citation():
                    after.append(self._source_line(event))
                case Notice():
                    notices.append(f"*{event.text}*")
                case Done():
                    self.usage = _usage(event.usage)
        if after or notices:
            yield "\n\n" + "\n".join([*after, *notices])

    def _source_line(self, citation: Citation) -> str:
        line = citation.lines.first
        page = f"{self._base_url}{note_address(citation.path, citation.span)}"
        name = named_location(citation.path, line, citation.location)
        name = name.translate(_ESCAPED)
        passage = escape_markdown(str(passage_of(citation)))
        beside = "" if citation.is_extract else f": {passage}"
        return (
            f"- [{citation.number}] [{name}](<{page}>) "
            f"({citation_label(citation)}){beside}"
        )

    def envelope(self, kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        """What surrounds the choices."""
        return {**self._head, "object": kind, "choices": choices}

    def chunk(self, delta: dict[str, str], reason: str | None = None) -> bytes:
        """A part of a streamed answer."""
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return _data(self.envelope("chat.completion.chunk", [choice]))


def _usage(counted: Mapping[str, int]) -> dict[str, int]:
    read, written = counted.get("input_tokens", 0), counted.get("output_tokens", 0)
    return {
        "prompt_tokens": read,
        "completion_tokens": written,
        "total_tokens": read + written,
    }


def _model(served: ServedVault) -> dict[str, Any]:
    name = PREFIX + served.name
    return {"id": name, "object": "model", "created": 0, "owned_by": "ragtui"}


def _data(value: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()
