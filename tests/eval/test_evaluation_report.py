"""Reports fit a terminal, say what was measured, and are the same as JSON."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_eval.evaluation_records import EvaluationRecords, append_record
from ragtui_eval.evaluation_report import (
    EvaluationReport,
)
from ragtui_eval.summary import Estimate, Latency, Summary, summarise
from ragtui_eval.text_table import format_p_value, format_ratio
from support.evaluations import outcome, record

PERFECT = {"q1": ["a.md"], "q2": ["b.md", "c.md"]}
MIXED = {"q1": ["x.md", "a.md"], "q2": ["c.md", "b.md"]}
EVIL = "\x1b]0;owned\x07\x1b[2Jset\nname"


def report(*summaries: Summary, **p: float) -> EvaluationReport:
    return EvaluationReport(
        "pumps", "test", summaries, baseline=summaries[0].system, p=p
    )


def summary(system: str = "keyword") -> Summary:
    metrics = summarise(outcome(PERFECT)).metrics
    return replace(
        summarise(outcome(PERFECT, doubts=["q3"])),
        system=system,
        metrics={name: Estimate(0.7543, 0.7184, 0.7912) for name in metrics},
        latency_ms=Latency(12.4, 33.6),
    )


def test_the_table_reads_like_this() -> None:
    shown = list(report(summary(), summary("hybrid"), hybrid=0.0341).lines())
    assert shown == [
        "pumps, split test: 3 queries",
        "system           nDCG@10  MRR@10   P@5   R@5  R@10  R@100  empty  p50/p95 ms"
        "  p vs keyword",
        "keyword  .754 [.72, .79]    .754  .754  .754  .754   .754  33.3%       12/34",
        "hybrid   .754 [.72, .79]    .754  .754  .754  .754   .754  33.3%       12/34"
        "          .034",
        'keyword says "no answer" with precision 1.000, recall 1.000; wrongly so on '
        ".000 of the answerable",
        'hybrid says "no answer" with precision 1.000, recall 1.000; wrongly so on '
        ".000 of the answerable",
    ]


def test_one_system_alone_is_compared_to_nothing() -> None:
    shown = "\n".join(report(replace(summary(), abstention=None)).lines())
    assert "p vs" not in shown
    assert "no answer" not in shown


def test_a_set_without_answers_still_has_a_table() -> None:
    shown = list(report(replace(summary(), metrics={})).lines())
    assert re.search(r"^keyword +- +- +- +- +- +- ", shown[2])


@pytest.mark.parametrize(
    ("number", "shown"),
    [(1.0, "1.000"), (0.7, ".700"), (0.0, ".000"), (-0.25, "-.250"), (None, "-")],
)
def test_shares_are_short(number: float | None, shown: str) -> None:
    assert format_ratio(number) == shown


def test_a_p_value_is_never_shown_as_nothing() -> None:
    assert format_p_value(1 / 10_001) == "<.001"
    assert format_p_value(0.05) == ".050"


def test_json_says_the_same() -> None:
    found = json.loads(
        json.dumps(report(summary(), summary("hybrid"), hybrid=0.0341).as_json())
    )
    assert (found["set"], found["split"], found["baseline"]) == (
        "pumps",
        "test",
        "keyword",
    )
    keyword, hybrid = found["systems"]
    assert (keyword["p"], hybrid["p"]) == (None, 0.0341)
    assert hybrid["metrics"]["ndcg@10"]["mean"] == 0.7543
    assert hybrid["latency_ms"] == {"p50": 12.4, "p95": 33.6}
    assert hybrid["abstention"]["recall"] == 1.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two evaluations, of many queries with names that are long or dangerous."""
    path = tmp_path / "evaluations.jsonl"
    for after in (0.5, 0.9):
        many = {f"{EVIL}{n:02}" + "x" * 99: {"ndcg@10": after} for n in range(30)}
        losers = {"lost": {"ndcg@10": 1 - after}, "same": {"ndcg@10": 0.5}}
        changes = {"set": EVIL * 9, "system": EVIL * 9, "per_query": many | losers}
        append_record(path, record(PERFECT) | changes)
    return path


def test_history_is_one_line_an_evaluation(file: Path) -> None:
    append_record(file, record(MIXED))
    shown = list(EvaluationRecords(file).history(10).lines())
    assert len(shown) == 4
    columns = shown[1].split()
    assert columns[2:] == ["pumps", "keyword", ".745", ".750", "1.000", "10"]
    assert list(EvaluationRecords(file.with_name("none")).history(10).lines()) == [
        "no evaluation is recorded yet: run `ragtui eval SET`"
    ]


def test_a_comparison_shows_what_moved(file: Path) -> None:
    shown = list(EvaluationRecords(file).compare("last-1", "last").lines())
    assert re.fullmatch(r"ndcg@10 +\.500 +\.863 +\+\.363 +<\.001", shown[5])
    assert "1 worse" in "\n".join(shown)
    assert re.search(r"^lost +\.500 +\.100 +-\.400$", "\n".join(shown), re.MULTILINE)
    assert "30 better" in "\n".join(shown)
    assert shown[-1] == "... and 20 more (--json lists all)"
    assert "same" not in "\n".join(shown)


def test_a_comparison_of_different_data_says_so(file: Path) -> None:
    append_record(file, record(PERFECT) | {"data_sha256": "other"})
    append_record(file, record(PERFECT))
    shown = "\n".join(EvaluationRecords(file).compare("last-1", "last").lines())
    assert "documents changed between the two" in shown


def test_everything_fits_and_nothing_commands_the_terminal(file: Path) -> None:
    long = replace(summary(EVIL * 9), latency_ms=Latency(123_456, 1_234_567))
    shown = [
        *report(long, replace(long, system="b" * 99)).lines(),
        *EvaluationRecords(file).history(10).lines(),
        *EvaluationRecords(file).compare("last-1", "last").lines(),
    ]
    assert max(map(len, shown)) <= 120
    assert "".join(shown).isascii()
    assert "".join(shown).isprintable()


def test_history_and_comparison_are_json_too(file: Path) -> None:
    listed = json.loads(json.dumps(EvaluationRecords(file).history(10).as_json()))
    compared = json.loads(
        json.dumps(EvaluationRecords(file).compare("last-1", "last").as_json())
    )
    assert [row["id"] for row in listed["rows"]] == [
        compared["b"]["id"],
        compared["a"]["id"],
    ]
    assert len(compared["queries"]) == 32
    assert compared["queries"][0]["id"] == "lost"
    assert compared["metrics"][0]["delta"] == pytest.approx(0.3625)
    assert compared["same_data"] is True
