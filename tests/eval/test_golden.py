"""A golden file is read correctly, or an error names the wrong query and why."""

from datetime import date
from pathlib import Path

import pytest

from ragtui_core.errors import EvaluationError
from ragtui_core.search.options import CurrentLocation
from ragtui_eval.query_set import QuerySet
from ragtui_eval.set_loading import load_golden

WHOLE = """
name = "my notes"
today = 2026-03-01

[[query]]
id = "valve"
text = "which valve did we order"
relevant = { "purchases/2025.md" = 2, "mail/offer.md" = 1, "mail/other.md" = 0 }
filters = ["tag:oxygen"]
at = "projects/pump.md:12"

[[query]]
id = "tea"
text = "the price of tea"
unanswerable = true
at = "odd:name.md"
"""

QUERY = 'id = "a"\ntext = "b"\n'


def load(tmp_path: Path, text: str) -> QuerySet:
    file = tmp_path / "golden.toml"
    file.write_text(text, "utf-8")
    return load_golden(file)


def test_everything_is_read(tmp_path: Path) -> None:
    golden = load(tmp_path, WHOLE)
    valve, tea = golden.queries
    assert (golden.name, golden.today) == ("my notes", date(2026, 3, 1))
    assert (valve.id, valve.text) == ("valve", "which valve did we order")
    assert valve.relevant == {"purchases/2025.md": 2, "mail/offer.md": 1}
    assert valve.filters == ("tag:oxygen",)
    assert valve.at == CurrentLocation("projects/pump.md", 12)
    assert tea.unanswerable
    assert not tea.relevant
    assert tea.at == CurrentLocation("odd:name.md")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ('id = "a"\nrelevant = {"x.md" = 1}', "query 'a': 'text' must be a text"),
        (QUERY, "query 'a': give either relevant documents"),
        (QUERY + 'relevant = {"x.md" = 0}', "query 'a': give either"),
        (QUERY + 'relevant = {"x.md" = 1}\nunanswerable = true', "not both"),
        (QUERY + 'relevant = {"x.md" = -1}', "the grade of 'x.md' must be a whole"),
        (
            QUERY + 'unanswerable = true\nfilters = "x"',
            "'filters' must be a list of texts",
        ),
        (QUERY + "unanswerabel = true", "did you mean `unanswerable`?"),
        (
            QUERY + "unanswerable = true\n[[query]]\n" + QUERY + "unanswerable = true",
            "two query tables have the id 'a'",
        ),
    ],
)
def test_a_wrong_query_is_named(tmp_path: Path, query: str, says: str) -> None:
    with pytest.raises(EvaluationError, match=r"golden\.toml") as error:
        load(tmp_path, f'name = "n"\n[[query]]\n{query}\n')
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = 1\nquery = [", "is not valid TOML"),
        ('name = "n"', "has no queries"),
        ('name = "n"\nquery = [3]', "query 1: a query must be a [[query]] table"),
        (WHOLE.replace("2026-03-01", '"today"'), "'today' must be a date"),
    ],
)
def test_a_wrong_file_is_reported(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(EvaluationError, match=r"golden\.toml") as error:
        load(tmp_path, text)
    assert says in str(error.value)


def test_a_missing_or_binary_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="No such file"):
        load_golden(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe4"')
    with pytest.raises(EvaluationError, match=r"latin\.toml is not valid TOML"):
        load_golden(tmp_path / "latin.toml")


def test_documents_that_the_vault_lacks_are_found(tmp_path: Path) -> None:
    golden = load(tmp_path, WHOLE)
    assert golden.missing_documents(["mail/offer.md"]) == ["purchases/2025.md"]


def test_a_sample_is_the_same_every_time_and_in_order(tmp_path: Path) -> None:
    text = 'name = "n"\n' + "".join(
        f'[[query]]\nid = "{i}"\ntext = "t"\nunanswerable = true\n' for i in range(50)
    )
    golden = load(tmp_path, text)
    ids = [int(query.id) for query in golden.sample(10).queries]
    assert ids == sorted(set(ids))
    assert len(ids) == 10
    assert golden.sample(10) == golden.sample(10)
    assert golden.sample(99) == golden.sample(None) == golden
