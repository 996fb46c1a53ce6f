"""Errors as responses: `application/problem+json` (RFC 9457), without paths."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from ragtui_core import (
    AnswerError,
    AnswerErrorKind,
    ConversationNotFound,
    DocumentNotFound,
    IndexBusy,
    IndexMissing,
    IndexUnusable,
    ModelError,
    RagtuiError,
    StorageError,
    UnreadableFile,
    VaultError,
)
from ragtui_core.text import sanitize
from ragtui_core.tools import RequestError
from ragtui_serve.served_vault import ServedVaults
from ragtui_serve.work_queue import RETRY_SECONDS, QueueFull

INDEXING_SECONDS = 5
"""When a client may ask again while a vault is indexed for the first time."""

_STATUS: Mapping[type[RagtuiError], int] = {
    RequestError: 422,
    DocumentNotFound: 404,
    ConversationNotFound: 404,
    UnreadableFile: 422,
    QueueFull: 503,
    IndexMissing: 503,
    IndexUnusable: 503,
    IndexBusy: 503,
    ModelError: 503,
    StorageError: 503,
    VaultError: 503,
}

_ANSWER_STATUS: Mapping[AnswerErrorKind, int] = {
    AnswerErrorKind.BAD_REQUEST: 422,
    AnswerErrorKind.CONTEXT_TOO_LONG: 422,
    AnswerErrorKind.MODEL_NOT_FOUND: 409,
    AnswerErrorKind.RATE_LIMITED: 503,
    AnswerErrorKind.OVERLOADED: 503,
    AnswerErrorKind.TIMEOUT: 504,
}
"""Others are 502: the service that writes the answers failed."""


class Problem(RagtuiError):
    """A request that is refused with a status of its own."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


def problem_response(
    status: int,
    detail: str,
    headers: Mapping[str, str] | None = None,
    **members: object,
) -> JSONResponse:
    """A response that says in a sentence what is wrong, with members for programs."""
    detail = sanitize(detail)
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        **members,
        # Where clients of OpenAI's protocol look for it.
        "error": {"message": detail, "type": "ragtui", "code": status},
    }
    return JSONResponse(
        body, status, headers=headers, media_type="application/problem+json"
    )


def error_response(error: RagtuiError, vaults: ServedVaults) -> JSONResponse:
    """The response to a request that failed with an error of the core or of ours."""
    status, headers = status_of(error), {}
    if seconds := _retry_after(error):
        headers["Retry-After"] = str(seconds)
    members: dict[str, object] = {"kind": kind_of(error)}
    if isinstance(error, RequestError) and error.option:
        members["option"] = error.option
    if isinstance(error, DocumentNotFound) and error.nearest:
        members["nearest"] = error.nearest
    message = vaults.public_message(error)
    return problem_response(status, message, headers, **members)


def kind_of(error: RagtuiError) -> str:
    """What programs can tell errors apart by."""
    return error.kind if isinstance(error, AnswerError) else type(error).__name__


def status_of(error: RagtuiError) -> int:
    """The HTTP status for an error."""
    if isinstance(error, Problem):
        return error.status
    if isinstance(error, AnswerError):
        return _ANSWER_STATUS.get(error.kind, 502)
    known = (status for kind, status in _STATUS.items() if isinstance(error, kind))
    return next(known, 500)


def _retry_after(error: RagtuiError) -> int:
    if isinstance(error, QueueFull):
        return RETRY_SECONDS
    if isinstance(error, IndexMissing):
        return INDEXING_SECONDS
    if isinstance(error, AnswerError) and error.retryable:
        return round(error.retry_after or INDEXING_SECONDS)
    return 0


def http_error(_: Request, error: Exception) -> JSONResponse:
    """The response of the framework's own errors: no such address or method."""
    assert isinstance(error, HTTPException)
    return problem_response(error.status_code, error.detail, error.headers)


def unexpected_error(_: Request, error: Exception) -> JSONResponse:
    """The response to a fault of ours; the traceback goes to standard error alone.

    The server closes the connection after a fault, so that the response says so: a
    client would otherwise send its next request into the closing connection.
    """
    logging.getLogger("ragtui").error("a request failed", exc_info=error)
    return problem_response(
        500, f"the request failed ({type(error).__name__})", {"Connection": "close"}
    )
