"""Boxes of text in a picture -> rows in the order in which people read them.

The picture is cut recursively at its widest gaps, across and down (the X-Y cut of Nagy
and Seth, 1984), after its rows were made level: a photographed or scanned page is never
quite straight.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

MIN_COLUMN_GAP = 1.2
"""Width of a gap between columns, in heights of a row; between words it is 0.3."""

MIN_COLUMN_ROWS = 3
"""Rows that each column must have: fewer are cells, which belong to their row."""

NEW_PARAGRAPH = 0.9
"""Height of a gap between paragraphs, in heights of a row."""

MAX_ANGLE = math.radians(20)
"""Rows that are steeper are not levelled: they are written that way."""

Point = tuple[float, float]


class TextBox(NamedTuple):
    """A recognised text and its corners, clockwise from the upper left one."""

    text: str
    corners: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of text. `begins` is whether it is the first one of a paragraph.

    `box` is left, top, right and bottom in the picture.
    """

    text: str
    box: tuple[float, float, float, float]
    begins: bool


class _Level(NamedTuple):
    """A box in a level picture."""

    left: float
    top: float
    right: float
    bottom: float
    source: TextBox

    @property
    def height(self) -> float:
        return self.bottom - self.top


def rows_in_order(boxes: Sequence[TextBox]) -> list[Row]:
    """The rows of a picture, column by column."""
    if not boxes:
        return []
    angle = _angle(boxes)
    levelled = [_levelled(box, angle) for box in boxes]
    height = median(box.height for box in levelled) or 1.0
    rows = list[Row]()
    for block in _blocks(levelled, height):
        bottom = -math.inf
        for row in _rows(block):
            gap = min(box.top for box in row) - bottom
            begins = gap > NEW_PARAGRAPH * min(height, max(box.height for box in row))
            rows.append(_row(row, begins=begins))
            bottom = max(box.bottom for box in row)
    return rows


def _angle(boxes: Sequence[TextBox]) -> float:
    """The angle of the rows of a page, in radians: that of its longer ones."""
    angles = list[tuple[float, float]]()
    for _, (first, second, *_) in boxes:
        right, down = second[0] - first[0], second[1] - first[1]
        if abs(math.atan2(down, right)) < MAX_ANGLE:
            angles.append((right, math.atan2(down, right)))
    longest = sorted(angles, reverse=True)[: max(1, len(angles) // 2)]
    return median(angle for _, angle in longest) if longest else 0.0


def _levelled(box: TextBox, angle: float) -> _Level:
    cos, sin = math.cos(-angle), math.sin(-angle)
    across = [x * cos - y * sin for x, y in box.corners]
    down = [x * sin + y * cos for x, y in box.corners]
    return _Level(min(across), min(down), max(across), max(down), box)


def _blocks(boxes: Sequence[_Level], height: float) -> list[list[_Level]]:
    """The boxes of each column, in order."""
    done, waiting = list[list[_Level]](), [list(boxes)]
    while waiting:
        block = waiting.pop()
        parts = _columns(block, height) or _halves(block, height)
        if parts:
            waiting += reversed(parts)
        else:
            done.append(block)
    return done


def _columns(boxes: list[_Level], height: float) -> list[list[_Level]]:
    """The boxes left and right of the widest gap from top to bottom."""
    ordered = sorted(boxes, key=lambda box: box.left)
    right, best, position = ordered[0].right, MIN_COLUMN_GAP * height, 0
    for number, box in enumerate(ordered[1:], 1):
        if box.left - right > best:
            best, position = box.left - right, number
        right = max(right, box.right)
    parts = [ordered[:position], ordered[position:]]
    if position and all(_is_column(part) for part in parts):
        return parts
    return []


def _is_column(boxes: list[_Level]) -> bool:
    """Whether it has rows of text, not cells: more characters than a value has."""
    rows = _rows(boxes)
    length = sum(len(box.source.text) for box in boxes)
    return len(rows) >= MIN_COLUMN_ROWS and length >= 15 * len(rows)


def _halves(boxes: list[_Level], height: float) -> list[list[_Level]]:
    """The boxes above and below a gap across, if one of these parts has columns.

    All else stays together: a gap between paragraphs needs no cut.
    """
    ordered = sorted(boxes, key=lambda box: box.top)
    bottom = ordered[0].bottom
    for number, box in enumerate(ordered[1:], 1):
        if box.top > bottom:
            above, below = ordered[:number], ordered[number:]
            if _columns(below, height) or _columns(above, height):
                return [above, below]
        bottom = max(bottom, box.bottom)
    return []


def _rows(boxes: Sequence[_Level]) -> list[list[_Level]]:
    """Boxes beside each other, from left to right; rows from top to bottom."""
    rows = list[list[_Level]]()
    for box in sorted(boxes, key=lambda box: box.top + box.bottom):
        middle = (box.top + box.bottom) / 2
        if rows and middle < rows[-1][0].bottom - 0.2 * rows[-1][0].height:
            rows[-1].append(box)
        else:
            rows.append([box])
    return [sorted(row, key=lambda box: box.left) for row in rows]


def _row(boxes: Sequence[_Level], *, begins: bool) -> Row:
    points = [point for box in boxes for point in box.source.corners]
    across, down = zip(*points, strict=True)
    text = " ".join(box.source.text for box in boxes)
    return Row(text, (min(across), min(down), max(across), max(down)), begins)
