"""Reads the tables of a TOML file of queries; errors name the file and the table."""

import difflib
import tomllib
from collections.abc import Collection, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
from ragtui_eval.fingerprint import unreadable


def parsed(file: Path) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        EvaluationError: It cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except RecursionError as error:
        raise EvaluationError(f"{file} is nested too deeply for a query set") from error
    except ValueError as error:  # also text that is not UTF-8
        raise EvaluationError(f"{file} is not valid TOML: {error}") from error
    except OSError as error:
        raise unreadable(file, error) from error


def check_keys(table: Mapping[str, Any], known: Collection[str], place: str) -> None:
    """Reject a table with other keys.

    Raises:
        EvaluationError: There is one; the message names the nearest known key.
    """
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"use {', '.join(known)}"
            raise EvaluationError(f"{place}: unknown key {key!r}: {hint}")


def text_at(table: Mapping[str, Any], key: str, place: str) -> str:
    """A text that must be given.

    Raises:
        EvaluationError: It is missing, empty or no text.
    """
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise EvaluationError(
            f"{place}: {key!r} must be given, a text that is not empty"
        )
    return value


def date_of(table: Mapping[str, Any], file: Path) -> date | None:
    """The key `today` of a set.

    Raises:
        EvaluationError: It is not a date.
    """
    today = table.get("today")
    if today is None:
        return None
    if not isinstance(today, date) or isinstance(today, datetime):
        raise EvaluationError(f"{file}: 'today' must be a date such as 2026-03-01")
    return today
