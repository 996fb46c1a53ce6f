"""Counts the audit log, by DuckDB over its monthly files."""

from collections.abc import Mapping
from datetime import UTC, date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtui_core.history.audit_log import statistics_queries
from ragtui_core.history.audit_log.log_table import log_table
from ragtui_core.history.audit_log.monthly_files import month_files
from ragtui_core.history.audit_log.rephrasing import (
    LoggedQuestion,
    rephrasings,
)
from ragtui_core.history.audit_log.statistics_types import (
    CitedDocument,
    Day,
    Latency,
    Outcomes,
    ProviderFigures,
    Rephrasing,
    SearchFigures,
    Statistics,
    UnansweredQuestion,
    VerdictShare,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def statistics(
    directory: Path, *, vault: str | None, days: int | None, today: date
) -> Statistics:
    """The statistics of the log in `directory`; empty without a log.

    Args:
        directory: The folder of the monthly files; it need not exist.
        vault: The real path of the vault to include; None includes all.
        days: Number of days to include, with today; None includes all.
        today: In UTC.

    Raises:
        StorageError: A file of the log cannot be read.
    """
    since = today - timedelta(days=days - 1) if days else None
    files = month_files(directory)
    if not files:
        return Statistics(vault, since)
    # As the audit log writes it: a path need not be Unicode.
    written = vault.encode("utf-8", "replace").decode() if vault else None
    with log_table(files, written, since) as table:
        latency, first_event = _rows(table, statistics_queries.LATENCIES)[0]
        return Statistics(
            vault=vault,
            since=since,
            outcomes=Outcomes(**_counts(table, "outcome")),
            by_day=_by_day(_counts(table, "asked::DATE"), since, today),
            latency_ms=_latency(latency),
            first_event_ms=_latency(first_event),
            providers=_providers(table),
            errors=tuple(_rows(table, statistics_queries.ERRORS)),
            cited=tuple(
                CitedDocument(*c) for c in _rows(table, statistics_queries.CITED)
            ),
            verdicts=tuple(
                VerdictShare(*row) for row in _rows(table, statistics_queries.VERDICTS)
            ),
            unanswered=tuple(
                UnansweredQuestion(vault, question, times, last.replace(tzinfo=UTC))
                for vault, question, times, last in _rows(
                    table, statistics_queries.UNANSWERED
                )
            ),
            rephrased=_rephrased(table),
            searches=_searches(table),
            damaged=_damaged(table),
        )


def _rows(table: "DuckDBPyConnection", query: str) -> list[tuple[Any, ...]]:
    return table.execute(query).fetchall()


def _counts(table: "DuckDBPyConnection", column: str) -> dict[Any, int]:
    """The number of exchanges by the values of `column`."""
    return dict(_rows(table, f"SELECT {column}, count(*) FROM exchange GROUP BY 1"))


def _latency(quantiles: list[float] | None) -> Latency | None:
    return Latency(*quantiles) if quantiles else None


def _by_day(
    counts: Mapping[date, int], since: date | None, today: date
) -> tuple[Day, ...]:
    if not counts:
        return ()
    first, last = since or min(counts), max([*counts, today])
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return tuple(Day(day, counts.get(day, 0)) for day in days)


def _providers(table: "DuckDBPyConnection") -> tuple[ProviderFigures, ...]:
    tokens: dict[tuple[str, str], dict[str, int]] = {}
    for provider, model, name, count in _rows(table, statistics_queries.TOKENS):
        tokens.setdefault((provider, model), {})[name] = count
    return tuple(
        ProviderFigures(
            provider,
            model,
            questions,
            _latency(latency),
            tokens.get((provider, model), {}),
        )
        for provider, model, questions, latency in _rows(
            table, statistics_queries.PROVIDERS
        )
    )


def _rephrased(table: "DuckDBPyConnection") -> tuple[Rephrasing, ...]:
    found = rephrasings(
        LoggedQuestion(vault, at.replace(tzinfo=UTC), question)
        for vault, at, question in _rows(table, statistics_queries.IN_ORDER)
    )
    return tuple(sorted(found, key=lambda each: each.first, reverse=True))


def _searches(table: "DuckDBPyConnection") -> SearchFigures:
    searches, empty, weak, relaxed, latency = _rows(table, statistics_queries.SEARCHES)[
        0
    ]
    return SearchFigures(searches, empty, weak, relaxed, _latency(latency))


def _damaged(table: "DuckDBPyConnection") -> int:
    broken = "SELECT count(*) FROM line WHERE kind IS NULL OR asked IS NULL"
    count: int = _rows(table, broken)[0][0]
    return count
