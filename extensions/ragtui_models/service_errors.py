"""Converts failures of the SDK and of streams to `AnswerError`."""

import re
from collections.abc import Mapping
from typing import Any

from ragtui_core import AnswerError, AnswerErrorKind
from ragtui_core.text import sanitize

FIRST_WAIT = 0.5
"""Seconds before the first retry, doubled for each further one.

The service's own `retry-after` header takes precedence.
"""

MAX_RETRY_SECONDS = 8.0
"""Seconds; if the service asks for a longer wait, the error is reported instead."""

MAX_RETRY_AFTER_SECONDS = 600.0
"""Seconds; upper bound on the `retry-after` that is passed on."""

_KINDS = {
    "authentication_error": AnswerErrorKind.AUTH,
    "permission_error": AnswerErrorKind.AUTH,
    "billing_error": AnswerErrorKind.BILLING,
    "rate_limit_error": AnswerErrorKind.RATE_LIMITED,
    "overloaded_error": AnswerErrorKind.OVERLOADED,
    "not_found_error": AnswerErrorKind.MODEL_NOT_FOUND,
    "invalid_request_error": AnswerErrorKind.BAD_REQUEST,
    "request_too_large": AnswerErrorKind.CONTEXT_TOO_LONG,
    "timeout_error": AnswerErrorKind.TIMEOUT,
    "api_error": AnswerErrorKind.SERVER,
    "exceed_context_size_error": AnswerErrorKind.CONTEXT_TOO_LONG,
}
_BY_STATUS = {
    400: AnswerErrorKind.BAD_REQUEST,
    401: AnswerErrorKind.AUTH,
    402: AnswerErrorKind.BILLING,
    403: AnswerErrorKind.AUTH,
    404: AnswerErrorKind.MODEL_NOT_FOUND,
    408: AnswerErrorKind.TIMEOUT,
    413: AnswerErrorKind.CONTEXT_TOO_LONG,
    429: AnswerErrorKind.RATE_LIMITED,
    529: AnswerErrorKind.OVERLOADED,
}
_ADVICE = {
    AnswerErrorKind.AUTH: "the key was refused: check {key}",
    AnswerErrorKind.BILLING: "the account's credit is used up: see its billing page",
    AnswerErrorKind.RATE_LIMITED: "too many requests: wait a little and ask again",
    AnswerErrorKind.OVERLOADED: "the service is overloaded: ask again in a moment",
    AnswerErrorKind.MODEL_NOT_FOUND: "the model is unknown: check {table}.model",
    AnswerErrorKind.BAD_REQUEST: "the request was refused",
    AnswerErrorKind.CONTEXT_TOO_LONG: ("the context is too long: {shorten}"),
    AnswerErrorKind.UNREACHABLE: "{where} cannot be reached: check {address}",
    AnswerErrorKind.TIMEOUT: "the service did not answer in time: ask again",
    AnswerErrorKind.STREAM_BROKEN: "the connection was lost: ask again",
    AnswerErrorKind.SERVER: "the service failed: ask again",
    AnswerErrorKind.REFUSED: "the model declined to answer",
}
CLAUDE = {
    "table": "answer",
    "key": "ANTHROPIC_API_KEY",
    "where": "the service",
    "address": "the network",
    "shorten": "ask in a new conversation",
}
"""Names used in messages about Claude."""

COMPATIBLE = {
    "table": "answer.server",
    "key": "answer.server.api_key",
    "where": "the server",
    "address": "that it runs, and answer.server.base_url",
    "shorten": "set answer.server.prompt to short",
}
"""Names used in messages about a compatible server."""

_RETRYABLE = frozenset(
    {
        AnswerErrorKind.RATE_LIMITED,
        AnswerErrorKind.OVERLOADED,
        AnswerErrorKind.UNREACHABLE,
        AnswerErrorKind.TIMEOUT,
        AnswerErrorKind.STREAM_BROKEN,
        AnswerErrorKind.SERVER,
    }
)
_WITH_DETAIL = frozenset({AnswerErrorKind.BAD_REQUEST, AnswerErrorKind.MODEL_NOT_FOUND})
"""Kinds for which the service's own message is shown too."""


def failure(
    kind: AnswerErrorKind,
    names: Mapping[str, str] = CLAUDE,
    *,
    detail: str = "",
    retry_after: float | None = None,
) -> AnswerError:
    """The error of a kind, with its message."""
    message = _ADVICE[kind].format_map(names)
    if detail:
        message = f"{message}: {sanitize(detail, one_line=True)}"
    return AnswerError(
        message, kind=kind, retryable=kind in _RETRYABLE, retry_after=retry_after
    )


def answer_error(error: Exception, names: Mapping[str, str] = CLAUDE) -> AnswerError:
    """Convert an exception of the SDK; its own message is kept where it helps."""
    import anthropic

    kind = _kind(error)
    has_detail = kind in _WITH_DETAIL or isinstance(error, anthropic.CredentialsError)
    detail = str(getattr(error, "message", error)) if has_detail else ""
    return failure(kind, names, detail=detail, retry_after=_retry_after(error))


def retry_delay(error: AnswerError, attempt: int) -> float | None:
    """Seconds to wait before a retry; None if it should not be retried.

    A timeout is not retried: the user has already waited for the whole of it.
    """
    if not error.retryable or error.kind is AnswerErrorKind.TIMEOUT:
        return None
    delay = FIRST_WAIT * 2**attempt if error.retry_after is None else error.retry_after
    return delay if delay <= MAX_RETRY_SECONDS else None


def _kind(error: Any) -> AnswerErrorKind:
    import anthropic
    import httpx2

    if isinstance(error, anthropic.APIStatusError):
        # An error within a stream is a bare status error with status 200.
        named = _KINDS.get(_type_of(error))
        kind = named or _BY_STATUS.get(error.status_code, AnswerErrorKind.SERVER)
        too_long = kind is AnswerErrorKind.BAD_REQUEST and _TOO_LONG.search(
            str(error.message)
        )
        return AnswerErrorKind.CONTEXT_TOO_LONG if too_long else kind
    if isinstance(error, anthropic.CredentialsError):
        return AnswerErrorKind.AUTH
    if isinstance(error.__cause__, httpx2.ConnectTimeout):
        return AnswerErrorKind.UNREACHABLE
    if isinstance(error, anthropic.APITimeoutError | httpx2.TimeoutException):
        return AnswerErrorKind.TIMEOUT
    if isinstance(error, anthropic.APIConnectionError | httpx2.ConnectError):
        return AnswerErrorKind.UNREACHABLE
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return AnswerErrorKind.UNREACHABLE
    return AnswerErrorKind.STREAM_BROKEN


_TOO_LONG = re.compile("prompt is too long|context (size|length|window)", re.I)
"""In the message of a bad request, whose type does not distinguish this."""


def _type_of(error: Any) -> str:
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    name = inner.get("type") if isinstance(inner, dict) else body.get("type")
    return str(getattr(error, "type", None) or name or "")


def _retry_after(error: Any) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", {})
    try:
        seconds = float(headers["retry-after"])
    except (KeyError, ValueError):
        return None
    # The header may also contain a date, which is not a number: use the default delay.
    return (
        min(max(0.0, seconds), MAX_RETRY_AFTER_SECONDS) if seconds == seconds else None
    )
