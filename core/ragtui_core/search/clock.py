"""The day by which ages are counted."""

from datetime import UTC, date, datetime


def utc_today() -> date:
    """The day by which a document's age is counted."""
    return datetime.now(UTC).date()
