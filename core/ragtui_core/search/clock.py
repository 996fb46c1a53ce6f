"""The reference day for document ages."""

from datetime import UTC, date, datetime


def utc_today() -> date:
    """Today in UTC, from which the age of a document is computed."""
    return datetime.now(UTC).date()
