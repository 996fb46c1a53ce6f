"""Schemas in PostgreSQL that older versions of ragtui have made."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from ragtui_core.store.postgres.schema import SCHEMA_VERSION

_STEPS = Path(__file__).parent / "postgres_schemas"

VERSIONS = (1, 2, SCHEMA_VERSION - 1)
"""Schemas without and with rights, and one whose tables are as the present ones."""


def schema_of(version: int) -> str:
    """SQL that makes the schema of one of `VERSIONS`, in a database that has none."""
    present = resources.files("ragtui_core.store.postgres") / "schema.sql"
    steps = sorted(_STEPS.glob("*.sql"))[:version]
    former = "".join(step.read_text("utf-8") for step in steps)
    made = former if version <= len(steps) else present.read_text("utf-8")
    return (
        f"CREATE SCHEMA ragtui; SET search_path TO ragtui, public; {made}"
        "CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL);"
        f"INSERT INTO schema_version VALUES ({version});"
    )
