"""Reads files of one JSON object a line, and says which line is wrong and how."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
from ragtui_eval.fingerprint import unreadable


def objects(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each line's object, with its place ("FILE, line N") for messages.

    Blank lines are passed over.

    Raises:
        EvaluationError: The file cannot be read, or a line is not a JSON object.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    place = f"{file}, line {number}"
                    yield place, parse_object(line, place)
    except OSError as error:
        raise unreadable(file, error) from error


def parse_object(line: bytes, place: str) -> dict[str, Any]:
    """The JSON object in `line`.

    Raises:
        EvaluationError: It contains something else; the message begins with `place`.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvaluationError(
            f"{place}: this is not JSON ({error}): fix or remove the line"
        ) from error
    if not isinstance(value, dict):
        raise EvaluationError(
            f"{place}: this is not a JSON object: fix or remove the line"
        )
    return value


def text_of(row: Mapping[str, Any], key: str, place: str) -> str:
    """The text under `key`, which must not be blank.

    Raises:
        EvaluationError: It is missing, blank or no text.
    """
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise EvaluationError(
            f"{place}: {key!r} must be a text that is not empty: add it or remove "
            "the line"
        )
    return value
