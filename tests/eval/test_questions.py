"""Questions with known answers: read from files, and matched with passages."""

import json
from datetime import date
from pathlib import Path

import pytest

from ragtui_core.documents.parser import parse_document
from ragtui_core.errors import EvaluationError
from ragtui_core.types import Span
from ragtui_eval.query_set import Answer, EvaluationQuery, locations
from ragtui_eval.set_loading import load_questions

NOTE = parse_document("a.md", b"# Valve\n\nWe took a ball\nvalve. It is brass.\n")
ANSWERED = EvaluationQuery("q", "?", answers=(Answer("a.md", "took a ball valve"),))


def written(folder: Path, text: str) -> Path:
    file = folder / "questions.toml"
    file.write_text(text, "utf-8")
    return file


def test_answers_and_splits_of_a_file_are_read(tmp_path: Path) -> None:
    text = """
name = "mine"
today = 2026-03-01
[[question]]
id = "valve"
split = "dev"
text = "which valve"
answers = [{ path = "a.md", quote = "ball valve" }]
[[question]]
id = "tea"
text = "what does tea cost"
unanswerable = true
"""
    found = load_questions(written(tmp_path, text))
    valve, tea = found.queries
    assert (found.name, found.today) == ("mine", date(2026, 3, 1))
    assert found.of_split("dev").queries == (valve,)
    with pytest.raises(EvaluationError, match="mine has no questions of the split 'x'"):
        found.of_split("x")
    assert valve.answers == (Answer("a.md", "ball valve"),)
    assert (tea.split, tea.answers) == ("test", ())


ID = 'id = "x"'
TEXT = 'text = "?"'
NO = "unanswerable = true"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([ID, TEXT], "give either answers or unanswerable"),
        ([ID, TEXT, NO, 'split = "other"'], "'split' must be dev or test"),
        ([TEXT, NO], "'id' must be a text"),
        ([ID, NO], "'text' must be a text"),
        ([ID, TEXT, 'answers = [{ path = "a.md" }]'], "'quote' must be a text"),
        ([ID, TEXT, 'answers = "a.md"'], "'answers' must be a list"),
        ([ID, TEXT, NO, "anwers = []"], "did you mean `answers`"),
        (
            [ID, TEXT, NO, "[[question]]", ID, TEXT, NO],
            "two question tables have the id",
        ),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, lines: list[str], says: str
) -> None:
    text = "\n".join(['name = "mine"', "[[question]]", *lines])
    with pytest.raises(EvaluationError, match=rf"questions\.toml.*{says}"):
        load_questions(written(tmp_path, text))


def test_a_file_without_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="add a \\[\\[question"):
        load_questions(written(tmp_path, 'name = "mine"'))


def test_answers_of_a_collection_are_read(tmp_path: Path) -> None:
    query = {"_id": "1", "text": "how many", "metadata": {"answers": ["308"]}}
    (tmp_path / "queries.jsonl").write_text(json.dumps(query), "utf-8")
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("1\tp0\t1\n", "utf-8")
    (found,) = load_questions(tmp_path).queries
    assert found.answers == (Answer("p0.md", "308", gist=True),)
    assert found.split in {"dev", "test"}


def test_a_quotation_is_found_across_lines() -> None:
    assert [p.of(NOTE.text) for p in locations("a ball valve", NOTE)] == [
        "a ball\nvalve"
    ]


@pytest.mark.parametrize(
    ("span", "right"),
    [(Span(9, 31), True), (Span(20, 24), True), (Span(32, 44), False)],
)
def test_an_overlapping_passage_is_right(span: Span, right: bool) -> None:
    assert ANSWERED.is_answered_at(span, NOTE) is right


def test_a_gist_must_be_contained_in_full() -> None:
    question = EvaluationQuery("q", "?", answers=(Answer("a.md", "Brass", gist=True),))
    assert question.is_answered_at(Span(32, 44), NOTE)
    assert not question.is_answered_at(Span(9, 31), NOTE)
