"""Counts the audit log, by DuckDB over its monthly files.

Table `exchange` has a row per question, `search` one per search.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragtui_core.answer_events import CANCELLED, NO_ANSWER
from ragtui_core.citations.citation import Verdict
from ragtui_core.errors import StorageError
from ragtui_core.history.record_tables import record_table
from ragtui_core.history.statistics import (
    CitedDocument,
    Day,
    Latency,
    LoggedQuestion,
    Outcomes,
    ProviderFigures,
    SearchFigures,
    Statistics,
    UnansweredQuestion,
    VerdictShare,
    rephrasings,
)
from ragtui_core.text.sanitizing import without_surrogates

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_TEXTS = ("vault", "question", "answer", "provider", "model", "error")
_COLUMNS = {
    **dict.fromkeys(("kind", "time", *_TEXTS, "confidence", "relaxed"), "VARCHAR"),
    **dict.fromkeys(("latency_ms", "first_event_ms", "hits"), "DOUBLE"),
    "citations": "STRUCT(path VARCHAR, verdict VARCHAR)[]",
    "usage": "MAP(VARCHAR, BIGINT)",
}

_ASKED = 'try_cast("time" AS TIMESTAMP)'
"""Null in a line that is damaged or not a record."""

_COUNTED = f"""
    {_ASKED} IS NOT NULL
    AND ($vault::VARCHAR IS NULL OR vault = $vault)
    AND ($since::DATE IS NULL OR {_ASKED} >= $since)
"""

_EXCHANGES = f"""
    CREATE TABLE exchange AS
    SELECT
        * EXCLUDE ({", ".join(_TEXTS)}),
        {_ASKED} AS asked,
        coalesce(COLUMNS({list(_TEXTS)}), ''),
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

_IS_COMPLETE = "outcome IN ('answered', 'unanswered')"

_LATENCIES = f"""
    SELECT quantile_cont(latency_ms, [0.5, 0.95]),
        quantile_cont(first_event_ms, [0.5, 0.95])
    FROM exchange WHERE {_IS_COMPLETE}
"""

_PROVIDERS = f"""
    SELECT provider, model, count(*) AS questions,
        quantile_cont(latency_ms, [0.5, 0.95]) FILTER ({_IS_COMPLETE}),
        list("usage")
    FROM exchange GROUP BY provider, model ORDER BY questions DESC, provider, model
"""

_ERRORS = """
    SELECT "error", count(*) AS times FROM exchange WHERE outcome = 'failed'
    GROUP BY "error" ORDER BY times DESC, "error"
"""

_CITED = """
    SELECT vault, cited.path, count(*) AS citations, count(DISTINCT id) AS questions
    FROM (SELECT rowid AS id, vault, unnest(citations) AS cited FROM exchange)
    WHERE cited.path IS NOT NULL
    GROUP BY ALL ORDER BY questions DESC, citations DESC, vault, cited.path
"""

_VERDICTS = """
    SELECT cited.verdict, count(*) AS citations,
        round(count(*) / sum(count(*)) OVER (), 4)
    FROM (SELECT unnest(citations) AS cited FROM exchange)
    WHERE cited.verdict IS NOT NULL
    GROUP BY ALL ORDER BY citations DESC, cited.verdict
"""

_UNANSWERED = """
    SELECT vault, question, count(*), max(asked) AS last
    FROM exchange WHERE outcome = 'unanswered'
    GROUP BY vault, question ORDER BY last DESC, vault, question
"""

_IN_ORDER = "SELECT vault, asked, question FROM exchange ORDER BY vault, asked, rowid"

_SEARCH_FIGURES = """
    SELECT count(*), count(*) FILTER (hits = 0),
        count(*) FILTER (hits > 0 AND confidence = 'low'),
        count(*) FILTER (relaxed <> ''),
        quantile_cont(latency_ms, [0.5, 0.95])
    FROM search
"""

_DAMAGED = f"SELECT count(*) FROM line WHERE kind IS NULL OR {_ASKED} IS NULL"


