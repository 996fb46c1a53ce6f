"""The description of the API (OpenAPI 3.1), made from the table of its operations."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from ragtui_core.tools import RequestOption, body_schema

JSON = "application/json"
EVENTS = "text/event-stream"
TEXT = "text/plain"
MARKDOWN = "text/markdown"
PNG = "image/png"


@dataclass(frozen=True, slots=True)
class Operation:
    """What one address does, for one method.

    The options of a POST are its body, those of a GET its parameters.
    """

    method: str
    path: str
    summary: str
    options: tuple[RequestOption, ...]
    in_path: RequestOption | None = None
    """The option whose value is the end of the path."""
    media_types: tuple[str, ...] = (JSON,)
    """The forms of what it returns."""

    @property
    def pattern(self) -> str:
        """The path for starlette, with a placeholder that may contain slashes."""
        return self.path + (f"/{{{self.in_path.name}:path}}" if self.in_path else "")

    def description(self, further: Iterable[RequestOption]) -> dict[str, Any]:
        """The path and the method with what they take and return."""
        options = (*self.options, *further)
        taken: dict[str, Any] = {}
        if self.method == "POST":
            body = {JSON: {"schema": body_schema(options)}}
            taken["requestBody"] = {"required": True, "content": body}
        else:
            taken["parameters"] = [_parameter(option, "query") for option in options]
        path = self.path
        if self.in_path:
            path += f"/{{{self.in_path.name}}}"
            taken.setdefault("parameters", []).append(_parameter(self.in_path, "path"))
        returned = {kind: {"schema": _SCHEMAS[kind]} for kind in self.media_types}
        responses = {
            "200": {"description": "What was asked for.", "content": returned},
            "default": {"$ref": "#/components/responses/Problem"},
        }
        operation = {"summary": self.summary, **taken, "responses": responses}
        return {path: {self.method.lower(): operation}}


def openapi_document(
    operations: Iterable[Operation], further: tuple[RequestOption, ...] = ()
) -> dict[str, Any]:
    """The OpenAPI document; all requests have `further` options, too."""
    paths: dict[str, Any] = {}
    for operation in operations:
        for path, methods in operation.description(further).items():
            paths.setdefault(path, {}).update(methods)
    return {
        "openapi": "3.1.0",
        "info": {"title": "ragtui", "version": metadata.version("ragtui")},
        "security": [{"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": {
                "Problem": {
                    "description": "What is wrong.",
                    "content": {"application/problem+json": {"schema": _PROBLEM}},
                }
            },
        },
        "paths": paths,
    }


_PROBLEM = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "kind": {"type": "string"},
        "option": {"type": "string"},
        "nearest": {"type": "string"},
    },
    "required": ["title", "status", "detail"],
}


_SCHEMAS: dict[str, dict[str, Any]] = {
    JSON: {"type": "object"},
    EVENTS: {
        "type": "object",
        "description": "Events; their data are as of `ragtui ask --json-events`.",
        "properties": {"event": {"type": "string"}, "data": {"type": "string"}},
        "required": ["event", "data"],
    },
    TEXT: {"type": "string"},
    MARKDOWN: {"type": "string"},
    PNG: {"type": "string", "contentMediaType": PNG},
}
"""The schema of what an operation returns, by media type."""


def _parameter(option: RequestOption, where: str) -> dict[str, Any]:
    return {
        "name": option.name,
        "in": where,
        "required": option.required or where == "path",
        "schema": option.schema(exact=True),
    }
