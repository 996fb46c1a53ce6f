"""Records of the audit log, made with little to say."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from ragtui_core import Vault
from ragtui_core.citations.citation import Verdict
from ragtui_core.history.audit_log import ExchangeRecord, LoggedCitation
from ragtui_core.types import Span

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def after(minutes: float) -> datetime:
    """A time after START."""
    return START + timedelta(minutes=minutes)


def exchange(
    question: str = "Why?", minutes: float = 0, **others: Any
) -> ExchangeRecord:
    """An exchange with one verified quotation, unless `others` say otherwise."""
    values: dict[str, Any] = {
        "time": after(minutes),
        "vault": "/notes",
        "question": question,
        "queries": (question,),
        "latency_ms": 100,
        "first_event_ms": 10,
        "answer": "Because. [1]",
        "citations": cited("a.md", "exact"),
        "provider": "extractive",
    }
    return ExchangeRecord(**(values | others))


def cited(path: str, *verdicts: str) -> tuple[LoggedCitation, ...]:
    """Quotations from a document."""
    return tuple(
        LoggedCitation(number, path, Span(0, 3), Verdict(verdict))
        for number, verdict in enumerate(verdicts, 1)
    )


def logged(vault: Vault) -> list[dict[str, Any]]:
    """Every record of the vault's log, the oldest first."""
    files = sorted(vault.audit_log.directory.glob("*.jsonl"))
    return [json.loads(line) for f in files for line in f.read_bytes().splitlines()]
