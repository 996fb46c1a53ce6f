"""Packs units into chunks of even size, cut at the best borders.

Minimizes the cost over all possible cuts (dynamic programming, as in Knuth and Plass,
"Breaking paragraphs into lines", 1981): each chunk costs the square of its relative
distance from the even size, each cut a penalty for its border.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ragtui_core.chunking.units import Border, Unit, whole

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
    glued = list(_glued(units, limit))
    total = sum(unit.size for unit in glued)
    target = total / math.ceil(total / limit) if glued else 0
    cuts = _best_cuts(glued, limit, target)
    for start, end in pairwise(cuts):
        yield whole(glued[start:end])


def _glued(units: Iterable[Unit], limit: int) -> Iterator[Unit]:
    """Join units that belong together, and very small ones."""
    last: Unit | None = None
    for unit in units:
        if last is None:
            last = unit
        elif _belong_together(last, unit, limit):
            last = last.joined(unit)
        else:
            yield last
            last = unit
    if last is not None:
        yield last


def _belong_together(left: Unit, right: Unit, limit: int) -> bool:
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
