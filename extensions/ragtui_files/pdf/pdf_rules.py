"""The straight lines on a page of a PDF, and the grids that they make.

All lengths are in points, y from the bottom of the page.
"""

import ctypes
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

MAX_OBJECTS = 5_000
"""Objects of a page that are looked at; a drawing has more."""
MAX_SEGMENTS = 2_000
"""Lines of a path; a drawing has more."""
MAX_PAIRS = 250_000
"""Horizontal lines times vertical ones; a drawing has more."""

_THIN, _LEAST = 3.0, 6.0
"""The thickness of a line, and its length."""
_NEAR = 3.0
"""How far from each other lines meet, or are one."""


Point = tuple[float, float]


class Rule(NamedTuple):
    """A line, across if it is horizontal: at y from x to x, else at x from y to y."""

    across: bool
    at: float
    start: float
    end: float


class RuledGrid(NamedTuple):
    """The places of columns, from the left, and of rows, from below."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    rules: tuple[Rule, ...]

    def divides(self, across: bool, border: float, middle: float) -> bool:
        """Whether a line goes along a border beside the middle of a cell."""
        return any(
            rule.across is across
            and abs(rule.at - border) <= _NEAR
            and rule.start - _NEAR <= middle <= rule.end + _NEAR
            for rule in self.rules
        )


def ruled_grids(page: Any) -> list[RuledGrid]:
    """The grids of at least two columns among the lines of a page of pypdfium2."""
    rules = list(_merged(_rules(page)))
    across = [rule for rule in rules if rule.across]
    down = [rule for rule in rules if not rule.across]
    if len(across) * len(down) > MAX_PAIRS:
        return []
    grids = []
    for group in _groups(across, down):
        columns = _borders(group, across=False)
        rows = _borders(group, across=True)
        if len(columns) > 2 and len(rows) > 1:
            grids.append(RuledGrid(columns, rows, tuple(group)))
    return grids


def _rules(page: Any) -> Iterator[Rule]:
    """Every line: thin shapes, and the edges of others."""
    from pypdfium2 import raw

    for index in range(min(raw.FPDFPage_CountObjects(page), MAX_OBJECTS)):
        shape = raw.FPDFPage_GetObject(page, index)
        if raw.FPDFPageObj_GetType(shape) == raw.FPDF_PAGEOBJ_PATH:
            yield from _of(shape)


def _of(shape: Any) -> Iterator[Rule]:
    """The lines of a path."""
    from pypdfium2 import raw

    sides = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(shape, *map(ctypes.byref, sides)):
        return
    left, bottom, right, top = (side.value for side in sides)
    if top - bottom <= _THIN:
        yield Rule(True, (bottom + top) / 2, left, right)
    elif right - left <= _THIN:
        yield Rule(False, (left + right) / 2, bottom, top)
    else:
        yield from _edges(shape)


def _point(segment: Any) -> Point:
    from pypdfium2 import raw

    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
    return x.value, y.value


def _edges(shape: Any) -> Iterator[Rule]:
    """The straight edges of a path that is drawn with a pen; others are areas."""
    from pypdfium2 import raw

    fill, pen = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(shape, fill, pen) or not pen.value:
        return
    count = raw.FPDFPath_CountSegments(shape)
    matrix = raw.FS_MATRIX()
    if count > MAX_SEGMENTS or not raw.FPDFPageObj_GetMatrix(shape, matrix):
        return
    first = last = (0.0, 0.0)
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(shape, index)
        x, y = _point(segment)
        point = (
            matrix.a * x + matrix.c * y + matrix.e,
            matrix.b * x + matrix.d * y + matrix.f,
        )
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            first = point
        elif kind == raw.FPDF_SEGMENT_LINETO:
            yield from _edge(last, point)
        last = point
        if raw.FPDFPathSegment_GetClose(segment):
            yield from _edge(last, first)


def _edge(one: Point, other: Point) -> Iterator[Rule]:
    (x, y), (to_x, to_y) = min(one, other), max(one, other)
    if abs(y - to_y) <= 1:
        yield Rule(True, y, x, to_x)
    elif abs(x - to_x) <= 1:
        yield Rule(False, x, min(y, to_y), max(y, to_y))


def _merged(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Lines of some length, of which those that continue each other are one."""
    last: dict[tuple[bool, int], Rule] = {}
    for rule in sorted(rules, key=lambda rule: rule.start):
        key = rule.across, round(rule.at)
        near = next(
            (k for k in (key, (key[0], key[1] - 1), (key[0], key[1] + 1)) if k in last),
            key,
        )
        before = last.get(near)
        if before and rule.start <= before.end + _NEAR:
            last[near] = before._replace(end=max(before.end, rule.end))
        else:
            if before:
                yield before
            last[near] = rule
    yield from last.values()


def _groups(across: Sequence[Rule], down: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Lines that meet each other."""
    left = {rule for rule in (*across, *down) if rule.end - rule.start >= _LEAST}
    while left:
        group = [left.pop()]
        for rule in group:
            others = [other for other in left if _meet(rule, other)]
            left.difference_update(others)
            group += others
        yield group


def _meet(rule: Rule, other: Rule) -> bool:
    return (
        rule.across is not other.across
        and rule.start - _NEAR <= other.at <= rule.end + _NEAR
        and other.start - _NEAR <= rule.at <= other.end + _NEAR
    )


def _borders(group: Sequence[Rule], *, across: bool) -> tuple[float, ...]:
    """The places of lines in one direction, and the ends of the others."""
    positions = [rule.at for rule in group if rule.across is across]
    crossing = [rule for rule in group if rule.across is not across]
    positions += (
        [min(r.start for r in crossing), max(r.end for r in crossing)]
        if crossing
        else []
    )
    borders: list[float] = []
    for position in sorted(positions):
        if not borders or position - borders[-1] > _NEAR:
            borders.append(position)
    return tuple(borders)


def between(borders: Sequence[float], position: float) -> int:
    """The number of the column or row in which a place is; -1 if it is outside."""
    at = bisect_left(borders, position) - 1
    return at if at < len(borders) - 1 else -1
