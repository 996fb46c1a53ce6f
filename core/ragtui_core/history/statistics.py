"""Statistics of the audit log: DuckDB counts its monthly files.

Every question has one outcome: *cancelled* if the user stopped it; else *failed* if
there was another error; else *unanswered* if no quotation was verified (`exact` or
`normalised`), or the answer says that there is no information; else *answered*.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypedDict, cast

from ragtui_core.answer_events import CANCELLED, NO_ANSWER
from ragtui_core.citations.citation import Verdict
from ragtui_core.errors import StorageError
from ragtui_core.history.json_lines_table import record_table
from ragtui_core.text.sanitizing import encodable


class Latency(TypedDict):
    """Percentiles of a latency in milliseconds."""

    p50: float
    p95: float


class Statistics(TypedDict):
    """The object that `ragtui stats --json` prints. Keys are only ever added.

    Days and times are of UTC, in ISO 8601; lists are ordered by importance, and
    `unanswered` begins with the newest. docs/commands.md has an example.
    """

    vault: str | None
    since: str | None
    questions: int
    outcomes: dict[str, int]
    by_day: list[dict[str, Any]]
    latency_ms: Latency | None
    first_event_ms: Latency | None
    providers: list[dict[str, Any]]
    errors: dict[str, int]
    cited: list[dict[str, Any]]
    verdicts: list[dict[str, Any]]
    unanswered: list[dict[str, Any]]
    damaged: int


def is_empty(counts: Statistics) -> bool:
    """Whether no question was counted."""
    return not counts["questions"]


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

_CITATIONS = """
    CREATE VIEW citation AS
    SELECT id, vault, quoted.path, quoted.verdict
    FROM (SELECT rowid AS id, vault, unnest(citations) AS quoted FROM exchange)
"""

_PERCENTILES = """
    CREATE MACRO percentiles(times) AS CASE WHEN count(times) > 0 THEN {
        p50: round(quantile_cont(times, 0.5), 1),
        p95: round(quantile_cont(times, 0.95), 1)
    } END
"""

_OUTCOMES = """
    count(*) AS questions,
    {
        answered: count(*) FILTER (outcome = 'answered'),
        unanswered: count(*) FILTER (outcome = 'unanswered'),
        failed: count(*) FILTER (outcome = 'failed'),
        cancelled: count(*) FILTER (outcome = 'cancelled')
    } AS outcomes,
    percentiles(complete_ms) AS latency_ms,
    percentiles(CASE WHEN complete_ms IS NOT NULL THEN first_event_ms END)
        AS first_event_ms
"""

_DAYS = """
    SELECT {day: strftime(day, '%Y-%m-%d'), questions: count(asked)} FROM (
        SELECT unnest(generate_series(
            coalesce($since::DATE, min(asked)::DATE),
            greatest($today::DATE, max(asked)::DATE),
            INTERVAL 1 DAY
        ))::DATE AS day
        FROM exchange HAVING count(*) > 0
    )
    LEFT JOIN exchange ON asked::DATE = day GROUP BY day ORDER BY day
"""
"""Every day from the first to today, those without a question included."""

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
    SELECT {
        provider: provider, model: model, questions: count(*),
        latency_ms: percentiles(complete_ms),
        tokens: coalesce(any_value(tokens), MAP {})
    }
    FROM exchange LEFT JOIN usages USING (provider, model)
    GROUP BY provider, model ORDER BY count(*) DESC, provider, model
"""
"""Empty names are unknown; the provider gives the names of its kinds of tokens."""

_ERRORS = """
    SELECT ("error", count(*)) FROM exchange WHERE outcome = 'failed'
    GROUP BY "error" ORDER BY count(*) DESC, "error"
"""

_CITED = """
    SELECT {
        vault: vault, path: path, citations: count(*), questions: count(DISTINCT id)
    }
    FROM citation WHERE path IS NOT NULL GROUP BY vault, path
    ORDER BY count(DISTINCT id) DESC, count(*) DESC, vault, path
"""

_VERDICTS = """
    SELECT {
        verdict: verdict, citations: count(*),
        share: round(count(*) / sum(count(*)) OVER (), 4)
    }
    FROM citation WHERE verdict IS NOT NULL
    GROUP BY verdict ORDER BY count(*) DESC, verdict
"""

_UNANSWERED = """
    SELECT {
        vault: vault, question: question, times: count(*),
        last: strftime(max(asked), '%Y-%m-%dT%H:%M:%S.%g+00:00')
    }
    FROM exchange WHERE outcome = 'unanswered'
    GROUP BY vault, question ORDER BY max(asked) DESC, vault, question
"""

_DAMAGED = f"SELECT count(*) FROM line WHERE kind IS NULL OR {_ASKED} IS NULL"

_FIGURES = f"""
    SELECT {_OUTCOMES},
        ARRAY({_DAYS}) AS by_day,
        ARRAY({_PROVIDERS}) AS providers,
        map_from_entries(ARRAY({_ERRORS})) AS errors,
        ARRAY({_CITED}) AS cited,
        ARRAY({_VERDICTS}) AS verdicts,
        ARRAY({_UNANSWERED}) AS unanswered,
        ({_DAMAGED}) AS damaged
    FROM exchange
"""


def statistics_of(
    files: Sequence[Path], vault: Path | None, *, days: int | None, today: date
) -> Statistics:
    """The statistics of a log.

    Of the questions about `vault`, or all, in the last `days`, or all, up to `today` in
    UTC.

    Raises:
        StorageError: A file of the log cannot be read.
    """
    since = today - timedelta(days=days - 1) if days else None
    # As the audit log writes it: a path need not be Unicode.
    included = {"vault": vault and encodable(str(vault)), "since": since}
    outcomes = {
        "cancelled": CANCELLED,
        "verified": [verdict.value for verdict in Verdict if verdict.verified],
        "no_answer": NO_ANSWER.rstrip("."),
    }
    try:
        with record_table(files, _COLUMNS) as connection:
            connection.execute(_EXCHANGES, included | outcomes)
            connection.execute(_CITATIONS)
            connection.execute(_PERCENTILES)
            cursor = connection.execute(_FIGURES, {"since": since, "today": today})
            names = [column[0] for column in cursor.description or ()]
            figures = dict(zip(names, cursor.fetchone() or (), strict=True))
    except OSError as error:
        reason = error.strerror or error
        raise StorageError(
            f"the audit log in {files[0].parent} cannot be read: {reason}"
        ) from error
    scope = {"vault": vault and str(vault), "since": since and since.isoformat()}
    return cast("Statistics", scope | figures)
