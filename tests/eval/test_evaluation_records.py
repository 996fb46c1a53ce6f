"""Evaluations are kept for years: a damaged line loses no others."""

import json
import os
from pathlib import Path

import pytest

from ragtui_core.errors import EvaluationError
from ragtui_eval.evaluation_records import EvaluationRecords, append_record, versions
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


def add(file: Path, answers: dict[str, list[str]], **changes: object) -> str:
    """Record an evaluation; its id."""
    kept = record(answers) | changes
    append_record(file, kept)
    return str(kept["id"])


def test_a_record_has_all_that_reproducing_it_needs(file: Path) -> None:
    id_ = add(file, PERFECT)
    kept = json.loads(file.read_text("utf-8"))
    assert kept["id"] == id_
    assert kept["at"].endswith("+00:00")
    assert (kept["set"], kept["split"], kept["system"]) == ("pumps", "test", "keyword")
    assert kept["queries"] == 3
    assert kept["metrics"]["ndcg@10"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert kept["abstention"]["recall"] == 0.0
    assert kept["latency_ms"] == {"p50": 10.0, "p95": 10.0}
    assert kept["empty"] == pytest.approx(1 / 3, abs=1e-6)
    assert kept["settings"] == {"depth": 100}
    assert kept["versions"] == {"ragtui": "1.2.3"}
    assert kept["data_sha256"] == "ab" * 32
    assert kept["per_query"] == {
        query: {"ndcg@10": 1.0, "mrr@10": 1.0, "r@10": 1.0} for query in ("q1", "q2")
    }


def test_versions_are_those_at_hand() -> None:
    found = versions("a-model")
    assert found["model"] == "a-model"
    assert all(found.values())
    names = ["ragtui", "python", "apsw", "sqlite", "sqlite_vec", "model"]
    assert list(found) == names


def test_history_shows_the_newest_first(file: Path) -> None:
    ids = [add(file, PERFECT), add(file, MIXED), add(file, {}, set="ünï ")]
    rows = EvaluationRecords(file).history(2).rows
    assert [row.id for row in rows] == [ids[2], ids[1]]
    assert rows[0].set == "ünï "
    assert (rows[0].ndcg, rows[0].mrr, rows[0].recall_100) == (0.0, 0.0, 0.0)
    assert rows[1].mrr == 0.75
    assert rows[1].p95_ms == 10.0
    assert len(EvaluationRecords(file).history(100).rows) == 3


def test_no_file_is_no_history(file: Path) -> None:
    assert EvaluationRecords(file).history(10).rows == ()
    assert not file.exists()


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_line_is_reported_and_nothing_else_is_lost(
    file: Path, broken: bytes
) -> None:
    first = add(file, PERFECT)
    with file.open("ab") as lines:
        lines.write(broken + b"\n\n")
    second = add(file, MIXED)
    found = EvaluationRecords(file).history(10)
    assert [row.id for row in found.rows] == [second, first]
    assert len(found.broken) == 1
    assert f"{file}, line 2: " in found.broken[0]
    assert EvaluationRecords(file).compare("last-1", "last").broken == found.broken


def test_a_record_after_an_unfinished_line_is_whole(file: Path) -> None:
    add(file, PERFECT)
    os.truncate(file, file.stat().st_size - 20)
    id_ = add(file, MIXED)
    found = EvaluationRecords(file).history(10)
    assert [row.id for row in found.rows] == [id_]
    assert len(found.broken) == 1


def test_a_set_without_answers_has_no_metrics_and_still_counts(file: Path) -> None:
    add(file, {}, metrics={}, per_query={})
    assert EvaluationRecords(file).history(1).rows[0].ndcg is None
    with pytest.raises(EvaluationError, match="share no answerable query"):
        EvaluationRecords(file).compare("last", "last")


def test_records_of_later_versions_with_more_keys_can_be_read(file: Path) -> None:
    id_ = add(file, PERFECT, more={"x": [1, None]})
    assert EvaluationRecords(file).history(1).rows[0].id == id_


def test_comparison_shows_what_changed(file: Path) -> None:
    add(file, PERFECT)
    add(file, MIXED)
    compared = EvaluationRecords(file).compare("last-1", "last")
    by_name = {change.name: change for change in compared.metrics}
    assert list(by_name) == ["ndcg@10", "mrr@10", "r@10"]
    assert (by_name["mrr@10"].before, by_name["mrr@10"].after) == (1.0, 0.75)
    assert by_name["mrr@10"].delta == -0.25
    assert 0.4 < (by_name["mrr@10"].p or 0.0) <= 1.0
    assert by_name["r@10"].p == 1.0
    assert compared.same_data


def test_the_queries_of_a_comparison_go_from_worst_to_best(file: Path) -> None:
    values = {"a": (0.5, 0.9), "b": (0.5, 0.5), "c": (0.5, 0.1), "gone": (0.5, None)}
    for side in (0, 1):
        per_query = {
            query: {"ndcg@10": pair[side], "mrr@10": 0, "r@10": 0}
            for query, pair in values.items()
            if pair[side] is not None
        }
        add(file, {}, per_query=per_query, data_sha256=str(side))
    compared = EvaluationRecords(file).compare("last-1", "last")
    assert [change.name for change in compared.queries] == ["c", "b", "a"]
    assert compared.queries[0].delta == pytest.approx(-0.4)
    assert not compared.same_data


def test_a_record_is_named_by_any_unique_beginning(file: Path) -> None:
    for id_ in ("abc1", "abd2", "last"):
        add(file, PERFECT, id=id_)
    compared = EvaluationRecords(file).compare("abc", "abd2")
    assert (compared.a.id, compared.b.id) == ("abc1", "abd2")
    assert EvaluationRecords(file).compare("last", "last-2").a.id == "last"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ab", "may be any of abc1, abd2"),
        ("zz", "has no record 'zz'"),
        ("", "has no record ''"),
        ("last-2", "has only 2 records"),
    ],
)
def test_a_name_that_matches_no_record_is_reported(
    file: Path, name: str, says: str
) -> None:
    for id_ in ("abc1", "abd2"):
        add(file, PERFECT, id=id_)
    with pytest.raises(EvaluationError) as error:
        EvaluationRecords(file).compare(name, "last")
    assert says in str(error.value)


def test_reading_leaves_no_file_behind(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    add(file, PERFECT)
    EvaluationRecords(file).history(1)
    EvaluationRecords(file).compare("last", "last")
    assert sorted(tmp_path.rglob("*.*")) == [file]


def test_an_unwritable_path_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EvaluationError, match="--no-record"):
        append_record(tmp_path / "file" / "evaluations.jsonl", record(PERFECT))
