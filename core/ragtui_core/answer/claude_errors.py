"""Failures of the Anthropic SDK as one error with a kind, fit to show."""

from typing import Any

from ragtui_core.errors import AnswerError

LONGEST_WAIT = 8.0
"""Seconds; when the service asks for more, a person is told instead."""

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
    "auth": "the key was refused: check ANTHROPIC_API_KEY",
    "billing": "the account's credit is used up: see its billing page",
    "rate_limited": "too many requests: wait a little and ask again",
    "overloaded": "the service is overloaded: ask again in a moment",
    "model_not_found": "the model is unknown: check answer.model",
    "bad_request": "the request was refused",
    "context_too_long": "the context is too long: lower answer.max_context_chars",
    "unreachable": "the service cannot be reached: check the network",
    "timeout": "the service did not answer in time: ask again",
    "stream_broken": "the connection broke: ask again",
    "server": "the service failed: ask again",
}
_RETRYABLE = frozenset(
    {"rate_limited", "overloaded", "unreachable", "timeout", "stream_broken", "server"}
)


def answer_error(error: Exception) -> AnswerError:
    """The failure in ragtui's words; the SDK's own text is kept where it helps."""
    kind = _kind(error)
    message = _ADVICE[kind]
    if kind in {"bad_request", "model_not_found"}:
        message = f"{message}: {getattr(error, 'message', error)}"
    return AnswerError(
        message,
        kind=kind,
        retryable=kind in _RETRYABLE,
        retry_after=_retry_after(error),
    )


def retry_delay(error: AnswerError, attempt: int) -> float | None:
    """Seconds to wait before trying again; None where that is too long to wait."""
    delay = 0.5 * 2**attempt if error.retry_after is None else error.retry_after
    return delay if delay <= LONGEST_WAIT else None


def _kind(error: Any) -> str:
    import anthropic
    import httpx2

    if isinstance(error, anthropic.APIStatusError):
        # An error within a stream is a bare status error with status 200.
        named = _KINDS.get(_type_of(error))
        by_status = _BY_STATUS.get(error.status_code, "server")
        return named or by_status
    if isinstance(error, anthropic.APITimeoutError | httpx2.TimeoutException):
        return "timeout"
    if isinstance(error, anthropic.APIConnectionError | httpx2.ConnectError):
        return "unreachable"
    return "stream_broken"


def _type_of(error: Any) -> str:
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    found = inner.get("type") if isinstance(inner, dict) else body.get("type")
    return str(getattr(error, "type", None) or found or "")


def _retry_after(error: Any) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", {})
    try:
        return max(0.0, float(headers["retry-after"]))
    except (KeyError, ValueError):
        return None
