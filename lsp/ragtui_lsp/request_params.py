"""The parameters of commands and custom requests, parsed once, on arrival."""

from dataclasses import dataclass
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ragtui_core import AnswerError, RagtuiError
from ragtui_core.text import encodable, sanitize

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


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RequestParams:
    """The one object that a command takes. Unknown keys are ignored.

    Each method raises a JsonRpcException that names the key and what it must be.
    """

    command: str
    values: dict[str, Any]

    @classmethod
    def of(cls, command: str, params: Any) -> "RequestParams":
        """The parameters that the client sent; None is an empty object."""
        if params is not None and not isinstance(params, dict):
            raise wrong_parameters(f"{command}: the parameters must be one object")
        return cls(command, encodable(params or {}))

    def text(self, key: str, default: str | None = None) -> str:
        """A text; required unless there is a default."""
        return self._value(key, str, "text", default)

    def number(self, key: str) -> int | None:
        """A whole number above 0; None if missing."""
        value = self.values.get(key)
        if value is None:
            return None
        if type(value) is not int or value < 1:
            raise self._wrong(key, "a whole number above 0")
        return value

    def flag(self, key: str) -> bool:
        """A boolean; false by default."""
        return self._value(key, bool, "true or false", False)

    def token(self) -> types.ProgressToken | None:
        """The token for progress notifications, if any."""
        value = self.values.get("token")
        if value is None or isinstance(value, str) or type(value) is int:
            return value
        raise self._wrong("token", "text or a whole number")

    def document(self) -> str:
        """The uri of `textDocument`."""
        match self.values.get("textDocument"):
            case {"uri": str(uri)}:
                return uri
        raise self._wrong("textDocument", "an object with a `uri`")

    def document_text(self) -> str | None:
        """The `text` of `textDocument`, if the client sends it."""
        match self.values.get("textDocument"):
            case {"text": str(text)}:
                return text
        return None

    def range(self) -> types.Range:
        """The `range` within the document."""
        match self.values.get("range"):
            case {"start": first, "end": last}:
                start, end = _position(first), _position(last)
                if start and end:
                    return types.Range(start, end)
        raise self._wrong("range", "a range of the document")

    def _value(self, key: str, kind: type[T], name: str, default: T | None) -> T:
        value = self.values.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, kind):
            raise self._wrong(key, name)
        return value

    def _wrong(self, key: str, expected: str) -> Exception:
        return wrong_parameters(f"{self.command}: `{key}` must be {expected}")


def _position(value: Any) -> types.Position | None:
    match value:
        case {"line": line, "character": character}:
            if _is_uinteger(line) and _is_uinteger(character):
                return types.Position(line, character)
    return None


def _is_uinteger(value: Any) -> bool:
    """Whether it is one by the protocol; in Python, booleans are integers too."""
    return type(value) is int and 0 <= value < 2**31
