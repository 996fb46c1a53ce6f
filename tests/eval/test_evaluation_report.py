"""Reports fit a terminal and say what was measured."""

from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_eval.evaluation_records import (
    Estimate,
    Record,
    append_record,
    newest_records,
)
from ragtui_eval.evaluation_report import history_lines, record_lines
from support.evaluations import record

PERFECT = {"q1": ["a.md"], "q2": ["b.md", "c.md"]}
MIXED = {"q1": ["x.md", "a.md"], "q2": ["c.md", "b.md"]}
EVIL = "\x1b]0;owned\x07\x1b[2Jset\nname"


def measured(system: str = "keyword") -> Record:
    return replace(
        record(PERFECT),
        system=system,
        metrics={
            "ndcg@10": Estimate(0.7543, 0.7184, 0.7912),
            "empty": Estimate(1.0, 1.0, 1.0),
        },
        latency_ms={"p50": 12.4, "p95": 33.6},
    )


def test_the_table_reads_like_this() -> None:
    shown = list(record_lines([measured(), measured("hybrid")], [None, 0.0341]))
    assert shown == [
        "pumps, split test: 3 queries",
        "                         keyword              hybrid",
        "ndcg@10          .754 [.72, .79]     .754 [.72, .79]",
        "empty         1.000 [1.00, 1.00]  1.000 [1.00, 1.00]",
        "p of ndcg@10                                    .034",
        "p50/p95 ms                 12/34               12/34",
    ]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two evaluations with names that are long or dangerous."""
    path = tmp_path / "evaluations.jsonl"
    for _ in range(2):
        append_record(path, replace(record(PERFECT), set=EVIL * 9, system=EVIL * 9))
    return path


def test_history_is_one_line_an_evaluation(file: Path) -> None:
    append_record(file, record(MIXED))
    shown = list(history_lines(newest_records(file, 10)))
    assert len(shown) == 4
    columns = shown[1].split()
    assert columns[2:] == ["pumps", "keyword", ".745", ".750", "1.000", "10"]
    assert list(history_lines([])) == [
        "no evaluation is recorded yet: run `ragtui eval SET`"
    ]


def test_everything_fits_and_nothing_commands_the_terminal(file: Path) -> None:
    slow = {"p50": 123_456.0, "p95": 1_234_567.0}
    long = replace(measured(EVIL * 9), set=EVIL * 9, latency_ms=slow)
    shown = [
        *record_lines([long, replace(long, system="b" * 99)], [None, 0.5]),
        *history_lines(newest_records(file, 10)),
    ]
    assert max(map(len, shown)) <= 120
    assert "".join(shown).isascii()
    assert "".join(shown).isprintable()
