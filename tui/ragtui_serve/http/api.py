"""The addresses under /api: translate a request, and the core's answer."""

import dataclasses
import hashlib
from collections.abc import Callable, Coroutine
from inspect import iscoroutinefunction
from typing import Any, TypeVar, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ragtui_core import RagtuiError
from ragtui_core.answer import event_as_json, replay_events
from ragtui_core.history import Turn, conversation_as_markdown, summary_as_json
from ragtui_core.search import search_as_json
from ragtui_core.tools import (
    ASK,
    MAX_QUERY,
    MAX_VALUE,
    SEARCH,
    FrontEnd,
    RequestOption,
    read_request,
    search_options,
)
from ragtui_serve.http.document_operations import (
    DOCUMENT,
    DOCUMENTS,
    PATH,
    PICTURE,
    documents,
    home,
    read_document,
    read_picture,
)
from ragtui_serve.http.event_stream import (
    answer_events,
    events_with_html,
    streamed_answer,
    whole_answer,
)
from ragtui_serve.http.openapi import (
    EVENTS,
    JSON,
    MARKDOWN,
    PNG,
    TEXT,
    Operation,
    openapi_document,
)
from ragtui_serve.http.problems import error_response
from ragtui_serve.http.requests import json_body, parameters, while_connected
from ragtui_serve.http.server_state import Server
from ragtui_serve.rendering.answer_html import AnswerHtml
from ragtui_serve.rendering.excerpt_html import excerpt_html
from ragtui_serve.served_vault import ServedVault

T = TypeVar("T")

