"""Reads a golden set: a TOML file of queries that people judged on their own vault.

name = "my notes"
today = 2026-03-01          # optional

[[query]]
id = "valve"
text = "which valve did we order"
relevant = { "purchases/2025.md" = 2, "mail/offer.md" = 1 }
filters = ["tag:oxygen"]    # optional
at = "projects/pump.md:12"  # optional

[[query]]
id = "nothing"
text = "the price of tea"
unanswerable = true
"""

from pathlib import Path

from ragtui_core import CurrentLocation, EvaluationError
from ragtui_eval.query_set import EvaluationQuery, QuerySet
from ragtui_eval.toml_tables import check_keys, date_of, parsed, text_at

_KEYS = ("name", "today", "query")
_QUERY_KEYS = ("id", "text", "relevant", "unanswerable", "filters", "at")


def load_golden(file: Path) -> QuerySet:
    """The judged queries of `file`.

    Raises:
        EvaluationError: It is missing, is not TOML, or has wrong values;
            the message names the file and the query.
    """
    table = parsed(file)
    check_keys(table, _KEYS, str(file))
    rows = table.get("query")
    if not isinstance(rows, list) or not rows:
        raise EvaluationError(f"{file} has no queries: add a [[query]] table")
    queries = tuple(
        _query(row, _place_of(file, row, n)) for n, row in enumerate(rows, 1)
    )
    seen: set[str] = set()
    for query in queries:
        if query.id in seen:
            raise EvaluationError(f"{file}: two queries have the id {query.id!r}")
        seen.add(query.id)
    return QuerySet(text_at(table, "name", str(file)), queries, date_of(table, file))


def _place_of(file: Path, row: object, number: int) -> str:
    named = row.get("id") if isinstance(row, dict) else None
    return f"{file}, query {named!r}" if named else f"{file}, query {number}"


def _query(row: object, place: str) -> EvaluationQuery:
    if not isinstance(row, dict):
        raise EvaluationError(f"{place}: a query must be a [[query]] table")
    check_keys(row, _QUERY_KEYS, place)
    unanswerable = row.get("unanswerable", False)
    if not isinstance(unanswerable, bool):
        raise EvaluationError(f"{place}: 'unanswerable' must be true or false")
    relevant = _relevant(row.get("relevant", {}), place)
    if unanswerable == bool(relevant):
        raise EvaluationError(
            f"{place}: give either relevant documents, with grades above 0, or "
            f"unanswerable = true{', not both' if unanswerable else ''}"
        )
    return EvaluationQuery(
        id=text_at(row, "id", place),
        text=text_at(row, "text", place),
        relevant=relevant,
        unanswerable=unanswerable,
        filters=_filters(row.get("filters", []), place),
        at=_at(row["at"], place) if "at" in row else None,
    )


def _relevant(value: object, place: str) -> dict[str, int]:
    """The documents with a grade above 0; a grade of 0 says "judged, not relevant"."""
    if not isinstance(value, dict):
        raise EvaluationError(f"{place}: 'relevant' must be a table of path = grade")
    for path, grade in value.items():
        if not isinstance(grade, int) or isinstance(grade, bool) or grade < 0:
            raise EvaluationError(
                f"{place}: the grade of {path!r} must be a whole number such as 1"
            )
    return {path: grade for path, grade in value.items() if grade > 0}


def _filters(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise EvaluationError(
            f"{place}: 'filters' must be texts such as [\"tag:oxygen\"]"
        )
    return tuple(value)


def _at(value: object, place: str) -> CurrentLocation:
    if not isinstance(value, str) or not value.strip():
        raise EvaluationError(f"{place}: 'at' must be FILE or FILE:LINE")
    path, _, line = value.rpartition(":")
    if path and line.isdecimal() and int(line) > 0:
        return CurrentLocation(path, int(line))
    return CurrentLocation(value)
