"""Failures of the SDK and of streams as one error with a kind, fit to show."""

import re
from collections.abc import Mapping
from typing import Any

from ragtui_core.errors import AnswerError
from ragtui_core.text.sanitizing import sanitize

FIRST_WAIT = 0.5
"""Seconds before the second attempt, unless the service names them; then the double."""

MAX_RETRY_SECONDS = 8.0
"""Seconds; when the service asks for more, a person is told instead."""

MAX_RETRY_AFTER_SECONDS = 600.0
"""Seconds; a service that asks for days means that something is wrong."""

_KINDS = {
    "authentication_error": "auth",
    "permission_error": "auth",
    "billing_error": "billing",
    "rate_limit_error": "rate_limited",
    "overloaded_error": "overloaded",
    "not_found_error": "model_not_found",
    "invalid_request_error": "bad_request",
    "request_too_large": "context_too_long",
    "timeout_error": "timeout",
    "api_error": "server",
    "exceed_context_size_error": "context_too_long",
}
_BY_STATUS = {
    400: "bad_request",
    401: "auth",
    402: "billing",
    403: "auth",
    404: "model_not_found",
    408: "timeout",
    413: "context_too_long",
    429: "rate_limited",
    529: "overloaded",
}
_ADVICE = {
    "auth": "the key was refused: check {key}",
    "billing": "the account's credit is used up: see its billing page",
    "rate_limited": "too many requests: wait a little and ask again",
    "overloaded": "the service is overloaded: ask again in a moment",
    "model_not_found": "the model is unknown: check {table}.model",
    "bad_request": "the request was refused",
    "context_too_long": "the context is too long: lower {table}.max_context_chars",
    "unreachable": "{where} cannot be reached: check {address}",
    "timeout": "the service did not answer in time: ask again",
    "stream_broken": "the connection broke: ask again",
    "server": "the service failed: ask again",
    "refused": "the model declined to answer",
}
CLAUDE = {
    "table": "answer",
    "key": "ANTHROPIC_API_KEY",
    "where": "the service",
    "address": "the network",
}
"""What advice on Claude names."""

COMPATIBLE = {
    "table": "answer.server",
    "key": "answer.server.api_key",
    "where": "the server",
    "address": "that it runs, and answer.server.base_url",
}
"""What advice on a server of one's own names."""

_RETRYABLE = frozenset(
    {"rate_limited", "overloaded", "unreachable", "timeout", "stream_broken", "server"}
)


def failure(
    kind: str,
    names: Mapping[str, str] = CLAUDE,
    *,
    detail: str = "",
    retry_after: float | None = None,
) -> AnswerError:
    """The error of a kind, in words.

    Args:
        kind: A key of the table above.
        names: What the advice names: `CLAUDE` or `COMPATIBLE`.
        detail: What the service itself said, where that helps.
        retry_after: Seconds that it asks to wait.
    """
    message = _ADVICE[kind].format_map(names)
    if detail:
        message = f"{message}: {sanitize(detail, one_line=True)}"
    return AnswerError(
        message, kind=kind, retryable=kind in _RETRYABLE, retry_after=retry_after
    )


def answer_error(error: Exception, names: Mapping[str, str] = CLAUDE) -> AnswerError:
    """The SDK's failure in ragtui's words; its own text is kept where it helps."""
    import anthropic

    kind = _kind(error)
    told = kind in {"bad_request", "model_not_found"} or isinstance(
        error, anthropic.CredentialsError
    )
    detail = str(getattr(error, "message", error)) if told else ""
    return failure(kind, names, detail=detail, retry_after=_retry_after(error))


def retry_delay(error: AnswerError, attempt: int) -> float | None:
    """Seconds to wait before trying again; None where that helps nobody.

    Who has waited for an answer in vain is told so, and does not wait three times.
    """
    if not error.retryable or error.kind == "timeout":
        return None
    delay = FIRST_WAIT * 2**attempt if error.retry_after is None else error.retry_after
    return delay if delay <= MAX_RETRY_SECONDS else None


def _kind(error: Any) -> str:
    import anthropic
    import httpx2

    if isinstance(error, anthropic.APIStatusError):
        # An error within a stream is a bare status error with status 200.
        named = _KINDS.get(_type_of(error))
        kind = named or _BY_STATUS.get(error.status_code, "server")
        too_long = kind == "bad_request" and _TOO_LONG.search(str(error.message))
        return "context_too_long" if too_long else kind
    if isinstance(error, anthropic.CredentialsError):
        return "auth"
    if isinstance(error.__cause__, httpx2.ConnectTimeout):
        return "unreachable"
    if isinstance(error, anthropic.APITimeoutError | httpx2.TimeoutException):
        return "timeout"
    if isinstance(error, anthropic.APIConnectionError | httpx2.ConnectError):
        return "unreachable"
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return "unreachable"
    return "stream_broken"


_TOO_LONG = re.compile("prompt is too long|context (size|length|window)", re.I)
"""In a refusal, where its type does not tell."""


def _type_of(error: Any) -> str:
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    found = inner.get("type") if isinstance(inner, dict) else body.get("type")
    return str(getattr(error, "type", None) or found or "")


def _retry_after(error: Any) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", {})
    try:
        seconds = float(headers["retry-after"])
    except (KeyError, ValueError):
        return None
    # A date, which the header may also hold, is no number; waiting is then left to us.
    return (
        min(max(0.0, seconds), MAX_RETRY_AFTER_SECONDS) if seconds == seconds else None
    )
