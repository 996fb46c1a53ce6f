"""Lists the evaluations of the past."""

from dataclasses import dataclass
from pathlib import Path

from ragtui_eval.record_lines import scan
from ragtui_eval.record_table import HistoryRow, rows


@dataclass(frozen=True, slots=True)
class History:
    """Evaluations, newest first, and the lines of the file that are broken."""

    rows: tuple[HistoryRow, ...]
    broken: tuple[str, ...]


def list_evaluations(path: Path, limit: int) -> History:
    """The last `limit` evaluations in the file, newest first; none is no error.

    Raises:
        EvaluationError: The file cannot be read.
    """
    lines = scan(path)
    newest = lines.ids[-limit:] if limit > 0 else ()
    return History(tuple(reversed(rows(path, lines, newest))), lines.broken)
