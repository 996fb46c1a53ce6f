"""Counts the audit log, by DuckDB over its monthly files.

Table `exchange` has a row per question, `search` one per search.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, timedelta
from itertools import starmap
from pathlib import Path
from typing import Any

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
        END AS outcome,
        CASE WHEN "error" = '' OR "error" IS NULL THEN latency_ms END AS complete_ms
    FROM line
    WHERE kind = 'ask' AND {_COUNTED}
"""

_SEARCHES = f"""
    CREATE TABLE search AS SELECT * FROM line WHERE kind = 'search' AND {_COUNTED}
"""

_PERCENTILES = """
    CREATE MACRO percentiles(times) AS
    list_transform(quantile_cont(times, [0.5, 0.95]), lambda time: round(time, 1))
"""

_OUTCOMES = "SELECT outcome, count(*) FROM exchange GROUP BY outcome"

_BY_DAY = """
    WITH days AS (
        SELECT unnest(generate_series(
            coalesce($since::DATE, min(asked)::DATE),
            greatest($today::DATE, max(asked)::DATE),
            INTERVAL 1 DAY
        ))::DATE AS day
        FROM exchange HAVING count(*) > 0
    )
    SELECT day, count(asked) FROM days LEFT JOIN exchange ON asked::DATE = day
    GROUP BY day ORDER BY day
"""

_LATENCIES = """
    SELECT percentiles(complete_ms),
        percentiles(CASE WHEN complete_ms IS NOT NULL THEN first_event_ms END)
    FROM exchange
"""

_PROVIDERS = """
    WITH kinds AS (
        SELECT provider, model, used.key AS kind, sum(used.value)::BIGINT AS tokens
        FROM (
            SELECT provider, model, unnest(map_entries("usage")) AS used FROM exchange
        )
        WHERE used.value IS NOT NULL GROUP BY ALL
    ), usages AS (
        SELECT provider, model,
            map(list(kind ORDER BY kind), list(tokens ORDER BY kind)) AS tokens
        FROM kinds GROUP BY ALL
    )
    SELECT provider, model, count(*) AS questions, percentiles(complete_ms),
        any_value(tokens)
    FROM exchange LEFT JOIN usages USING (provider, model)
    GROUP BY provider, model ORDER BY questions DESC, provider, model
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
        count(*) FILTER (relaxed <> ''), percentiles(latency_ms)
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
    try:
        return _counted(files, found, today)
    except OSError as error:
        reason = error.strerror or error
        raise StorageError(
            f"the audit log in {files[0].parent} cannot be read: {reason}"
        ) from error


def _counted(files: Sequence[Path], found: Statistics, today: date) -> Statistics:
    """What is in the files, of the vault and since the day of `found`."""
    # As the audit log writes it: a path need not be Unicode.
    vault = without_surrogates(found.vault) if found.vault else None
    included = {"vault": vault, "since": found.since}
    outcomes = {
        "cancelled": CANCELLED,
        "verified": [verdict.value for verdict in Verdict if verdict.verified],
        "no_answer": NO_ANSWER.rstrip("."),
    }
    with record_table(files, _COLUMNS) as connection:
        connection.execute(_PERCENTILES)
        connection.execute(_EXCHANGES, included | outcomes)
        connection.execute(_SEARCHES, included)

        def rows(query: str, **values: date | None) -> list[tuple[Any, ...]]:
            return connection.execute(query, values).fetchall()

        latency, first_event = rows(_LATENCIES)[0]
        searches, empty, weak, relaxed, search_latency = rows(_SEARCH_FIGURES)[0]
        asked = (
            LoggedQuestion(name, time.replace(tzinfo=UTC), question)
            for name, time, question in rows(_IN_ORDER)
        )
        rephrased = sorted(rephrasings(asked), key=lambda row: row.first, reverse=True)
        return replace(
            found,
            outcomes=Outcomes(**dict(rows(_OUTCOMES))),
            by_day=tuple(starmap(Day, rows(_BY_DAY, since=found.since, today=today))),
            latency_ms=_latency(latency),
            first_event_ms=_latency(first_event),
            providers=tuple(
                ProviderFigures(provider, model, count, _latency(times), tokens or {})
                for provider, model, count, times, tokens in rows(_PROVIDERS)
            ),
            errors=tuple(rows(_ERRORS)),
            cited=tuple(starmap(CitedDocument, rows(_CITED))),
            verdicts=tuple(starmap(VerdictShare, rows(_VERDICTS))),
            unanswered=tuple(
                UnansweredQuestion(name, question, times, last.replace(tzinfo=UTC))
                for name, question, times, last in rows(_UNANSWERED)
            ),
            rephrased=tuple(rephrased),
            searches=SearchFigures(
                searches, empty, weak, relaxed, _latency(search_latency)
            ),
            damaged=rows(_DAMAGED)[0][0],
        )


def _latency(percentiles: Sequence[float] | None) -> Latency | None:
    return Latency(*percentiles) if percentiles else None
