"""DuckDB queries on the tables of `log_table`; latencies as [p50, p95]."""

_IS_COMPLETE = "outcome IN ('answered', 'unanswered')"

LATENCIES = f"""
    SELECT quantile_cont(latency_ms, [0.5, 0.95]),
        quantile_cont(first_event_ms, [0.5, 0.95])
    FROM exchange WHERE {_IS_COMPLETE}
"""

PROVIDERS = f"""
    SELECT provider, model, count(*) AS questions,
        quantile_cont(latency_ms, [0.5, 0.95]) FILTER ({_IS_COMPLETE})
    FROM exchange GROUP BY provider, model ORDER BY questions DESC, provider, model
"""

TOKENS = """
    SELECT provider, model, counted."key", sum(counted."value")::BIGINT
    FROM (SELECT provider, model, unnest(map_entries("usage")) AS counted FROM exchange)
    WHERE counted."value" IS NOT NULL
    GROUP BY ALL ORDER BY ALL
"""

CITED = """
    SELECT vault, cited.path, count(*) AS citations, count(DISTINCT id) AS questions
    FROM (SELECT id, vault, unnest(citations) AS cited FROM exchange)
    WHERE cited.path IS NOT NULL
    GROUP BY ALL ORDER BY questions DESC, citations DESC, vault, cited.path
"""

VERDICTS = """
    SELECT cited.verdict, count(*) AS citations, count(*) / sum(count(*)) OVER ()
    FROM (SELECT unnest(citations) AS cited FROM exchange)
    WHERE cited.verdict IS NOT NULL
    GROUP BY ALL ORDER BY citations DESC, cited.verdict
"""

UNANSWERED = """
    SELECT vault, question, count(*), max(asked) AS last
    FROM exchange WHERE outcome = 'unanswered'
    GROUP BY vault, question ORDER BY last DESC, vault, question
"""

SEARCHES = """
    SELECT count(*), count(*) FILTER (hits = 0),
        count(*) FILTER (hits > 0 AND confidence = 'low'),
        count(*) FILTER (relaxed <> ''),
        quantile_cont(latency_ms, [0.5, 0.95])
    FROM search
"""

ERRORS = """
    SELECT "error", count(*) AS times FROM exchange WHERE outcome = 'failed'
    GROUP BY "error" ORDER BY times DESC, "error"
"""

IN_ORDER = "SELECT vault, asked, question FROM exchange ORDER BY vault, id"
