"""Finds the records in the file of evaluations: which lines are sound, which are not.

A crash, a full disk or an editor may have broken a line. It is reported and passed
over; every other line counts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
from ragtui_eval.fingerprint import unreadable
from ragtui_eval.json_lines import parse_object, text_of

_LAST = re.compile(r"last(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class RecordLines:
    """The file's records, oldest first, and its broken lines."""

    ids: tuple[str, ...]
    broken: tuple[str, ...]
    """A sentence each, with the line's number, counted from 1."""
    longest: int
    """Bytes of the longest line."""


def scan(path: Path) -> RecordLines:
    """Look at every line; a file that does not exist has none.

    Raises:
        EvaluationError: The file is there but cannot be read.
    """
    ids: dict[str, None] = {}
    broken: list[str] = []
    longest = 0
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        lines = []
    except OSError as error:
        raise unreadable(path, error) from error
    for number, line in enumerate(lines, start=1):
        longest = max(longest, len(line))
        if line.strip():
            try:
                ids[_id_of(line, f"{path}, line {number}")] = None
            except EvaluationError as error:
                broken.append(str(error))
    return RecordLines(tuple(ids), tuple(broken), longest)


def resolve(name: str, ids: Sequence[str], path: Path) -> str:
    """The id that `name` means: an id, its unique beginning, `last` or `last-1`.

    Args:
        name: As typed; `last-1` is the record before the last one.
        ids: Oldest first.
        path: For messages.

    Raises:
        EvaluationError: No record, or more than one, answers to it.
    """
    if name in ids:
        return name
    if match := _LAST.fullmatch(name):
        back = int(match[1] or 0)
        if back < len(ids):
            return ids[-1 - back]
        raise EvaluationError(f"{path} has only {len(ids)} records: no {name!r}")
    found = [each for each in ids if name and each.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(found[:5])
        raise EvaluationError(f"{name!r} may be any of {several}: give more of the id")
    raise EvaluationError(
        f"{path} has no record {name!r}: `ragtui eval --history` lists them"
    )


def _id_of(line: bytes, place: str) -> str:
    """The record's id; only what `history` reads is checked."""
    record = parse_object(line, place)
    for key in ("at", "set", "system"):
        text_of(record, key, place)
    shapes = (
        _are_numbers(record.get("latency_ms")),
        _are_tables_of_numbers(record.get("metrics")),
        _are_tables_of_numbers(record.get("per_query")),
    )
    if not all(shapes):
        raise EvaluationError(f"{place}: this record is incomplete: remove the line")
    return text_of(record, "id", place)


def _are_tables_of_numbers(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_are_numbers, value.values()))


def _are_numbers(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(each, int | float) for each in value.values()
    )
