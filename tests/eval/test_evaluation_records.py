"""Evaluations are kept for years: a damaged line loses no others."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragtui_eval.evaluation_records import append_record, newest_records
from support.evaluations import record

PERFECT = {"q1": ["a.md"], "q2": ["b.md", "c.md"]}
MIXED = {"q1": ["x.md", "a.md"], "q2": ["c.md", "b.md"]}
BROKEN = [
    b'{"id": "half',
    b"\xff\xfe\x00",
    b"42",
    b'{"id": "x", "at": "now"}',
    b'{"id": 5, "at": "n", "set": "s", "system": "k", "metrics": 3, "per_query": {}}',
    b"[" * 100_000,
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "evaluations.jsonl"


def add(file: Path, answers: dict[str, list[str]], **changes: Any) -> str:
    """Record an evaluation; its id."""
    kept = replace(record(answers), **changes)
    append_record(file, kept)
    return kept.id


def test_a_record_has_all_that_reproducing_it_needs(file: Path) -> None:
    id_ = add(file, PERFECT)
    kept = json.loads(file.read_text("utf-8"))
    assert kept["id"] == id_
    assert kept["at"].endswith("+00:00")
    assert (kept["set"], kept["split"], kept["system"]) == ("pumps", "test", "keyword")
    assert kept["metrics"]["ndcg@10"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert kept["metrics"]["abstention recall"]["mean"] == 0.0
    assert kept["latency_ms"] == {"p50": 10.0, "p95": 10.0}
    assert kept["settings"] == {"sample": None}
    assert kept["versions"] == {"ragtui": "1.2.3"}
    assert kept["data_sha256"] == "ab" * 32
    assert list(kept["per_query"]) == ["q1", "q2", "q3"]
    assert kept["per_query"]["q1"]["ndcg@10"] == 1.0
    assert kept["per_query"]["q3"] == {"abstention recall": 0.0, "empty": 1.0}


def test_history_shows_the_newest_first(file: Path) -> None:
    ids = [add(file, PERFECT), add(file, MIXED), add(file, {}, set="ünï ")]
    newest = newest_records(file, 2)
    assert [row.id for row in newest] == [ids[2], ids[1]]
    assert newest[0].set == "ünï "
    assert newest[0].metrics["ndcg@10"].mean == 0.0
    assert newest[1].metrics["mrr@10"].mean == 0.75
    assert newest[1].latency_ms["p95"] == 10.0
    assert len(newest_records(file, 100)) == 3


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_line_is_passed_over(file: Path, broken: bytes) -> None:
    first = add(file, PERFECT)
    with file.open("ab") as lines:
        lines.write(broken + b"\n\n")
    second = add(file, MIXED)
    assert [row.id for row in newest_records(file, 10)] == [second, first]


def test_a_record_after_an_unfinished_line_is_whole(file: Path) -> None:
    add(file, PERFECT)
    os.truncate(file, file.stat().st_size - 20)
    id_ = add(file, MIXED)
    assert [row.id for row in newest_records(file, 10)] == [id_]


def test_a_set_without_answers_has_no_metrics_and_still_counts(file: Path) -> None:
    add(file, {}, metrics={}, per_query={})
    assert newest_records(file, 1)[0].metrics == {}


def test_records_of_other_versions_can_be_read(file: Path) -> None:
    """Later ones may have more keys; those of 0.2 have these and fewer measures."""
    add(file, PERFECT)
    row = json.loads(file.read_text("utf-8")) | {"empty": 0.1, "more": {"x": [None]}}
    row["per_query"] = {
        query: {"ndcg@10": 0.5, "mrr@10": 1.0, "r@10": 1.0} for query in ("q1", "q2")
    }
    file.write_text(json.dumps(row) + "\n", "utf-8")
    add(file, PERFECT)
    assert newest_records(file, 2)[1].id == row["id"]
