"""Errors of the core in the protocol's form, and once each on the screen."""

from pygls.exceptions import JsonRpcException

from ragtui_core import AnswerError, RagtuiError
from ragtui_core.text import sanitize

REQUEST_FAILED = -32803
"""The protocol's code for a request that was right and could not be fulfilled."""

INVALID_PARAMS = -32602


def as_response(error: RagtuiError) -> JsonRpcException:
    """The answer to a request that failed: a sentence, and its kind for programs."""
    kind = error.kind if isinstance(error, AnswerError) else type(error).__name__
    return JsonRpcException(sanitize(str(error)), REQUEST_FAILED, {"kind": kind})


def wrong_parameters(sentence: str) -> JsonRpcException:
    """The answer to a request whose parameters make no sense."""
    return JsonRpcException(
        sanitize(sentence), INVALID_PARAMS, {"kind": "InvalidParams"}
    )
