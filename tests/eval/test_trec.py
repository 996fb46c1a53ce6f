"""A run file keeps its order when other tools sort it again."""

import itertools
from pathlib import Path

import ir_measures
import pytest
from hypothesis import given, strategies as st
from ir_measures import RR

from ragtui_core.errors import EvaluationError
from ragtui_eval.measurement import write_run


def reciprocal_rank_of(run: Path, document: str) -> float:
    """As trec_eval sees it, which ignores the rank column."""
    lines = map(str.split, run.read_text().splitlines())
    parsed = {"q1": {line[2]: float(line[4]) for line in lines}}
    judged = {"q1": {document: 1}}
    return float(ir_measures.calc_aggregate([RR], judged, parsed)[RR])


def test_the_lines_are_those_of_trec(tmp_path: Path) -> None:
    file = tmp_path / "out.run"
    write_run(file, {"q1": [("b.md", 0.5), ("a.md", 0.25)], "q2": []}, "hybrid")
    assert file.read_text() == ("q1 Q0 b.md 1 0.5 hybrid\nq1 Q0 a.md 2 0.25 hybrid\n")


@pytest.mark.parametrize("score", [0.0, 0.1, 1.0, -3.7, 1234.5])
def test_trec_eval_keeps_the_order_of_ties(tmp_path: Path, score: float) -> None:
    names = [f"d{number}" for number in range(10)]
    file = tmp_path / "out.run"
    write_run(file, {"q1": [(name, score) for name in names]}, "x")
    for rank, name in enumerate(names, start=1):
        assert reciprocal_rank_of(file, name) == pytest.approx(1 / rank)


@given(st.lists(st.floats(-1e6, 1e6)))
def test_written_scores_fall_and_stay_near(
    tmp_path_factory: pytest.TempPathFactory, scores: list[float]
) -> None:
    ranked = sorted(scores, reverse=True)
    file = tmp_path_factory.mktemp("run") / "out.run"
    write_run(file, {"q": [(str(n), score) for n, score in enumerate(ranked)]}, "x")
    written = [float(line.split()[4]) for line in file.read_text().splitlines()]
    assert all(a > b for a, b in itertools.pairwise(written))
    assert written == pytest.approx(ranked, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize(
    ("query", "document", "tag"),
    [("q 1", "d", "x"), ("q", "my notes.md", "x"), ("q", "d", "a\tb"), ("q", "", "x")],
)
def test_white_space_cannot_be_written(
    tmp_path: Path, query: str, document: str, tag: str
) -> None:
    with pytest.raises(EvaluationError, match="white space"):
        write_run(tmp_path / "out.run", {query: [(document, 1.0)]}, tag)
    assert not (tmp_path / "out.run").exists()


def test_an_unwritable_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="nowhere"):
        write_run(tmp_path / "nowhere" / "out.run", {"q": [("d", 1.0)]}, "x")
