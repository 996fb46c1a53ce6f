"""Statistics of the audit log as JSON, with a stable format.

Keys are only ever added.
"""

from dataclasses import asdict
from typing import Any

from ragtui_core.history.audit_log.log_records import utc
from ragtui_core.history.audit_log.statistics_types import (
    Latency,
    ProviderFigures,
    Rephrasing,
    SearchFigures,
    Statistics,
    UnansweredQuestion,
    VerdictShare,
)


def statistics_as_json(found: Statistics) -> dict[str, Any]:
    """The object that `ragtui stats --json` prints."""
    return {
        "vault": found.vault,
        "since": found.since.isoformat() if found.since else None,
        "questions": found.outcomes.questions,
        "outcomes": asdict(found.outcomes),
        "by_day": [
            {"day": each.day.isoformat(), "questions": each.questions}
            for each in found.by_day
        ],
        "latency_ms": _latency(found.latency_ms),
        "first_event_ms": _latency(found.first_event_ms),
        "providers": [_provider(each) for each in found.providers],
        "errors": dict(found.errors),
        "cited": [asdict(each) for each in found.cited],
        "verdicts": [_verdict(each) for each in found.verdicts],
        "unanswered": [_unanswered(each) for each in found.unanswered],
        "rephrased": [_rephrasing(each) for each in found.rephrased],
        "searches": _searches(found.searches),
        "damaged": found.damaged,
    }


def _latency(latency: Latency | None) -> dict[str, float] | None:
    if latency is None:
        return None
    return {"p50": round(latency.p50, 1), "p95": round(latency.p95, 1)}


def _provider(figures: ProviderFigures) -> dict[str, Any]:
    return {
        "provider": figures.provider,
        "model": figures.model,
        "questions": figures.questions,
        "latency_ms": _latency(figures.latency_ms),
        "tokens": dict(figures.tokens),
    }


def _verdict(verdict: VerdictShare) -> dict[str, Any]:
    return asdict(verdict) | {"share": round(verdict.share, 4)}


def _unanswered(question: UnansweredQuestion) -> dict[str, Any]:
    return asdict(question) | {"last": utc(question.last)}


def _rephrasing(row: Rephrasing) -> dict[str, Any]:
    return asdict(row) | {"first": utc(row.first), "questions": list(row.questions)}


def _searches(figures: SearchFigures) -> dict[str, Any]:
    return asdict(figures) | {"latency_ms": _latency(figures.latency_ms)}
