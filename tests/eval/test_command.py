"""`ragtui eval` from SET to report, with systems whose answers are known."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from ragtui_cli import exit_codes
from ragtui_core import Vault
from ragtui_core.errors import EvaluationError
from ragtui_eval.commands import evaluate
from ragtui_eval.measurement import Rank
from support.evaluations import system

Eval = Callable[..., int]

GOLDEN = """
name = "mine"

[[query]]
id = "q1"
text = "impeller"
relevant = { "pump.md" = 1, "gone.md" = 1 }

[[query]]
id = "q2"
text = "the price of tea"
unanswerable = true
"""


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "pump.md").write_text("# Pump\n\nChange the impeller.\n")
    (folder / "golden.toml").write_text(GOLDEN)
    return folder / "golden.toml"


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    folder = tmp_path / "pumps"
    (folder / "qrels").mkdir(parents=True)
    document = {"_id": "a/b", "title": "Pump", "text": "Change the impeller."}
    (folder / "corpus.jsonl").write_text(json.dumps(document))
    (folder / "queries.jsonl").write_text('{"_id": "q1", "text": "impeller"}')
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\ta/b\t1")
    return folder


@pytest.fixture
def ragtui_eval(monkeypatch: pytest.MonkeyPatch) -> Eval:
    """The command, with systems that find the one document for every query."""

    def systems_of(vault: Vault, modes: Iterable[str]) -> dict[str, Rank]:
        found = {query: vault.documents.paths() for query in ("q1", "q2")}
        return {mode: system(found) for mode in modes}

    monkeypatch.setattr("ragtui_eval.commands.evaluate.systems_of", systems_of)

    def run(*arguments: object) -> int:
        parser = argparse.ArgumentParser()
        evaluate.add(parser)
        return evaluate.run(parser.parse_args([str(each) for each in arguments]))

    return run


def test_a_golden_file_is_measured_on_its_folder(
    ragtui_eval: Eval, golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = ragtui_eval(golden, "--mode", "keyword")
    shown = capsys.readouterr()
    assert code == exit_codes.FOUND
    assert shown.out.startswith("mine: 2 queries\n")
    assert "keyword" in shown.out
    assert "ragtui: not in the vault: gone.md\n" in shown.err
    assert "keyword: 2 of 2 queries" in shown.err
    assert sorted(file.name for file in golden.parent.iterdir()) == [
        "golden.toml",
        "pump.md",
    ]


def test_a_collection_is_measured_and_recorded(
    ragtui_eval: Eval, beir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ragtui_eval(beir, "--mode", "keyword", "hybrid", "--json")
    report = json.loads(capsys.readouterr().out)
    assert (report["set"], report["split"]) == ("pumps", "test")
    keyword, hybrid = report["systems"]
    assert keyword["metrics"]["ndcg@10"]["mean"] == 1.0
    assert (keyword["p"], hybrid["p"]) == (None, 1.0)
    assert ragtui_eval("--history", "--json") == exit_codes.FOUND
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["system"] for row in rows] == ["hybrid", "keyword"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "no query set"),
        (("SET", "--answers", "--mode", "hybrid"), "remove --mode"),
        (("nowhere",), "is not a query set"),
    ],
)
def test_impossible_requests_are_reported(
    ragtui_eval: Eval, golden: Path, arguments: tuple[str, ...], says: str
) -> None:
    argv = [str(golden) if each == "SET" else each for each in arguments]
    with pytest.raises(EvaluationError, match=says):
        ragtui_eval(*argv)


def test_a_missing_package_is_named_before_anything_is_indexed(
    ragtui_eval: Eval,
    golden: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(EvaluationError, match=r"pip install 'ragtui\[eval\]'"):
        ragtui_eval(golden)
    assert capsys.readouterr().err == ""


QUESTIONS = """
name = "mine"

[[question]]
id = "q1"
text = "what is to be changed?"
answers = [{ path = "pump.md", quote = "the impeller" }]
"""


def test_answers_are_measured(
    ragtui_eval: Eval, golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = golden.with_name("questions.toml")
    questions.write_text(QUESTIONS)
    assert ragtui_eval("--answers", questions) == exit_codes.FOUND
    shown = capsys.readouterr()
    assert shown.out.startswith("mine, split test: 1 queries")
    assert "extractive: 1 of 1 queries" in shown.err
    ragtui_eval("--answers", questions, "--json", "--sample", 1)
    (system,) = json.loads(capsys.readouterr().out)["systems"]
    assert system["metrics"]["first citation right"]["mean"] == 1.0
