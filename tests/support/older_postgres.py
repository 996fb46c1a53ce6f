"""Schemas in PostgreSQL that older versions of ragtui have made."""

from __future__ import annotations

from pathlib import Path

_STEPS = Path(__file__).parent / "postgres_schemas"

VERSIONS = range(1, len(list(_STEPS.glob("*.sql"))) + 1)
"""The numbers of these schemas."""


def schema_of(version: int) -> str:
    """SQL that makes the schema of a version, in a database that has none."""
    steps = sorted(_STEPS.glob("*.sql"))[:version]
    made = "".join(step.read_text("utf-8") for step in steps)
    return (
        f"CREATE SCHEMA ragtui; SET search_path TO ragtui, public; {made}"
        "CREATE TABLE schema_version (version int NOT NULL);"
        f"INSERT INTO schema_version VALUES ({version});"
    )
