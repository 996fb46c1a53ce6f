"""The figures are those that one counts by hand."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ragtui_core.answer_events import NO_ANSWER
from ragtui_core.errors import StorageError
from ragtui_core.history.audit_log import AuditLog, ExchangeRecord
from ragtui_core.history.statistics import Statistics, count_questions, is_empty
from ragtui_core.settings import LogSettings
from support.log import cited, exchange

TODAY = date(2026, 3, 4)

NONE = dict.fromkeys(("answered", "unanswered", "failed", "cancelled"), 0)

DAMAGED = [
    b'{"kind": "as',
    b"\xff\xfe\x00",
    b"42",
    b"[" * 100_000,
    b'{"kind": "ask", "time": "yesterday", "vault": "/notes"}',
    b'{"time": "2026-03-01T09:00:00.000+00:00"}',
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "log"


def logged(folder: Path, *records: ExchangeRecord) -> None:
    audit_log = AuditLog(folder, LogSettings())
    for record in records:
        audit_log.write(record)


def counted(
    folder: Path,
    *,
    vault: str | None = None,
    days: int | None = None,
    today: date = TODAY,
) -> Statistics:
    audit_log = AuditLog(folder, LogSettings(), lambda: today)
    return audit_log.statistics(Path(vault) if vault else None, days=days)


def test_without_a_log_there_is_nothing_and_nothing_is_made(folder: Path) -> None:
    found = counted(folder)
    assert is_empty(found)
    assert not folder.exists()
    assert (count_questions(found), found["latency_ms"], found["providers"]) == (
        0,
        None,
        [],
    )


@pytest.mark.parametrize(
    ("others", "outcome"),
    [
        ({}, "answered"),
        ({"citations": cited("a.md", "normalised")}, "answered"),
        ({"citations": cited("a.md", "missing", "exact")}, "answered"),
        ({"citations": ()}, "unanswered"),
        ({"citations": cited("a.md", "missing", "elsewhere")}, "unanswered"),
        ({"answer": f"Sorry. {NO_ANSWER}"}, "unanswered"),
        ({"answer": NO_ANSWER.replace("'", "\u2019")}, "unanswered"),
        ({"error": "timeout", "citations": ()}, "failed"),
        ({"error": "stream_broken"}, "failed"),
        ({"error": "cancelled", "citations": ()}, "cancelled"),
        ({"error": "cancelled"}, "cancelled"),
    ],
)
def test_every_question_has_one_outcome(
    folder: Path, others: dict[str, Any], outcome: str
) -> None:
    logged(folder, exchange(**others))
    assert counted(folder)["outcomes"] == {**NONE, outcome: 1}


def test_only_the_last_days_count(folder: Path) -> None:
    midnight = datetime(2026, 3, 3, tzinfo=UTC)
    logged(
        folder,
        exchange("old", time=midnight - timedelta(milliseconds=1), citations=()),
        exchange("new", time=midnight, citations=()),
    )
    found = counted(folder, days=2)
    assert found["since"] == "2026-03-03"
    assert [row["question"] for row in found["unanswered"]] == ["new"]
    assert is_empty(counted(folder, days=1))
    assert count_questions(counted(folder, days=3)) == 2


def test_one_vault_or_all(folder: Path) -> None:
    strange = "/n\udcff"
    vaults = ["/a", "/b", "/b", strange]
    logged(folder, *(exchange(vault=vault) for vault in vaults))
    assert count_questions(counted(folder, vault="/b")) == 2
    assert count_questions(counted(folder, vault=strange)) == 1
    assert is_empty(counted(folder, vault="/c"))
    assert count_questions(counted(folder)) == 4


def test_latency_is_that_of_complete_answers(folder: Path) -> None:
    slow = exchange(latency_ms=60_000, error="timeout")
    stopped = exchange(latency_ms=50_000, error="cancelled")
    quick = [exchange(latency_ms=10 * n) for n in range(1, 102)]
    logged(folder, slow, stopped, *quick)
    found = counted(folder)
    assert found["latency_ms"] == {"p50": 510, "p95": 960}


def test_providers_and_their_tokens(folder: Path) -> None:
    claude: dict[str, Any] = {"provider": "claude", "model": "sonnet"}
    logged(
        folder,
        exchange(**claude, latency_ms=100, usage={"input_tokens": 5}),
        exchange(**claude, latency_ms=300, usage={"input_tokens": 7, "other": 1}),
        exchange(**claude | {"model": ""}, error="timeout"),
        exchange(latency_ms=20),
        exchange(provider="", error="cancelled"),
    )
    first, *others = counted(folder)["providers"]
    assert (first["provider"], first["model"], first["questions"]) == (
        "claude",
        "sonnet",
        2,
    )
    assert first["tokens"] == 13
    assert [(p["provider"], p["questions"], p["tokens"]) for p in others] == [
        ("", 1, 0),
        ("claude", 1, 0),
        ("extractive", 1, 0),
    ]


def test_most_cited_is_what_answers_most_questions(folder: Path) -> None:
    logged(
        folder,
        exchange(citations=cited("often.md", "exact", "exact", "missing")),
        exchange(citations=cited("wide.md", "exact") + cited("once.md", "exact")),
        exchange(citations=cited("wide.md", "missing")),
        exchange(citations=()),
    )
    assert [tuple(row.values()) for row in counted(folder)["cited"]] == [
        ("/notes", "wide.md", 2, 2),
        ("/notes", "often.md", 3, 1),
        ("/notes", "once.md", 1, 1),
    ]


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_damaged_line_alone_is_lost(folder: Path, damaged: bytes) -> None:
    logged(folder, exchange())
    with (folder / "2026-03.jsonl").open("ab") as lines:
        lines.write(damaged + b"\n\n")
    logged(folder, exchange())
    found = counted(folder)
    assert (found["outcomes"]["answered"], found["damaged"]) == (2, 1)


def test_a_line_longer_than_duckdb_s_own_limit_is_read(folder: Path) -> None:
    logged(folder, exchange(answer="x" * (17 << 20)), exchange())
    assert counted(folder)["outcomes"]["answered"] == 2


def test_lines_of_later_versions_can_be_read(folder: Path) -> None:
    logged(folder, exchange())
    line = json.loads((folder / "2026-03.jsonl").read_bytes())
    later = [line | {"more": {"x": [1, None]}}, line | {"kind": "vote"}]
    with (folder / "2026-03.jsonl").open("a") as lines:
        lines.writelines(json.dumps(each) + "\n" for each in later)
    found = counted(folder)
    assert (found["outcomes"]["answered"], found["damaged"]) == (2, 0)


def test_an_unreadable_file_is_reported(folder: Path) -> None:
    (folder / "2026-03.jsonl").mkdir(parents=True)
    with pytest.raises(StorageError, match="cannot be read"):
        counted(folder)


def test_json_is_plain_and_whole(folder: Path) -> None:
    logged(
        folder,
        exchange("pump colour", usage={"input_tokens": 3}),
        exchange("colour of the pump", 1, citations=()),
        exchange(minutes=2, error="timeout"),
    )
    told = json.loads(json.dumps(counted(folder, days=4)))
    assert told == {
        "vault": None,
        "since": "2026-03-01",
        "outcomes": {"answered": 1, "unanswered": 1, "failed": 1, "cancelled": 0},
        "latency_ms": {"p50": 100.0, "p95": 100.0},
        "providers": [
            {"provider": "extractive", "model": "", "questions": 3, "tokens": 3}
        ],
        "cited": [{"vault": "/notes", "path": "a.md", "citations": 2, "questions": 2}],
        "unanswered": [
            {
                "vault": "/notes",
                "question": "colour of the pump",
                "times": 1,
                "last": "2026-03-01T09:01:00.000+00:00",
            }
        ],
        "damaged": 0,
    }
