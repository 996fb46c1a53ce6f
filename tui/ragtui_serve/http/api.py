"""The addresses under /api: translate a request, and the core's answer."""

import dataclasses
import hashlib
import re
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ragtui_core import Lines, RagtuiError, Vault, Verdict
from ragtui_core.answer import event_as_json, replay_events
from ragtui_core.citations import verdict_label, verdict_sign
from ragtui_core.documents import document_part
from ragtui_core.history import summary_as_json
from ragtui_core.search import search_as_json
from ragtui_core.text import LineIndex
from ragtui_serve.http.event_stream import (
    answer_events,
    streamed_answer,
    whole_answer,
)
from ragtui_serve.http.openapi import (
    COMPLETE,
    DOCUMENT,
    DOCUMENTS,
    openapi_document,
)
from ragtui_serve.http.problems import error_response
from ragtui_serve.http.requests import json_body, parameters, while_connected
from ragtui_serve.http.server_state import Server
from ragtui_serve.request_options import (
    ASK,
    SEARCH,
    FrontEnd,
    RequestError,
    RequestOption,
    read_request,
    search_options,
)
from ragtui_serve.served_vault import ServedVault

CLIENT_GONE = 499
"""The status after the client has disconnected, as proxies log it."""

MAX_LINE = 1_000_000_000
"""The last line of a range without an end; no file has more."""

_LINES = re.compile(r"(?P<first>[0-9]{1,9})(?:(?P<dash>-)(?P<last>[0-9]{1,9})?)?")

Handler = Callable[[Request], Awaitable[Response]]


def api_routes(server: Server) -> list[Route]:
    """The routes of the API."""
    api = Api(server)
    routes: list[tuple[str, str, Handler]] = [
        ("POST", "/api/search", api.search),
        ("POST", "/api/ask", api.ask),
        ("GET", "/api/documents", api.documents),
        ("GET", "/api/documents/{path:path}", api.document),
        ("GET", "/api/status", api.status),
        ("GET", "/api/complete", api.complete),
        ("GET", "/api/chats", api.conversations),
        ("GET", "/api/chats/{id}", api.conversation),
        ("GET", "/api/verdicts", api.verdicts),
        ("GET", "/api/openapi.json", api.openapi),
    ]
    return [route(server, method, path, handler) for method, path, handler in routes]


def route(server: Server, method: str, path: str, handler: Handler) -> Route:
    """A route whose errors are problems."""

    async def endpoint(request: Request) -> Response:
        try:
            return await handler(request)
        except RagtuiError as error:
            return error_response(error, server.vaults)

    return Route(path, endpoint, methods=[method])


