"""Joins neighbours that belong together, and blanks parts of a text."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ragtui_core.types import Span

T = TypeVar("T")


def joined(
    items: Iterable[T], belong: Callable[[T, T], bool], join: Callable[[T, T], T]
) -> Iterator[T]:
    """The items in order, each joined to what is before it if both `belong`."""
    run: T | None = None
    for item in items:
        if run is not None and belong(run, item):
            run = join(run, item)
        else:
            if run is not None:
                yield run
            run = item
    if run is not None:
        yield run


def joined_spans(
    spans: Iterable[Span], belong: Callable[[Span, Span], bool]
) -> Iterator[Span]:
    """Spans in order of their starts, those that belong together as one."""
    return joined(
        spans, belong, lambda one, other: Span(one.start, max(one.end, other.end))
    )


def blanked(text: str, spans: Iterable[Span]) -> str:
    """`text` with a space for each character of `spans`, which are in order."""
    pieces, end = list[str](), 0
    for span in spans:
        pieces += text[end : span.start], " " * len(span)
        end = span.end
    return "".join((*pieces, text[end:]))
