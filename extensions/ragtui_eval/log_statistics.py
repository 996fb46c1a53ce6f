"""Statistics of the audit log: DuckDB counts its monthly files.

Every question has one outcome: *cancelled* if the user stopped it; else *failed* if
there was another error; else *unanswered* if no quotation was verified (`exact` or
`normalised`), or the answer says that there is no information; else *answered*.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import cast

from ragtui_core import StorageError, Verdict
from ragtui_core.answer import CANCELLED, NO_ANSWER
from ragtui_core.history import Statistics
from ragtui_core.text import without_surrogates
from ragtui_eval.json_lines_table import record_table

_TEXTS = ("vault", "question", "answer", "provider", "model", "error")
_COLUMNS = {
    **dict.fromkeys(("kind", "time", *_TEXTS), "VARCHAR"),
    "latency_ms": "DOUBLE",
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

_OUTCOMES = """
    {
        answered: count(*) FILTER (outcome = 'answered'),
        unanswered: count(*) FILTER (outcome = 'unanswered'),
        failed: count(*) FILTER (outcome = 'failed'),
        cancelled: count(*) FILTER (outcome = 'cancelled')
    }
"""

_LATENCY = """
    SELECT CASE WHEN count(latency_ms) > 0 THEN {
        p50: round(quantile_cont(latency_ms, 0.5), 1),
        p95: round(quantile_cont(latency_ms, 0.95), 1)
    } END
    FROM exchange WHERE outcome IN ('answered', 'unanswered')
"""

_PROVIDERS = """
    SELECT {
        provider: provider, model: model, questions: count(*),
        tokens: coalesce(sum(list_sum(map_values("usage"))), 0)::BIGINT
    }
    FROM exchange GROUP BY provider, model ORDER BY count(*) DESC, provider, model
"""
"""Empty names are unknown; tokens of all kinds are added up."""

_CITED = """
    SELECT {
        vault: vault, path: quoted.path, citations: count(*),
        questions: count(DISTINCT id)
    }
    FROM (SELECT rowid AS id, vault, unnest(citations) AS quoted FROM exchange)
    WHERE quoted.path IS NOT NULL GROUP BY vault, quoted.path
    ORDER BY count(DISTINCT id) DESC, count(*) DESC, vault, quoted.path
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
    SELECT {_OUTCOMES} AS outcomes,
        ({_LATENCY}) AS latency_ms,
        ARRAY({_PROVIDERS}) AS providers,
        ARRAY({_CITED}) AS cited,
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
    included = {"vault": vault and without_surrogates(str(vault)), "since": since}
    outcomes = {
        "cancelled": CANCELLED,
        "verified": [verdict.value for verdict in Verdict if verdict.verified],
        "no_answer": NO_ANSWER.rstrip("."),
    }
    try:
        with record_table(files, _COLUMNS) as connection:
            connection.execute(_EXCHANGES, included | outcomes)
            cursor = connection.execute(_FIGURES)
            names = [column[0] for column in cursor.description or ()]
            figures = dict(zip(names, cursor.fetchone() or (), strict=True))
    except OSError as error:
        reason = error.strerror or error
        raise StorageError(
            f"the audit log in {files[0].parent} cannot be read: {reason}"
        ) from error
    scope = {"vault": vault and str(vault), "since": since and since.isoformat()}
    return cast("Statistics", scope | figures)
