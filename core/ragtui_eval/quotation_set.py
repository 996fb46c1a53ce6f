"""Reads a set of located quotations: a JSON object per line.

{"id": "q1", "query": "how often is the filter rinsed", "kind": "question",
 "file": "manual.pdf", "place": {"page": 12}, "heading_path": ["Care", "Filter"],
 "quote": "Rinse the filter every week"}

`file` is relative to the vault. `place` counts pages or slides from 1 and is empty in
documents without them; `heading_path` and `kind`, a group of queries, are optional.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
from ragtui_eval.json_lines import objects, text_of
from ragtui_eval.query_set import EvaluationQuery, QuerySet


@dataclass(frozen=True, slots=True)
class LocatedQuotation:
    """A query, and the words of a file that answer it.

    `number` is that of the page or slide; 0 if the file has none.
    """

    id: str
    query: str
    group: str
    file: str
    number: int
    heading_path: tuple[str, ...]
    quote: str


def load_quotations(file: Path) -> list[LocatedQuotation]:
    """The quotations of a file.

    Raises:
        EvaluationError: It cannot be read, is empty, or a line is wrong; the message
            names the line.
    """
    found = [_quotation(row, place) for place, row in objects(file)]
    if not found:
        raise EvaluationError(f"{file} has no queries: add a line for each")
    return found


def queries_of(quotations: Sequence[LocatedQuotation], name: str) -> QuerySet:
    """The queries as judged ones: each is answered by one file."""
    return QuerySet(
        name,
        tuple(
            EvaluationQuery(id=each.id, text=each.query, relevant={each.file: 1})
            for each in quotations
        ),
    )


def _quotation(row: Mapping[str, Any], place: str) -> LocatedQuotation:
    headings = row.get("heading_path", [])
    if not isinstance(headings, list) or not all(isinstance(h, str) for h in headings):
        raise EvaluationError(f"{place}: 'heading_path' must be a list of texts")
    return LocatedQuotation(
        id=text_of(row, "id", place),
        query=text_of(row, "query", place),
        group=text_of({"kind": "query", **row}, "kind", place),
        file=text_of(row, "file", place),
        number=_number(row.get("place", {}), place),
        heading_path=tuple(headings),
        quote=text_of(row, "quote", place),
    )


def _number(place: object, where: str) -> int:
    if isinstance(place, dict) and len(place) <= 1:
        (number,) = place.values() or (0,)
        if isinstance(number, int) and not isinstance(number, bool):
            return number
    raise EvaluationError(
        f"{where}: 'place' must be empty or one number such as {{\"page\": 12}}"
    )