class Api:
    """Answers the requests of the API."""

    def __init__(self, server: Server) -> None:
        """Answer for the vaults of `server`."""
        self._server = server

    async def search(self, request: Request) -> Response:
        """The object of `ragtui search --json`; each hit has its `source_url`."""
        served, values = await self._body(request, SEARCH)
        found = await while_connected(
            request, self._server.queue.run(_found, served, values)
        )
        return JSONResponse(found) if found else Response(status_code=CLIENT_GONE)

    async def ask(self, request: Request) -> Response:
        """The events of an answer; one object if the client accepts only JSON."""
        served, values = await self._body(request, ASK)
        if request.headers.get("accept", "").startswith("application/json"):
            found = await while_connected(
                request, whole_answer(self._server, served, values)
            )
            return JSONResponse(found) if found else Response(status_code=CLIENT_GONE)
        return await streamed_answer(self._server, served, values, answer_events)

    async def documents(self, request: Request) -> Response:
        """The paths of the indexed documents, sorted."""
        served, values = self._parameters(request, DOCUMENTS)
        found = await self._server.queue.run(_documents, served, values)
        return JSONResponse(found)

    async def document(self, request: Request) -> Response:
        """A document, or a part of it, as it is on disk now."""
        served, values = self._parameters(request, DOCUMENT)
        path = request.path_params["path"]
        found = await self._server.queue.run(_document, served, path, values)
        tag = '"' + hashlib.sha256(repr(found).encode()).hexdigest()[:32] + '"'
        headers = {"ETag": tag, "Cache-Control": "no-cache, private"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if request.headers.get("accept", "").startswith("text/"):
            return PlainTextResponse(found["text"], headers=headers)
        return JSONResponse(found, headers=headers)

    async def status(self, request: Request) -> Response:
        """How much is indexed, and the names of the vaults."""
        served, _ = self._parameters(request, ())
        found = await self._server.queue.run(served.status)
        return JSONResponse(found | {"vaults": list(self._server.vaults.names)})

    async def complete(self, request: Request) -> Response:
        """Completions of a query line."""
        served, values = self._parameters(request, COMPLETE)
        line = values["line"]
        at = min(values.get("at", len(line)), len(line))
        found = await self._server.queue.run(served.vault.complete, line, at)
        completions = [dataclasses.asdict(each) for each in found]
        return JSONResponse({"completions": completions})

    async def conversations(self, request: Request) -> Response:
        """The stored conversations, newest activity first."""
        served, _ = self._parameters(request, ())
        found = await self._server.queue.run(listed_conversations, served.vault)
        return JSONResponse(found)

    async def conversation(self, request: Request) -> Response:
        """A stored conversation, with the events of its answers."""
        served, _ = self._parameters(request, ())
        name = request.path_params["id"]
        found = await self._server.queue.run(conversation, served, name)
        return JSONResponse(found)

    async def verdicts(self, _: Request) -> Response:
        """The sign and the label of each verdict."""
        return JSONResponse(verdict_words())

    async def openapi(self, _: Request) -> Response:
        """The description of this API."""
        return JSONResponse(openapi_document(self._server.vaults.options))

    async def _body(
        self, request: Request, options: tuple[RequestOption, ...]
    ) -> tuple[ServedVault, dict[str, Any]]:
        """The vault and the options that a body names."""
        vaults = self._server.vaults
        values = read_request(await json_body(request), (*options, *vaults.options))
        return vaults.named(values.pop("vault", "")), values

    def _parameters(
        self, request: Request, options: tuple[RequestOption, ...]
    ) -> tuple[ServedVault, dict[str, Any]]:
        vaults = self._server.vaults
        values = parameters(request, (*options, *vaults.options))
        return vaults.named(values.pop("vault", "")), values


def _found(served: ServedVault, values: dict[str, Any]) -> dict[str, Any]:
    served.wait_for_index()
    query = values["query"]
    options = search_options(values, served.vault, FrontEnd.HTTP)
    result = served.search(query, options)
    facets = served.vault.facets(query, options) if values.get("facets") else None
    found = search_as_json(result, facets)
    for data, hit in zip(found["hits"], result.hits, strict=True):
        data["source_url"] = served.urls.of_hit(hit)
    return found


def _documents(served: ServedVault, values: dict[str, Any]) -> dict[str, Any]:
    served.wait_for_index()
    wanted = values.get("contains", "").casefold()
    paths = [p for p in served.vault.documents.paths() if wanted in p.casefold()]
    shown = paths[: values.get("limit", len(paths))]
    return {"documents": shown, "total": len(paths)}


def _document(served: ServedVault, path: str, values: dict[str, Any]) -> dict[str, Any]:
    served.wait_for_index()
    documents = served.vault.documents
    document = documents.read(documents.indexed_path(path))
    part = document_part(
        document,
        heading=values.get("section", ""),
        pages=values.get("page", ""),
        lines=line_range(values["lines"]) if "lines" in values else None,
        start=values.get("start", 0),
        max_chars=values.get("max_chars"),
    )
    counter = LineIndex(document.text)
    first = counter.line(part.span.start)
    last = counter.line(max(part.span.start, part.span.end - 1))
    return {
        "path": document.path,
        "title": document.fields.title,
        "text": part.text,
        "span": [part.span.start, part.span.end],
        "lines": [first, last],
        "left": part.left,
        "source_url": served.urls.of(document.path, first),
    }


def line_range(text: str) -> Lines:
    """`3-7`, `3` or `3-` as lines.

    Raises:
        RequestError: It is none of these.
    """
    found = _LINES.fullmatch(text)
    first = int(found["first"]) if found else 0
    last = int(found["last"] or MAX_LINE if found["dash"] else first) if found else 0
    if not 1 <= first <= last:
        raise RequestError("`lines` must be a range such as 3-7", "lines")
    return Lines(first, last)


MAX_LISTED = 200
"""Conversations in a list."""


def listed_conversations(vault: Vault) -> dict[str, Any]:
    """The conversations about a vault, newest activity first.

    Raises:
        StorageError: They cannot be read.
    """
    return {"chats": [summary_as_json(each) for each in vault.chats.list(MAX_LISTED)]}


def conversation(served: ServedVault, name: str) -> dict[str, Any]:
    """A conversation: each question with the events of its answer.

    Raises:
        ConversationNotFound: There is none, or more than one, with this name.
        StorageError: It cannot be read.
    """
    found = served.vault.chats.read(name)
    turns = [
        {
            "time": turn.time,
            "question": turn.question,
            "events": [
                event_as_json(served.public_event(event))
                for event in replay_events(turn)
            ],
        }
        for turn in found.turns
    ]
    return summary_as_json(found.summary()) | {"turns": turns}


def verdict_words() -> dict[str, Any]:
    """The sign and the label of each verdict."""
    return {
        "verdicts": {
            verdict.value: {
                "sign": verdict_sign(verdict),
                "label": verdict_label(verdict),
            }
            for verdict in Verdict
        }
    }
