"""The audit log as tables that DuckDB holds in memory.

Table `exchange` has one row per question, `search` one per search, `line` one per line
of the files. No database file is made, and there is no network access.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from ragtui_core.answer_events import NO_ANSWER
from ragtui_core.citations.citation import Verdict
from ragtui_core.errors import StorageError
from ragtui_core.history.audit_log.record_builder import CANCELLED
from ragtui_core.history.in_memory_tables import in_memory_connection

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_LINES = """
    CREATE TABLE line AS
    SELECT *, try_cast("time" AS TIMESTAMP) AS asked
    FROM read_json(
        $paths,
        format = 'newline_delimited',
        ignore_errors = true,
        maximum_object_size = $max_bytes,
        columns = {
            kind: 'VARCHAR',
            "time": 'VARCHAR',
            vault: 'VARCHAR',
            question: 'VARCHAR',
            answer: 'VARCHAR',
            citations: 'STRUCT(path VARCHAR, verdict VARCHAR)[]',
            provider: 'VARCHAR',
            model: 'VARCHAR',
            "usage": 'MAP(VARCHAR, BIGINT)',
            latency_ms: 'DOUBLE',
            first_event_ms: 'DOUBLE',
            "error": 'VARCHAR',
            hits: 'BIGINT',
            confidence: 'VARCHAR',
            relaxed: 'VARCHAR'
        }
    )
"""
"""Lines that are damaged or not records have no `kind` or no `asked`."""

_COUNTED = """
    asked IS NOT NULL
    AND ($vault::VARCHAR IS NULL OR vault = $vault)
    AND ($since::DATE IS NULL OR asked >= $since)
"""

_EXCHANGES = f"""
    CREATE TABLE exchange AS
    SELECT
        row_number() OVER (ORDER BY asked) AS id,
        * REPLACE (
            coalesce(vault, '') AS vault,
            coalesce(question, '') AS question,
            coalesce(answer, '') AS answer,
            coalesce(provider, '') AS provider,
            coalesce(model, '') AS model,
            coalesce("error", '') AS "error"
        ),
        CASE
            WHEN "error" = $cancelled THEN 'cancelled'
            WHEN "error" <> '' THEN 'failed'
            WHEN list_has_any([c.verdict FOR c IN citations], $verified)
                AND NOT contains(replace(answer, chr(8217), ''''), $no_answer)
            THEN 'answered'
            ELSE 'unanswered'
        END AS outcome
    FROM line
    WHERE kind = 'ask' AND {_COUNTED}
"""

_SEARCHES = f"""
    CREATE TABLE search AS SELECT * FROM line WHERE kind = 'search' AND {_COUNTED}
"""

_DEFAULT_MAX_BYTES = 16 << 20
"""DuckDB's own limit on a line's bytes."""


@contextmanager
def log_table(
    files: Sequence[Path], vault: str | None, since: date | None
) -> "Iterator[DuckDBPyConnection]":
    """A connection to the tables, of one vault or of all, from `since` on.

    Raises:
        StorageError: A file cannot be read.
    """
    import duckdb

    counted = {"vault": vault, "since": since}
    verdicts = {
        "cancelled": CANCELLED,
        "verified": [each.value for each in Verdict if each.verified],
        "no_answer": NO_ANSWER.rstrip("."),
    }
    try:
        max_bytes = max(_DEFAULT_MAX_BYTES, max(map(_longest_line, files)) + 1)
        with in_memory_connection() as connection:
            paths = [str(file) for file in files]
            connection.execute(_LINES, {"paths": paths, "max_bytes": max_bytes})
            connection.execute(_EXCHANGES, counted | verdicts)
            connection.execute(_SEARCHES, counted)
            yield connection
    except (OSError, duckdb.IOException) as error:
        reason = getattr(error, "strerror", None) or error
        raise StorageError(
            f"the audit log in {files[0].parent} cannot be read: {reason}"
        ) from error


def _longest_line(file: Path) -> int:
    with file.open("rb") as lines:
        return max(map(len, lines), default=0)
