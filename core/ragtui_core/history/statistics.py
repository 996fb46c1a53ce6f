"""What an extension counts in the audit log."""

from typing import Any, TypedDict


class Statistics(TypedDict):
    """The object that `ragtui stats --json` prints. Keys are only ever added.

    Days and times are of UTC, in ISO 8601; lists are ordered by importance, and
    `unanswered` begins with the newest. docs/commands.md has an example.
    """

    vault: str | None
    since: str | None
    outcomes: dict[str, int]
    latency_ms: dict[str, float] | None
    providers: list[dict[str, Any]]
    cited: list[dict[str, Any]]
    unanswered: list[dict[str, Any]]
    damaged: int


def count_questions(counts: Statistics) -> int:
    """The number of questions, whatever came of them."""
    return sum(counts["outcomes"].values())


def is_empty(counts: Statistics) -> bool:
    """Whether no question was counted."""
    return not count_questions(counts)
