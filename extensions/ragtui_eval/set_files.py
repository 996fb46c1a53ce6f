"""Reads the files of query sets; each error names the file and the location in it."""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
from ragtui_core.settings import named_nearest

_KINDS = {
    str: "a text that is not empty",
    bool: "true or false",
    list: "a list of texts",
    dict: "a table",
    date: "a date such as 2026-03-01",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A table of a TOML file, or the JSON object of a line, and its location."""

    values: Mapping[str, Any]
    location: str
    """Where the row is, such as `FILE, line 12`."""

    def error(self, problem: str) -> EvaluationError:
        """The error that says what is wrong at this location."""
        return EvaluationError(f"{self.location}: {problem}")

    def check_keys(self, known: Collection[str]) -> None:
        """Reject other keys than `known`, naming the nearest known one.

        Raises:
            EvaluationError: There is another one.
        """
        for key in self.values:
            if key not in known:
                unknown = f"unknown key {named_nearest(key, known)}"
                raise self.error(f"{unknown} (known: {', '.join(known)})")

    def value(self, key: str, kind: type, default: Any = None) -> Any:
        """The value under `key`, or the default if it is missing and there is one.

        Raises:
            EvaluationError: It is not of `kind`, a key of `_KINDS`.
        """
        value = self.values.get(key, default)
        fits = type(value) is kind or value is default is not None
        if kind is str:
            fits = fits and bool(value.strip())
        if kind is list:
            fits = fits and all(isinstance(text, str) for text in value)
        if not fits:
            raise self.error(f"{key!r} must be {_KINDS[kind]}")
        return value

    def text(self, key: str) -> str:
        """The text under `key`, which must be there and not blank."""
        return str(self.value(key, str))


def json_rows(file: Path) -> Iterator[Row]:
    """The object of each line that is not blank.

    Raises:
        EvaluationError: The file cannot be read, or a line is not a JSON object.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _json_row(line, f"{file}, line {number}")
    except OSError as error:
        raise unreadable(file, error) from error


def _json_row(line: bytes, location: str) -> Row:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvaluationError(
            f"{location}: this is not JSON ({error}): fix or remove the line"
        ) from error
    row = Row(value, location)
    if not isinstance(value, dict):
        raise row.error("this is not a JSON object: fix or remove the line")
    return row


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
