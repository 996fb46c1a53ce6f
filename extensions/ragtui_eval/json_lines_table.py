"""JSON Lines files as a table that DuckDB queries, in memory.

No database file is made, no extension is loaded, and nothing comes from the network.
"""

import atexit
import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_persistent_secrets": "false",
    "temp_directory": "",
}
"""DuckDB would download an extension by itself if a query mentioned it, read
`~/.duckdb`, and spill to the disk. JSON is built into its wheels."""

_DEFAULT_MAX_BYTES = 16 << 20
"""DuckDB's own limit on a line's bytes."""

_LINES = """
    INSERT INTO line SELECT * FROM read_json(
        $paths,
        columns = $columns,
        format = 'newline_delimited',
        ignore_errors = true,
        maximum_object_size = $max_bytes
    )
"""


@contextmanager
def record_table(
    files: Sequence[Path], columns: Mapping[str, str]
) -> "Iterator[DuckDBPyConnection]":
    """A connection with the table `line`: a row per line of the files, in order.

    Blank lines have none. A line that is damaged has nulls alone, and a value of
    another type than its column's is null. `columns` are DuckDB types by key; further
    keys are left out.

    Raises:
        OSError: A file is missing or cannot be read.
    """
    import duckdb

    # What is frozen when a process ends is not freed, and nanobind, with which DuckDB
    # is bound to Python, reports each such object.
    atexit.unregister(gc.unfreeze)
    atexit.register(gc.unfreeze)
    source = {
        "paths": [str(file) for file in files],
        "columns": dict(columns),
        "max_bytes": max((_DEFAULT_MAX_BYTES, *map(_longest_line, files))) + 1,
    }
    fields = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
    with duckdb.connect(config=_SETTINGS) as connection:
        connection.execute(f"CREATE TABLE line ({fields})")
        try:
            if files:
                connection.execute(_LINES, source)
        except duckdb.IOException as error:
            raise OSError(str(error)) from error
        yield connection


def _longest_line(file: Path) -> int:
    with file.open("rb") as lines:
        return max(map(len, lines), default=0)
