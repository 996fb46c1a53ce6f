"""A run file keeps its order when other tools sort it again."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ragtui_core.errors import EvaluationError
from ragtui_eval.measurement import write_run


def test_the_lines_are_those_of_trec(tmp_path: Path) -> None:
    file = tmp_path / "out.run"
    write_run(file, {"q1": [("b.md", 0.5), ("a.md", 0.25)], "q2": []}, "hybrid")
    assert file.read_text() == ("q1 Q0 b.md 1 0.5 hybrid\nq1 Q0 a.md 2 0.25 hybrid\n")


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
