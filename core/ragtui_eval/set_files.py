"""Reads the files of query sets; each error names the file and the location in it."""

import hashlib
import json
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
from ragtui_core.settings import named_nearest


@dataclass(frozen=True, slots=True)
class Row:
    """A table of a TOML file, or the JSON object of a line, and its location.

    Every method raises an EvaluationError that begins with the location if a value is
    not of the kind that it returns.
    """

    values: Mapping[str, Any]
    location: str
    """Where the row is, such as `FILE, line 12`."""

    def error(self, problem: str) -> EvaluationError:
        """The error that says what is wrong at this location."""
        return EvaluationError(f"{self.location}: {problem}")

    def check_keys(self, known: Collection[str]) -> None:
        """Reject other keys than `known`, naming the nearest known one."""
        for key in self.values:
            if key not in known:
                unknown = f"unknown key {named_nearest(key, known)}"
                raise self.error(f"{unknown} (known: {', '.join(known)})")

    def text(self, key: str, default: str | None = None) -> str:
        """The text under `key`, which must not be blank; a default may be missing."""
        value = self.values.get(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self.error(
                f"{key!r} must be a text that is not empty: add or change it"
            )
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """The list of texts under `key`; none if it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(t, str) for t in value):
            raise self.error(f"{key!r} must be a list of texts")
        return tuple(value)


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


def toml_table(file: Path) -> Row:
    """The tables of a TOML file.

    Raises:
        EvaluationError: It cannot be read, or is not TOML.
    """
    try:
        return Row(tomllib.loads(file.read_text("utf-8-sig")), str(file))
    except RecursionError as error:
        raise EvaluationError(f"{file} is nested too deeply for a query set") from error
    except ValueError as error:  # also text that is not UTF-8
        raise EvaluationError(f"{file} is not valid TOML: {error}") from error
    except OSError as error:
        raise unreadable(file, error) from error


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