CLIENT_GONE = 499
"""The status after the client has disconnected, as proxies log it."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]

COMPLETE = (
    RequestOption("line", str, "A query line.", high=MAX_QUERY, required=True),
    RequestOption("at", int, "The cursor, in characters.", low=0, high=MAX_QUERY),
)

CONVERSATION = RequestOption(
    "id", str, "A conversation.", high=MAX_VALUE, required=True
)

TITLE = RequestOption("title", str, "Its new title.", high=MAX_VALUE, required=True)


def api_routes(server: Server) -> list[Route]:
    """The routes of the API: one an address, so that 405 names all its methods."""
    methods: dict[str, dict[str, Handler]] = {}
    for operation, run in OPERATIONS.items():
        handler = _operation_handler(server, operation, run)
        methods.setdefault(operation.pattern, {})[operation.method] = handler

    async def openapi(_: Request) -> Response:
        return JSONResponse(openapi_document(OPERATIONS, server.vaults.options))

    methods["/api/openapi.json"] = {"GET": openapi}
    return [route(server, path, handlers) for path, handlers in methods.items()]


def _operation_handler(
    server: Server, operation: Operation, run: "Run | Find"
) -> Handler:
    async def handler(request: Request) -> Response:
        options = (*operation.options, *server.vaults.options)
        if operation.method == "POST":
            values = read_request(await json_body(request), options)
        else:
            values = parameters(request, options)
        if path := operation.in_path:
            values[path.name] = path.value(request.path_params[path.name])
        served = server.vaults.named(values.pop("vault", ""))
        call = Call(server, served, request, values)
        if iscoroutinefunction(run):
            response: Response = await run(call)
            return response
        return JSONResponse(await call.work(cast("Find", run), values))

    return handler


def route(server: Server, path: str, handlers: dict[str, Handler]) -> Route:
    """A route whose errors are problems, and whose work ends with its client.

    Args:
        server: What queues the work.
        path: The address, as starlette writes it.
        handlers: What answers each method; GET's answers HEAD.
    """

    async def endpoint(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        handler = handlers[method]
        try:
            await request.body()
            response = await while_connected(request, handler(request))
        except RagtuiError as error:
            return error_response(error, server.vaults)
        return response or Response(status_code=CLIENT_GONE)

    return Route(path, endpoint, methods=[*handlers])


@dataclasses.dataclass(frozen=True, slots=True)
class Call:
    """A request, and what answers it."""

    server: Server
    served: ServedVault
    request: Request
    values: dict[str, Any]
    """The options, as `read_request` returned them."""

    async def work(self, work: Callable[..., T], *args: object) -> T:
        """The result of `work(served, *args)`, which runs in a thread."""
        return await self.server.queue.run(work, self.served, *args)


Run = Callable[[Call], Coroutine[Any, Any, Response]]

Find = Callable[[ServedVault, dict[str, Any]], dict[str, Any]]
"""Finds the JSON of a response, for a vault and options; runs in a thread."""


async def ask(call: Call) -> Response:
    """The events of an answer; one object if the client accepts only JSON."""
    asked = call.server, call.served, call.values
    if call.request.headers.get("accept", "").startswith(JSON):
        return JSONResponse(await whole_answer(*asked))
    encode = events_with_html if call.values.get("html") else answer_events
    return await streamed_answer(*asked, encode)


async def document(call: Call) -> Response:
    """A document, or a part of it, as it is on disk now."""
    asked = call.request.headers
    found = await call.work(read_document, call.values, call.server.pictures)
    tag = '"' + hashlib.sha256(repr(found).encode()).hexdigest()[:32] + '"'
    headers = {"ETag": tag, "Cache-Control": "no-cache, private"}
    if tag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if asked.get("accept", "").startswith("text/"):
        return PlainTextResponse(found["text"], headers=headers)
    return JSONResponse(found, headers=headers)


async def picture(call: Call) -> Response:
    """A picture, or a page of a document, with the passage framed."""
    found = await call.work(read_picture, call.values)
    return Response(found, media_type=PNG)


async def status(call: Call) -> Response:
    """How much is indexed, and the names of the vaults."""
    found = await call.work(ServedVault.status)
    return JSONResponse(found | {"vaults": list(call.server.vaults.names)})


def search(served: ServedVault, values: dict[str, Any]) -> dict[str, Any]:
    """The object of `ragtui search --json`, with the HTML of excerpts if asked for."""
    served.wait_for_index()
    query = values["query"]
    options = search_options(values, served.vault, FrontEnd.HTTP)
    result = served.search(query, options)
    facets = served.vault.facets(query, options) if values.get("facets") else None
    found = search_as_json(result, facets)
    if values.get("html"):
        for data, hit in zip(found["hits"], result.hits, strict=True):
            data["excerpt_html"] = excerpt_html(hit.excerpt, hit.matches)
    return found


def complete(served: ServedVault, values: dict[str, Any]) -> dict[str, Any]:
    """Completions of a query line."""
    line = values["line"]
    at = min(values.get("at", len(line)), len(line))
    found = served.vault.complete(line, at)
    return {"completions": [dataclasses.asdict(completion) for completion in found]}


MAX_LISTED = 200


def conversations(served: ServedVault, _: object) -> dict[str, Any]:
    """The stored conversations, newest activity first.

    Raises:
        StorageError: They cannot be read.
    """
    return {"chats": [*map(summary_as_json, served.vault.chats.list(MAX_LISTED))]}


async def conversation(call: Call) -> Response:
    """A stored conversation, as Markdown if the client asks for that."""
    name = call.values["id"]
    if call.request.headers.get("accept", "").startswith(MARKDOWN):
        text = await call.work(_exported, name)
        return PlainTextResponse(text, media_type=MARKDOWN)
    return JSONResponse(await call.work(_conversation, name))


def _exported(served: ServedVault, name: str) -> str:
    return conversation_as_markdown(served.vault.chats.read(name))


def rename_conversation(served: ServedVault, values: dict[str, Any]) -> dict[str, Any]:
    """Give a conversation another title; what it is then.

    Raises:
        ConversationNotFound: There is none, or more than one, with this name.
        StorageError: It cannot be written.
    """
    renamed = served.vault.chats.rename(values["id"], values["title"])
    return summary_as_json(renamed.summary())


def delete_conversation(served: ServedVault, values: dict[str, Any]) -> dict[str, Any]:
    """Delete a conversation; what it was.

    Raises:
        ConversationNotFound: There is none, or more than one, with this name.
        StorageError: It cannot be deleted.
    """
    return summary_as_json(served.vault.chats.delete(values["id"]).summary())


def _conversation(served: ServedVault, name: str) -> dict[str, Any]:
    """Each question of a conversation with the events of its answer.

    Raises:
        ConversationNotFound: There is none, or more than one, with this name.
        StorageError: It cannot be read.
    """
    found = served.vault.chats.read(name)
    turns = [_turn(served, turn) for turn in found.turns]
    return summary_as_json(found.summary()) | {"turns": turns}


def _turn(served: ServedVault, turn: Turn) -> dict[str, Any]:
    answer = AnswerHtml(is_stored=True)
    events = [served.public_event(event) for event in replay_events(turn)]
    for event in events:
        answer.take(event)
    return {
        "time": turn.time,
        "question": turn.question,
        "events": [event_as_json(event) for event in events],
        "html": answer.html(),
    }


OPERATIONS: dict[Operation, Run | Find] = {
    Operation("POST", "/api/search", "Search", SEARCH): search,
    Operation("POST", "/api/ask", "Ask", ASK, media_types=(EVENTS, JSON)): ask,
    Operation("GET", "/api/documents", "List documents", DOCUMENTS): documents,
    Operation(
        "GET",
        "/api/documents",
        "Read a document",
        DOCUMENT,
        in_path=PATH,
        media_types=(JSON, TEXT),
    ): document,
    Operation(
        "GET",
        "/api/pictures",
        "Show a picture or a scanned page",
        PICTURE,
        in_path=PATH,
        media_types=(PNG,),
    ): picture,
    Operation("GET", "/api/home", "Recent documents, saved searches", ()): home,
    Operation("GET", "/api/status", "Coverage", ()): status,
    Operation("GET", "/api/complete", "Complete a query", COMPLETE): complete,
    Operation("GET", "/api/chats", "List conversations", ()): conversations,
    Operation(
        "GET",
        "/api/chats",
        "Read a conversation",
        (),
        in_path=CONVERSATION,
        media_types=(JSON, MARKDOWN),
    ): conversation,
    Operation(
        "POST", "/api/chats", "Rename a conversation", (TITLE,), in_path=CONVERSATION
    ): rename_conversation,
    Operation(
        "DELETE", "/api/chats", "Delete a conversation", (), in_path=CONVERSATION
    ): delete_conversation,
}
"""The addresses under /api, each with what answers it."""
