"""Composes chunks: of adjacent sections, or of units if a section is too large.

Sections are grouped by the outline of the document, in this order:

1. A heading with nothing under it joins the section below it in the outline.
2. Sections of one branch of the outline join, deepest first, if one is small and
   they fit into a chunk together. Branches start below the path common to all sections,
   such as the document's title; a parent and its first child are always one branch.
3. Sections of different branches join if they fit and both are small, or one is tiny.

Units are packed into chunks of even size, cut at the best borders. This minimizes the
cost over all possible cuts (dynamic programming, as in Knuth and Plass, "Breaking
paragraphs into lines", 1981): each chunk costs the square of its relative distance from
the even size, each cut a penalty for its border.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise

from ragtui_core.chunking.units import Border, Unit, whole
from ragtui_core.text.runs import joined
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
        """Whether one chunk can contain both groups."""
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
            groups = [*joined(groups, partial(_follows, rule, borders), Group.joined)]
    return groups


_Rule = Callable[[Group, Group, _Border], bool]


def _follows(
    rule: _Rule, borders: Sequence[_Border], left: Group, right: Group
) -> bool:
    return rule(left, right, borders[left.last])


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


def _borders(sections: Sequence[Section]) -> Iterator[_Border]:
    paths = [section.heading_path for section in sections]
    root = len(shared_path([path for path in paths if path] or [()]))
    for above, (path, below) in zip(sections, pairwise(paths), strict=False):
        depth = len(shared_path((path, below)))
        child = depth == len(path) < len(below)
        bare = child and all(b.kind is BlockKind.HEADING for b in above.blocks)
        yield _Border(depth, same_branch=child or depth > root, bare=bare)


PENALTIES = {
    Border.SECTION: 0.0,
    Border.BLOCK: 0.05,
    Border.ITEM: 0.1,
    Border.SENTENCE: 0.3,
    Border.LINE: 0.4,
    Border.WORD: 0.8,
    Border.INSIDE: 0.0,  # cannot be avoided
}
"""In squares of relative size: to avoid 0.25, two chunks may be 35% off each."""
LEAD_PENALTY = 4.0
"""For a cut after a heading, a table header or a line that ends in a colon."""
MAX_UNITS = 32
"""Adjacent units with less than one `MAX_UNITS`th of a chunk are joined."""


def pack(units: Iterable[Unit], limit: int) -> Iterator[Unit]:
    """Join `units`, each at most `limit`, to chunks of at most `limit`, in order."""
    glued = list(joined(units, partial(_belong_together, limit), Unit.joined))
    total = sum(unit.size for unit in glued)
    target = total / math.ceil(total / limit) if glued else 0
    cuts = _best_cuts(glued, limit, target)
    for start, end in pairwise(cuts):
        yield whole(glued[start:end])


def _belong_together(limit: int, left: Unit, right: Unit) -> bool:
    """Whether two units are never cut apart, or one is very small."""
    if right.border is Border.INSIDE:
        return False
    size = left.size + right.size
    if left.leads:
        return size <= limit
    return right.border > Border.SECTION and size <= limit // MAX_UNITS


def _best_cuts(units: list[Unit], limit: int, target: float) -> list[int]:
    """Start indexes of the chunks of the cheapest partition, and the end."""
    sizes = [unit.size for unit in units]
    inside = [unit.border is Border.INSIDE for unit in units]
    costs, begins = [0.0], [0]  # up to each index; and with a cut there, if not 0
    for end in range(1, len(units) + 1):
        best, begin, size = math.inf, end - 1, 0
        for start in range(end - 1, -1, -1):
            size += sizes[start]
            if size > limit and start < end - 1:
                break
            cost = costs[start] + (size / target - 1) ** 2
            if cost < best:
                best, begin = cost, start
            if inside[start]:
                break
        begins.append(begin)
        costs.append(best + _cut_cost(units[end - 1 : end + 1]))
    return _backtrack(begins)


def _cut_cost(around: list[Unit]) -> float:
    """The cost of a cut between two units; 0 after the last one."""
    if len(around) == 1:
        return 0.0
    before, after = around
    return PENALTIES[after.border] + (LEAD_PENALTY if before.leads else 0.0)


def _backtrack(begins: list[int]) -> list[int]:
    """Walk back from the end over the beginnings of chunks."""
    cuts = [len(begins) - 1]
    while cuts[-1]:
        cuts.append(begins[cuts[-1]])
    return cuts[::-1]
