"""Tables of values in text files: `.csv` and `.tsv`."""

import csv
import io
import re
from itertools import islice

from ragtui_core.documents.decoding import BYTE_ORDER_MARK, decode
from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter
from ragtui_core.documents.extraction.extracted import Extracted, OwnExtractor
from ragtui_core.errors import UnreadableFile

MAX_ROWS = 200_000
MAX_VALUE = 20_000_000
"""Characters of a value; more are in one whose quotation marks are never closed."""
_SAMPLE = 20_000
"""Characters by which the sign between values is told."""
_SIGNS = ",;\t|"
_NAMED = re.compile(r"\A\"?sep=([^\s\"]|\t)\"?\r?\n")
"""What Excel reads as the name of the sign."""


class ValuesExtractor(OwnExtractor, kind="values"):
    """Extracts tables of values; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """One table, whose first row has the heads."""
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
        writer.table(rows[:MAX_ROWS])
        if len(rows) > MAX_ROWS:
            writer.add_problems([f"only the first {MAX_ROWS:,} rows were read"])
        return writer.extracted(problems=decoded.problems).required()


def _sign(text: str) -> str:
    """The sign between values: named, or the one that the first lines have most of."""
    if named := _NAMED.match(text):
        return named[1]
    lines = text[:_SAMPLE].splitlines()[:20]
    return max(_SIGNS, key=lambda sign: sum(line.count(sign) for line in lines))
