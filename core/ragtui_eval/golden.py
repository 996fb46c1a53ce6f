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

import difflib
import tomllib
from collections.abc import Collection, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from ragtui_core import CurrentLocation, EvaluationError
from ragtui_eval.fingerprint import unreadable
from ragtui_eval.query_set import EvaluationQuery, QuerySet

_KEYS = ("name", "today", "query")
_QUERY_KEYS = ("id", "text", "relevant", "unanswerable", "filters", "at")


def load_golden(file: Path) -> QuerySet:
    """The judged queries of `file`.

    Raises:
        EvaluationError: It is missing, no TOML, or says something that does not fit;
            the message names the file and the query.
    """
    table = _parsed(file)
    _check_keys(table, _KEYS, str(file))
    rows = table.get("query")
    if not isinstance(rows, list) or not rows:
        raise EvaluationError(f"{file} holds no queries: add a [[query]] table")
    queries = tuple(
        _query(row, _place_of(file, row, n)) for n, row in enumerate(rows, 1)
    )
    seen: set[str] = set()
    for query in queries:
        if query.id in seen:
            raise EvaluationError(f"{file}: two queries have the id {query.id!r}")
        seen.add(query.id)
    return QuerySet(_text(table, "name", str(file)), queries, _today(table, file))


def _parsed(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except RecursionError as error:
        raise EvaluationError(f"{file} is nested too deeply for a query set") from error
    except ValueError as error:  # also what is no UTF-8
        raise EvaluationError(f"{file} is not valid TOML: {error}") from error
    except OSError as error:
        raise unreadable(file, error) from error


def _today(table: Mapping[str, Any], file: Path) -> date | None:
    today = table.get("today")
    if today is None:
        return None
    if not isinstance(today, date) or isinstance(today, datetime):
        raise EvaluationError(f"{file}: 'today' must be a date such as 2026-03-01")
    return today


def _place_of(file: Path, row: object, number: int) -> str:
    named = row.get("id") if isinstance(row, dict) else None
    return f"{file}, query {named!r}" if named else f"{file}, query {number}"


def _query(row: object, place: str) -> EvaluationQuery:
    if not isinstance(row, dict):
        raise EvaluationError(f"{place}: a query must be a [[query]] table")
    _check_keys(row, _QUERY_KEYS, place)
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
        id=_text(row, "id", place),
        text=_text(row, "text", place),
        relevant=relevant,
        unanswerable=unanswerable,
        filters=_filters(row.get("filters", []), place),
        at=_at(row["at"], place) if "at" in row else None,
    )


def _check_keys(table: Mapping[str, Any], known: Collection[str], place: str) -> None:
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"use {', '.join(known)}"
            raise EvaluationError(f"{place}: unknown key {key!r}: {hint}")


def _text(table: Mapping[str, Any], key: str, place: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise EvaluationError(
            f"{place}: {key!r} must be given, a text that says something"
        )
    return value


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
