"""Dataclasses as JSON objects, and back.

Spans are [start, end] in characters of a file's text, lines are [first, last], as in
the JSON of `ragtui ask`; times are ISO 8601 in UTC.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from ragtui_core.answer_events import Source
from ragtui_core.citations.citation import Citation
from ragtui_core.types import Lines, Span

T = TypeVar("T")

_PAIRS = (Span, Lines)
_WITHOUT_DEFAULTS = (Citation, Source)
"""Records of which fields with their defaults are left out."""


def as_json(value: Any) -> Any:
    """What `from_json` makes an equal value of, also after a way through JSON."""
    match value:
        case Span() | Lines():
            return [getattr(value, field.name) for field in fields(value)]
        case datetime():
            return utc(value)
        case date():
            return value.isoformat()
        case StrEnum():
            return value.value
        case tuple() | list():
            return [as_json(member) for member in value]
        case Mapping():
            return {key: as_json(member) for key, member in value.items()}
        case _ if is_dataclass(value):
            is_whole = not isinstance(value, _WITHOUT_DEFAULTS)
            return {
                field.name: as_json(member)
                for field in fields(value)
                if (member := getattr(value, field.name)) != field.default or is_whole
            }
    return value


def from_json(kind: type[T], row: Mapping[str, Any]) -> T:
    """The `kind` that `row` describes. Keys without a field are ignored.

    Raises:
        ValueError: A value has another type, or one without a default is missing.
    """
    try:
        return cast("T", _read(kind, row))
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a valid {kind.__name__}: {error}") from error


def utc(time: datetime) -> str:
    """ISO 8601 in UTC, to the millisecond: `2026-03-01T09:30:00.000+00:00`."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def _read(kind: Any, value: Any) -> Any:
    """The value of a type, which may be a generic one, that `value` is the JSON of."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return None if value is None else _read(arguments[0], value)
    if origin is tuple:
        return tuple(_read(arguments[0], member) for member in _checked(value, list))
    if origin is not None:
        members = _checked(value, dict).items()
        return {key: _read(arguments[1], member) for key, member in members}
    if kind in _PAIRS:
        return kind(*(_checked(end, int) for end in _checked(value, list)))
    if kind is date:
        return date.fromisoformat(_checked(value, str))
    if is_dataclass(kind):
        return _record(kind, _checked(value, dict))
    if issubclass(kind, StrEnum):
        return kind(value)
    return _checked(value, (int, float) if kind is float else kind)


def _record(kind: Any, row: Mapping[str, Any]) -> Any:
    types, values = _types(kind), dict[str, Any]()
    for field in fields(kind):
        if field.name in row:
            values[field.name] = _read(types[field.name], row[field.name])
        elif field.default is MISSING and field.default_factory is MISSING:
            raise KeyError(field.name)
    return kind(**values)


@cache
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _checked(value: Any, kind: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r:.40} is not a {kind}")
    return value
