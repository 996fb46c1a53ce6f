"""Reads the files of query sets; each error names the file and the place in it."""

import difflib
import hashlib
import json
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError

Row = Mapping[str, Any]
"""A table of a TOML file, or the JSON object of a line."""


def json_objects(file: Path) -> Iterator[tuple[str, Row]]:
    """The object of each line that is not blank, with its place ("FILE, line N").

    Raises:
        EvaluationError: The file cannot be read, or a line is not a JSON object.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    place = f"{file}, line {number}"
                    yield place, _json_object(line, place)
    except OSError as error:
        raise unreadable(file, error) from error


def _json_object(line: bytes, place: str) -> Row:
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


def toml_table(file: Path) -> Row:
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


def check_keys(table: Row, known: Collection[str], place: str) -> None:
    """Reject a table with other keys than `known`.

    Raises:
        EvaluationError: There is one; the message names the nearest known key.
    """
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"use {', '.join(known)}"
            raise EvaluationError(f"{place}: unknown key {key!r}: {hint}")


def text_at(table: Row, key: str, place: str) -> str:
    """The text under `key`, which must not be blank.

    Raises:
        EvaluationError: It is missing, blank or no text.
    """
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise EvaluationError(
            f"{place}: {key!r} must be a text that is not empty: add or change it"
        )
    return value


def sha256_of(files: Sequence[Path]) -> str:
    """The SHA-256, 64 hex digits, of the files' bytes one after the other.

    Raises:
        EvaluationError: One of them is missing or cannot be read.
    """
    digest = hashlib.sha256()
    for file in files:
        try:
            with file.open("rb") as stream:
                while part := stream.read(1 << 20):
                    digest.update(part)
        except OSError as error:
            raise unreadable(file, error) from error
    return digest.hexdigest()


def unreadable(file: Path, error: OSError) -> EvaluationError:
    """The error that says why `file` could not be read."""
    return EvaluationError(f"cannot read {file}: {error.strerror or error}")
