"""Tables of values in text files: `.csv` and `.tsv`."""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ragtui_core import UnreadableFile
from ragtui_core.documents import (
    BYTE_ORDER_MARK,
    SHIFTS,
    CanonicalWriter,
    Extracted,
    OwnExtractor,
    decode,
)
from ragtui_core.text import LineIndex

MAX_ROWS = 200_000
MAX_VALUE = 20_000_000
"""Characters of a value; more are in one whose quotation marks are never closed."""
_HEAD_ROWS = 50
"""Rows among which that of the heads is."""
_SAMPLE = 20_000
"""Characters by which the sign between values is told."""
_SIGNS = ",;\t|"
_NAMED = re.compile(r"\A\"?sep=([^\s\"]|\t)\"?\r?\n")
"""What Excel reads as the name of the sign."""


class ValuesExtractor(OwnExtractor, kind="values"):
    """Extracts tables of values; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The lines above the table, and the table, whose first row has the heads."""
        decoded = decode(data)
        text = decoded.text.removeprefix(BYTE_ORDER_MARK)
        csv.field_size_limit(MAX_VALUE)
        try:
            rows = _rows(text)
        except csv.Error as error:
            raise UnreadableFile(f"not a table of values: {error}") from error
        writer = CanonicalWriter()
        first = _head_of([row for _, row in rows])
        places = []
        for line, row in rows[:first]:
            places.append((writer.position, line))
            writer.paragraph(" ".join(filter(None, row)))
        start = writer.position
        writer.table([row for _, row in rows[first:MAX_ROWS]])
        if len(rows) > MAX_ROWS:
            writer.add_problems([f"only the first {MAX_ROWS:,} rows were read"])
        found = writer.extracted(problems=decoded.problems).required()
        numbers = [line for line, _ in rows[first:]]
        # The line below the heads is none of the file.
        shown = found.text[start:].split("\n")
        for line, words in zip(numbers[:1] + numbers, shown, strict=False):
            places.append((start, line))
            start += len(words) + 1
        return replace(found, details={SHIFTS: _shifts(found.text, places)})


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows with a value, each with its first line, at most one more than are read.

    Raises:
        csv.Error: It is not a table of values.
    """
    sign, table = _sign(text), _NAMED.sub("", text)
    above = 1 if table != text else 0
    reader = csv.reader(io.StringIO(table, newline=""), delimiter=sign)
    rows, line = list[tuple[int, list[str]]](), 1
    for row in reader:
        if any(map(str.strip, row)):
            rows.append((line + above, row))
        line = reader.line_num + 1
        if len(rows) > MAX_ROWS:
            break
    return rows


def _shifts(text: str, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The shifts of a text by places of it, each with its line in the file."""
    index, shifts = LineIndex(text), list[tuple[int, int]]()
    for at, line in places:
        shift = line - index.line(at)
        if shift != (shifts[-1][1] if shifts else 0):
            shifts.append((at, shift))
    return shifts


def _head_of(rows: Sequence[Sequence[str]]) -> int:
    """The first row with as many values as most rows of the beginning have."""
    widths = [sum(bool(cell.strip()) for cell in row) for row in rows[:_HEAD_ROWS]]
    several = Counter(width for width in widths if width > 1)
    usual = max(several, key=lambda width: (several[width], width), default=0)
    return next((at for at, width in enumerate(widths) if 0 < usual <= width), 0)


def _sign(text: str) -> str:
    """The sign between values: named, or the one that the first lines have most of."""
    if named := _NAMED.match(text):
        return named[1]
    lines = text[:_SAMPLE].splitlines()[:20]
    return max(_SIGNS, key=lambda sign: sum(line.count(sign) for line in lines))
