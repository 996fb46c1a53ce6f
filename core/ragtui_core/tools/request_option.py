"""One option of a request: how a value is read, and how JSON Schema describes it.

Values are checked by the same function as settings.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ragtui_core.errors import RagtuiError
from ragtui_core.search.options import Scope
from ragtui_core.settings.setting_keys import checked_value, named_nearest

NO_NUL = r"^[^\u0000]*$"
_BLANK = r"\s\u0000\u001c-\u001f\u0085\ufeff"
"""White space of Python and of JavaScript, which know different characters."""

NOT_BLANK = rf"^[^\u0000]*[^{_BLANK}][^\u0000]*$"
"""Patterns of texts, in the syntax that JSON Schema and Python share."""


class RequestError(RagtuiError):
    """A request has an unknown option, or one with a wrong value.

    Attributes:
        option: The name of the option; empty if the whole request is wrong.
    """

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


@dataclass(frozen=True, slots=True)
class RequestOption:
    """One option of a request."""

    name: str
    kind: type
    """bool, int, float, str, a StrEnum, or tuple: a list of texts, or one text."""
    description: str
    low: float | None = None
    high: float | None = None
    """For numbers the largest value, for texts the maximum number of characters."""
    most: int = 32
    """The maximum number of texts of a list."""
    required: bool = False
    pattern: str = ""
    """A regular expression that a text matches, for the description of the API."""
    default: Any = None
    """Shown to clients; None if a setting decides."""
    guessed: tuple[str, ...] = ()
    """Other names by which language models pass it."""

    def __post_init__(self) -> None:
        """Refuse an option without a maximum when the table is made.

        Raises:
            TypeError: It has none.
        """
        is_number = self.kind in {int, float}
        is_bounded = self.high is not None and not (is_number and self.low is None)
        if self.kind in {int, float, str, tuple} and not is_bounded:
            raise TypeError(f"the option `{self.name}` has no limits")

    def value(self, given: Any) -> Any:
        """A value of a request, as `kind`.

        Raises:
            RequestError: It is of another type, or out of range.
        """
        if self.kind is tuple and isinstance(given, str):
            given = (given,)
        if self.kind is int and isinstance(given, float) and given.is_integer():
            given = int(given)  # 3.0 is a whole number of JSON
        try:
            value = checked_value(given, self.kind, self.low, self.high)
        except ValueError as error:
            raise self._wrong(str(error)) from None
        texts = value if self.kind is tuple else (value,) if self.kind is str else ()
        if len(texts) > self.most:
            raise self._wrong(f"at most {self.most} texts")
        if self.high is not None and any(len(text) > self.high for text in texts):
            raise self._wrong(f"at most {self.high:,g} characters long")
        if self.kind is str and self.required and not re.match(NOT_BLANK, value):
            raise self._wrong("a text that is not empty")
        return value

    def schema(self, *, exact: bool = False) -> dict[str, Any]:
        """The option in JSON Schema (2020-12), with all limits if `exact`.

        To a model, whose context is limited, it says less: what is wrong is answered in
        words.
        """
        schema = {**self._type(exact=exact), "description": self.description}
        if self.default is not None and (exact or self.kind is int):
            schema["default"] = self.default
        return schema

    def from_words(self, given: Any) -> Any:
        """A value as JSON has it, of models that write numbers as texts: `"5"`."""
        if not isinstance(given, str) or self.kind not in {bool, int, float}:
            return given
        try:
            return json.loads(given.strip().lower())
        except (ValueError, RecursionError):
            return given

    def _type(self, *, exact: bool) -> dict[str, Any]:
        if issubclass(self.kind, StrEnum):
            return {"type": "string", "enum": [choice.value for choice in self.kind]}
        if self.kind is bool:
            return {"type": "boolean"}
        if self.kind in {int, float}:
            number = {"type": "integer" if self.kind is int else "number"}
            limits = {"minimum": self.low, "maximum": self.high}
            return number | limits if exact else number
        text: dict[str, Any] = {"type": "string"}
        if exact:
            text["maxLength"] = self.high
            text |= {"minLength": 1} if self.required else {}
            text["pattern"] = self.pattern or (NOT_BLANK if self.required else NO_NUL)
        if self.kind is str:
            return text
        several = {"type": ["array", "string"], "items": text}
        return text | several | {"maxItems": self.most}

    def _wrong(self, expected: str) -> RequestError:
        return RequestError(f"`{self.name}` must be {expected}", self.name)


def read_request(
    given: object, options: Iterable[RequestOption], *, from_model: bool = False
) -> dict[str, Any]:
    """The options of a request by name; what is missing or null is left out.

    A language model may write numbers as texts.

    Raises:
        RequestError: It is not an object; an option is unknown, wrong or missing.
    """
    if not isinstance(given, Mapping):
        raise RequestError("the request must be one JSON object")
    known = {option.name: option for option in options}
    if from_model:
        given = _by_their_names(given, known)
    for name in given:
        if name not in known:
            nearest = named_nearest(name, known)
            if from_model and known:
                end = "" if nearest.endswith("?") else "."
                nearest = f"{nearest}{end} It takes: {', '.join(known)}"
            raise RequestError(f"unknown option {nearest}", name)
    values = {
        name: known[name].value(known[name].from_words(value) if from_model else value)
        for name, value in given.items()
        if value is not None
    }
    for name, option in known.items():
        if option.required and name not in values:
            raise RequestError(f"`{name}` is missing: {option.description}", name)
    return values


def _by_their_names(
    given: Mapping[str, Any], known: Mapping[str, RequestOption]
) -> dict[str, Any]:
    """The options of a language model, which may guess a name that another tool has."""
    names = {
        guess: name
        for name, option in known.items()
        for guess in option.guessed
        if guess not in known and name not in given
    }
    return {names.get(name, name): value for name, value in given.items()}


def request_schema(options: Iterable[RequestOption]) -> dict[str, Any]:
    """What `read_request` accepts, in JSON Schema (2020-12), in brief, for models."""
    options = tuple(options)
    return {
        "type": "object",
        "properties": {option.name: option.schema() for option in options},
        "required": [option.name for option in options if option.required],
    }


def body_schema(options: Iterable[RequestOption]) -> dict[str, Any]:
    """The object that `read_request` accepts, exactly: with null, and with patterns."""
    options = tuple(options)
    schema = request_schema(options) | {"additionalProperties": False}
    for option in options:
        exact = option.schema(exact=True)
        given = exact if option.required else {"anyOf": [exact, {"type": "null"}]}
        schema["properties"][option.name] = given
    if "scope" in schema["properties"]:
        here = {"not": {"enum": [None, Scope.VAULT.value]}}
        given = {"type": "string", "minLength": 1}
        schema["if"] = {"properties": {"scope": here}, "required": ["scope"]}
        schema["then"] = {"properties": {"at": given}, "required": ["at"]}
    return schema
