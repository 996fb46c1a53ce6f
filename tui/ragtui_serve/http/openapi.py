"""The description of the API (OpenAPI 3.1), made from the tables of options."""

from collections.abc import Iterable
from importlib import metadata
from typing import Any

from ragtui_serve.request_options import (
    ASK,
    MAX_QUERY,
    SEARCH,
    RequestOption,
    request_schema,
)

MAX_DOCUMENTS = 1_000_000
MAX_CHARS = 1_000_000_000

DOCUMENTS = (
    RequestOption("contains", str, "Only paths that contain this.", high=MAX_QUERY),
    RequestOption("limit", int, "Maximum number.", low=1, high=MAX_DOCUMENTS),
)
"""The parameters of a list of documents."""

DOCUMENT = (
    RequestOption("section", str, "Only what is under this heading.", high=MAX_QUERY),
    RequestOption("page", str, "Only these pages or slides: 12, 3-5.", high=100),
    RequestOption("lines", str, "Only these lines: 3, 3-7, 3-.", high=100),
    RequestOption("start", int, "First character.", low=0, high=MAX_CHARS),
    RequestOption("max_chars", int, "Maximum length.", low=1, high=MAX_CHARS),
)
"""The parameters of a document."""

COMPLETE = (
    RequestOption("line", str, "A query line.", high=MAX_QUERY, required=True),
    RequestOption("at", int, "The cursor, in characters.", low=0, high=MAX_QUERY),
)
"""The parameters of a completion."""


def openapi_document(further: tuple[RequestOption, ...] = ()) -> dict[str, Any]:
    """The OpenAPI document.

    Args:
        further: Options that every request has.
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "ragtui", "version": metadata.version("ragtui")},
        "security": [{"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": {"Problem": _content("What is wrong.", _PROBLEM)},
        },
        "paths": {
            "/api/search": {
                "post": _posted("Search", (*SEARCH, *further), _json("The hits."))
            },
            "/api/ask": {"post": _posted("Ask", (*ASK, *further), _ANSWER)},
            "/api/documents": {
                "get": _got("List documents", (*DOCUMENTS, *further), _json("Paths."))
            },
            "/api/documents/{path}": {"get": _document_operation(further)},
            "/api/status": {"get": _got("Coverage", further, _json("The coverage."))},
            "/api/complete": {
                "get": _got("Complete a query", (*COMPLETE, *further), _json("Offers."))
            },
            "/api/chats": {
                "get": _got("List conversations", further, _json("Conversations."))
            },
            "/api/chats/{id}": {"get": _conversation_operation(further)},
            "/api/verdicts": {
                "get": _got("Words for verdicts", (), _json("Sign and label."))
            },
        },
    }


_PROBLEM = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "kind": {"type": "string"},
        "option": {"type": "string"},
    },
}


def _content(
    description: str, schema: dict[str, Any], media_type: str = "application/json"
) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": schema}}}


def _json(description: str) -> dict[str, Any]:
    return _content(description, {"type": "object"})


_ANSWER = {
    "description": "The events of the answer, or one object.",
    "content": {
        "text/event-stream": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
    },
}


def _responses(success: dict[str, Any]) -> dict[str, Any]:
    return {"200": success, "default": {"$ref": "#/components/responses/Problem"}}


def _posted(
    summary: str, options: Iterable[RequestOption], success: dict[str, Any]
) -> dict[str, Any]:
    body = {"application/json": {"schema": request_schema(options)}}
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": body},
        "responses": _responses(success),
    }


def _got(
    summary: str, options: Iterable[RequestOption], success: dict[str, Any]
) -> dict[str, Any]:
    return {
        "summary": summary,
        "parameters": [_parameter(option) for option in options],
        "responses": _responses(success),
    }


def _parameter(option: RequestOption) -> dict[str, Any]:
    return {
        "name": option.name,
        "in": "query",
        "required": option.required,
        "schema": option.schema(),
    }


def _document_operation(further: tuple[RequestOption, ...]) -> dict[str, Any]:
    operation = _got("Read a document", (*DOCUMENT, *further), _json("The document."))
    return _named("path", operation)


def _conversation_operation(further: tuple[RequestOption, ...]) -> dict[str, Any]:
    operation = _got("Read a conversation", further, _json("Questions and answers."))
    return _named("id", operation)


def _named(name: str, operation: dict[str, Any]) -> dict[str, Any]:
    """The operation with what its path names."""
    named = {"name": name, "in": "path", "required": True, "schema": _TEXT}
    return operation | {"parameters": [named, *operation["parameters"]]}


_TEXT = {"type": "string"}
