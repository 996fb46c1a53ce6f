"""Heading paths: the common path of sections, and the path of a span."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import reduce

from ragtui_core.types import Section, Span

Path = tuple[str, ...]


def shared_path(paths: Iterable[Path]) -> Path:
    """The longest path that all of `paths` (at least one) begin with."""
    return reduce(_shared, paths)


def _shared(one: Path, other: Path) -> Path:
    for depth, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return one[:depth]
    return min(one, other, key=len)


class Outline:
    """Finds heading paths by position."""

    def __init__(self, sections: Sequence[Section]) -> None:
        """Take a document's sections, in order."""
        self._paths = [section.heading_path for section in sections]
        self._starts = [section.span.start for section in sections]

    def path(self, span: Span) -> Path:
        """The common path of all sections touched by `span`, else the first one's."""
        first = max(0, bisect_right(self._starts, span.start) - 1)
        paths = self._paths[first : bisect_left(self._starts, span.end, lo=first)]
        return shared_path(paths) or paths[0] if paths else ()