def statistics_of(
    files: Sequence[Path], vault: Path | None, *, days: int | None, today: date
) -> Statistics:
    """The statistics of a log; empty without a file.

    Args:
        files: The monthly files.
        vault: The real path of the vault to include; None includes all.
        days: Number of days to include, with today; None includes all.
        today: In UTC.

    Raises:
        StorageError: A file of the log cannot be read.
    """
    since = today - timedelta(days=days - 1) if days else None
    found = Statistics(str(vault) if vault else None, since)
    if not files:
        return found
    with _log_tables(files, found) as connection:

        def rows(query: str) -> list[tuple[Any, ...]]:
            return connection.execute(query).fetchall()

        def counts(column: str) -> dict[Any, int]:
            return dict(rows(f"SELECT {column}, count(*) FROM exchange GROUP BY 1"))

        latency, first_event = rows(_LATENCIES)[0]
        searches, empty, weak, relaxed, search_latency = rows(_SEARCH_FIGURES)[0]
        asked = (
            LoggedQuestion(v, at.replace(tzinfo=UTC), q) for v, at, q in rows(_IN_ORDER)
        )
        return replace(
            found,
            outcomes=Outcomes(**counts("outcome")),
            by_day=_by_day(counts("asked::DATE"), since, today),
            latency_ms=_latency(latency),
            first_event_ms=_latency(first_event),
            providers=tuple(starmap(_provider, rows(_PROVIDERS))),
            errors=tuple(rows(_ERRORS)),
            cited=tuple(starmap(CitedDocument, rows(_CITED))),
            verdicts=tuple(starmap(VerdictShare, rows(_VERDICTS))),
            unanswered=tuple(starmap(_unanswered, rows(_UNANSWERED))),
            rephrased=tuple(
                sorted(rephrasings(asked), key=lambda r: r.first, reverse=True)
            ),
            searches=SearchFigures(
                searches, empty, weak, relaxed, _latency(search_latency)
            ),
            damaged=rows(_DAMAGED)[0][0],
        )


@contextmanager
def _log_tables(
    files: Sequence[Path], counted: Statistics
) -> "Iterator[DuckDBPyConnection]":
    """A connection to the tables, of the vault and the days of `counted`."""
    # As the audit log writes it: a path need not be Unicode.
    vault = without_surrogates(counted.vault) if counted.vault else None
    included = {"vault": vault, "since": counted.since}
    outcomes = {
        "cancelled": CANCELLED,
        "verified": [verdict.value for verdict in Verdict if verdict.verified],
        "no_answer": NO_ANSWER.rstrip("."),
    }
    try:
        with record_table(files, _COLUMNS) as connection:
            connection.execute(_EXCHANGES, included | outcomes)
            connection.execute(_SEARCHES, included)
            yield connection
    except OSError as error:
        raise StorageError(
            f"the audit log in {files[0].parent} cannot be read: "
            f"{error.strerror or error}"
        ) from error


def _by_day(
    counts: Mapping[date, int], since: date | None, today: date
) -> tuple[Day, ...]:
    if not counts:
        return ()
    first, last = since or min(counts), max([*counts, today])
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return tuple(Day(day, counts.get(day, 0)) for day in days)


def _provider(
    provider: str,
    model: str,
    questions: int,
    latency: list[float] | None,
    usages: Iterable[Mapping[str, int | None] | None],
) -> ProviderFigures:
    tokens: Counter[str] = Counter()
    for usage in filter(None, usages):
        tokens.update({name: n for name, n in usage.items() if n is not None})
    latency_ms = _latency(latency)
    in_order = dict(sorted(tokens.items()))
    return ProviderFigures(provider, model, questions, latency_ms, in_order)


def _unanswered(
    vault: str, question: str, times: int, last: datetime
) -> UnansweredQuestion:
    return UnansweredQuestion(vault, question, times, last.replace(tzinfo=UTC))


def _latency(quantiles: Iterable[float] | None) -> Latency | None:
    return Latency(*(round(each, 1) for each in quantiles)) if quantiles else None
