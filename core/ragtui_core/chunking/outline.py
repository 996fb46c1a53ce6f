"""The outline of a document: heading paths, and adjacent sections that form one chunk.

Sections are grouped in this order:

1. A heading with nothing under it joins the section below it in the outline.
2. Sections of one branch of the outline join, deepest first, if one is small and
   they fit into a chunk together. Branches start below the path common to all sections,
   such as the document's title; a parent and its first child are always one branch.
3. Sections of different branches join if they fit and both are small, or one is tiny.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise

from ragtui_core.types import BlockKind, Section, Span

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


TINY_RATIO = 0.5
"""Ratio to the size of a small section below which a section is tiny."""


@dataclass(frozen=True, slots=True)
class Group:
    """Sections `first` to `last` of a document, both inclusive."""

    first: int
    last: int
    size: int

    def joined(self, other: "Group") -> "Group":
        """This group and the next as one."""
        return Group(self.first, other.last, self.size + other.size)


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in tokens: below `small` a section is small; `max_size` fit in a chunk."""

    small: int
    max_size: int

    def fit(self, left: Group, right: Group) -> bool:
        """Whether one chunk can hold both groups."""
        return left.size + right.size <= self.max_size


@dataclass(frozen=True, slots=True)
class _Border:
    """The border between two sections: `depth` is the number of common headings."""

    depth: int
    same_branch: bool
    bare: bool
    """Whether only a heading is above, and below is a section under it."""


def group_sections(
    sections: Sequence[Section], sizes: Sequence[int], limits: Limits
) -> list[Group]:
    """Group sections, none of them empty, in order."""
    groups = [Group(i, i, size) for i, size in enumerate(sizes)]
    borders = list(_borders(sections))
    if borders:
        for rule in _rules(borders, limits):
            groups = list(_merged(groups, borders, rule))
    return groups


_Rule = Callable[[Group, Group, _Border], bool]


def _rules(borders: Sequence[_Border], limits: Limits) -> Iterator[_Rule]:
    """Whether two groups join, rule by rule."""
    yield lambda left, right, border: border.bare
    for depth in sorted({border.depth for border in borders}, reverse=True):
        yield partial(_same_branch, limits, depth)
    yield partial(_both_small, limits)
    yield partial(_one_tiny, limits)


def _same_branch(
    limits: Limits, depth: int, left: Group, right: Group, border: _Border
) -> bool:
    related = border.same_branch and border.depth >= depth
    one_small = min(left.size, right.size) < limits.small
    return related and one_small and limits.fit(left, right)


def _both_small(limits: Limits, left: Group, right: Group, _: _Border) -> bool:
    return max(left.size, right.size) < limits.small and limits.fit(left, right)


def _one_tiny(limits: Limits, left: Group, right: Group, _: _Border) -> bool:
    one_tiny = min(left.size, right.size) < limits.small * TINY_RATIO
    return one_tiny and limits.fit(left, right)


def _merged(
    groups: Sequence[Group], borders: Sequence[_Border], rule: _Rule
) -> Iterator[Group]:
    last = groups[0]
    for group in groups[1:]:
        if rule(last, group, borders[last.last]):
            last = last.joined(group)
        else:
            yield last
            last = group
    yield last


def _borders(sections: Sequence[Section]) -> Iterator[_Border]:
    paths = [section.heading_path for section in sections]
    root = len(shared_path([path for path in paths if path] or [()]))
    for above, (path, below) in zip(sections, pairwise(paths), strict=False):
        depth = len(shared_path((path, below)))
        child = depth == len(path) < len(below)
        bare = child and all(b.kind is BlockKind.HEADING for b in above.blocks)
        yield _Border(depth, same_branch=child or depth > root, bare=bare)
