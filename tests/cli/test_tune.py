"""`ragtui tune SET...`: several sets, each with its split."""

import json
from pathlib import Path

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main


@pytest.fixture
def sets(tmp_path: Path) -> list[str]:
    found = []
    for name, split, queries in (("pumps", "train", 4), ("boats", "test", 2)):
        folder = tmp_path / name
        (folder / "qrels").mkdir(parents=True)
        words = [f"impeller{n}" for n in range(queries)]
        corpus = [{"_id": w, "title": "Pump", "text": f"The {w}."} for w in words]
        lines = [{"_id": w, "text": w} for w in words]
        (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)))
        (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, lines)))
        rows = ["query-id\tcorpus-id\tscore", *(f"{w}\t{w}\t1" for w in words)]
        (folder / "qrels" / f"{split}.tsv").write_text("\n".join(rows))
        found.append(str(folder))
    return found


TUNE = ["tune", "--mode", "keyword", "--folds", "2"]


def test_several_sets_are_tuned_on_together(
    sets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    splits = ["--split", "train", "--split", "test"]
    assert main([*TUNE, *sets, *splits, "--json"]) == exit_codes.FOUND
    found = json.loads(capsys.readouterr().out)
    assert found["sets"] == {
        "pumps": {"before": 1.0, "after": 1.0},
        "boats": {"before": 1.0, "after": 1.0},
    }
    assert found["folds"] == [[1.0, 1.0], [1.0, 1.0]]
    assert all(len(trial) == 5 for trial in found["trials"])


def test_one_setting_is_tuned(
    sets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    splits = ["--split", "train", "--split", "test"]
    alone = ["--setting", "search.weights.title", "--json"]
    assert main([*TUNE, *sets, *splits, *alone]) == exit_codes.FOUND
    trials = json.loads(capsys.readouterr().out)["trials"]
    assert {trial[0] for trial in trials} == {"search.weights.title"}


def test_a_setting_that_is_not_tuned_is_named_before_anything_is_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    missing = [*TUNE, "no-such-set", "--setting", "search.rrf_k"]
    assert main(missing) != exit_codes.FOUND
    said = capsys.readouterr().err
    assert "search.rrf_k is not tuned in mode keyword" in said
    assert "it works in --mode hybrid-rrf" in said


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["--split", "a", "--split", "b", "--split", "c"], "once for each set"),
        (["--db", "x.db"], "are for one set"),
    ],
)
def test_what_cannot_be_for_several_sets_is_refused(
    sets: list[str], more: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TUNE, *sets, *more]) != exit_codes.FOUND
    assert named in capsys.readouterr().err
