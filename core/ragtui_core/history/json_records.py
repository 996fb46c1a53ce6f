"""Dataclasses as JSON objects, and back, by cattrs.

Spans are [start, end] in characters of a file's text, lines are [first, last], as in
the JSON of `ragtui ask`; times are ISO 8601 in UTC.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin

from ragtui_core.answer_events import Sent, Source
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.search_results import TimeEffect
from ragtui_core.types import Lines, LocationKind, Span

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")


def as_json(value: Any) -> Any:
    """What `from_json` makes an equal value of, also after a way through JSON."""
    return _converter().unstructure(value)


def from_json(kind: type[T], row: Mapping[str, Any]) -> T:
    """The `kind` that `row` describes. Keys without a field are ignored.

    Raises:
        ValueError: A value has another type, or one without a default is missing.
    """
    try:
        return _converter().structure(row, kind)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a valid {kind.__name__}: {error}") from error


def utc(time: datetime) -> str:
    """ISO 8601 in UTC, to the millisecond: `2026-03-01T09:30:00.000+00:00`."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


@cache
def _converter() -> "Converter":
    # Imported here: it takes 50 ms, which a list of conversations need not wait for.
    from cattrs import Converter
    from cattrs.gen import make_dict_unstructure_fn

    converter = Converter(
        detailed_validation=False, unstruct_collection_overrides={tuple: list}
    )
    for kind in (str, int):
        converter.register_structure_hook(kind, _checked)
    # The hook of str is one of these, too.
    for names in (Sent, Verdict, LocationKind, TimeEffect):
        converter.register_structure_hook(names, lambda text, kind: kind(text))
    converter.register_structure_hook_factory(_is_tuple, _tuple_hook)
    converter.register_structure_hook(
        date, lambda text, _: date.fromisoformat(_checked(text, str))
    )
    for ends in (Span, Lines):
        converter.register_structure_hook(ends, _ends)
    converter.register_unstructure_hook(Span, lambda span: [span.start, span.end])
    converter.register_unstructure_hook(Lines, lambda lines: [lines.first, lines.last])
    converter.register_unstructure_hook(date, date.isoformat)
    converter.register_unstructure_hook(datetime, utc)
    for record in (Citation, Source):
        hook = make_dict_unstructure_fn(record, converter, _cattrs_omit_if_default=True)
        converter.register_unstructure_hook(record, hook)
    return converter


def _checked(value: Any, kind: type[T]) -> T:
    """The value itself: cattrs alone would convert 3 to the text "3"."""
    if not isinstance(value, kind):
        raise TypeError(f"{value!r:.40} is not of type {kind.__name__}")
    return value


def _ends(values: Any, kind: Callable[[int, int], T]) -> T:
    return kind(*(_checked(end, int) for end in _checked(values, list)))


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _tuple_hook(kind: Any, converter: "Converter") -> Callable[[Any, Any], Any]:
    """Structures lists alone: a text is a sequence, too."""
    item = get_args(kind)[0]
    hook = converter.get_structure_hook(item)
    return lambda values, _: tuple(
        hook(member, item) for member in _checked(values, list)
    )
