"""Errors of the core as protocol errors."""

from pygls.exceptions import JsonRpcException

from ragtui_core import AnswerError, RagtuiError
from ragtui_core.text import sanitize

REQUEST_FAILED = -32803
"""The protocol's code for a valid request that failed."""

INVALID_PARAMS = -32602


def as_response(error: RagtuiError) -> JsonRpcException:
    """The error response of a failed request: a message and a machine-readable kind."""
    kind = error.kind if isinstance(error, AnswerError) else type(error).__name__
    return JsonRpcException(sanitize(str(error)), REQUEST_FAILED, {"kind": kind})


def wrong_parameters(sentence: str) -> JsonRpcException:
    """The error response of a request with invalid parameters."""
    return JsonRpcException(
        sanitize(sentence), INVALID_PARAMS, {"kind": "InvalidParams"}
    )
