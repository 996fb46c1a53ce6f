"""Tables of values in text files: `.csv` and `.tsv`."""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from ragtui_core import UnreadableFile
from ragtui_core.documents import (
    BYTE_ORDER_MARK,
    CanonicalWriter,
    Extracted,
    OwnExtractor,
    decode,
)

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
            sign, text = _sign(text), _NAMED.sub("", text)
            lines = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
            rows = list(islice(lines, MAX_ROWS + 1))
        except csv.Error as error:
            raise UnreadableFile(f"not a table of values: {error}") from error
        writer = CanonicalWriter()
        first = _head_of(rows)
        for row in rows[:first]:
            writer.paragraph(" ".join(filter(None, row)))
        writer.table(rows[first:MAX_ROWS])
        if len(rows) > MAX_ROWS:
            writer.add_problems([f"only the first {MAX_ROWS:,} rows were read"])
        return writer.extracted(problems=decoded.problems).required()


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
