"""DuckDB in memory, over JSON lines files: no database file, no extension, no network.

DuckDB can download and load extensions by itself when a query mentions what one of
them offers. JSON is built into its wheels, so nothing that ragtui asks needs one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_persistent_secrets": "false",
    "temp_directory": "",
}
"""No extension is fetched or read from `~/.duckdb`, and no query spills to the disk."""


def in_memory_connection() -> "DuckDBPyConnection":
    """A new connection to an empty database in memory; the caller closes it."""
    import duckdb

    return duckdb.connect(config=_SETTINGS)
