"""A BEIR collection becomes judged queries and a folder of notes, or says why not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import open_vault
from ragtui_core.errors import EvaluationError
from ragtui_eval.beir import document_of, load_collection, materialise, read_corpus

QRELS = "query-id\tcorpus-id\tscore\n"
CORPUS: list[Any] = [
    {"_id": "1", "title": "Pump", "text": "Change the impeller."},
    {"_id": "pages/am.md", "title": "am", "text": "# am\n\nThe manager."},
    {"_id": "3", "title": "", "text": "No title here."},
    {"_id": "4", "title": "am", "text": "# amazing\n"},
]
MakeCollection = Callable[..., Path]


def lines_of(rows: list[Any]) -> str:
    return "".join(
        f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows
    )


@pytest.fixture
def make_collection(tmp_path: Path) -> MakeCollection:
    def make(
        corpus: list[Any] = CORPUS,
        queries: tuple[Any, ...] = ({"_id": "q1", "text": "impeller?"},),
        qrels: str = f"{QRELS}q1\t1\t2\n",
    ) -> Path:
        folder = tmp_path / "pumps"
        (folder / "qrels").mkdir(parents=True, exist_ok=True)
        (folder / "corpus.jsonl").write_text(lines_of(corpus), "utf-8")
        (folder / "queries.jsonl").write_text(lines_of(list(queries)), "utf-8")
        (folder / "qrels" / "test.tsv").write_text(qrels, "utf-8")
        return folder

    return make


def test_queries_have_judgements_as_paths(make_collection: MakeCollection) -> None:
    folder = make_collection(
        queries=(
            {"_id": "q1", "text": "impeller?", "metadata": {}},
            {"_id": "q2", "text": "not judged"},
            {"_id": "q3", "text": "only judged wrong"},
        ),
        qrels=f"{QRELS}q1\tpages/am.md\t1\r\nq1\t3\t0\nq1\t1\t2\n\nq3\t1\t0\n",
    )
    query_set = load_collection(folder, "test")
    assert query_set.name == "pumps"
    assert [query.id for query in query_set.queries] == ["q1"]
    assert query_set.queries[0].text == "impeller?"
    assert query_set.queries[0].relevant == {"pages%2Fam.md.md": 1, "1.md": 2}


def test_documents_are_notes(make_collection: MakeCollection, tmp_path: Path) -> None:
    target = tmp_path / "out" / "vault"
    materialise(make_collection(), target)
    contents = {file.name: file.read_text("utf-8") for file in target.glob("*.md")}
    assert contents == {
        "1.md": "# Pump\n\nChange the impeller.\n",
        "pages%2Fam.md.md": "# am\n\nThe manager.\n",
        "3.md": "No title here.\n",
        "4.md": "# am\n\n# amazing\n\n",
    }


def test_the_notes_can_be_searched_under_the_judged_names(
    make_collection: MakeCollection, tmp_path: Path
) -> None:
    odd = [
        {"_id": id_, "title": "", "text": "A pump."}
        for id_ in (".hidden", "a b", "ünï", "..", "x" * 300, "\ud800", "con\n")
    ]
    folder = make_collection(corpus=odd)
    materialise(folder, tmp_path / "vault")
    vault = open_vault(tmp_path / "vault")
    vault.index(embed=False)
    assert set(vault.documents.paths()) == {document_of(row["_id"]) for row in odd}
    assert all(len(path.encode()) <= 200 for path in vault.documents.paths())
    vault.close()


def test_another_corpus_replaces_the_notes(
    make_collection: MakeCollection, tmp_path: Path
) -> None:
    target = tmp_path / "vault"
    materialise(make_collection(), target)
    materialise(make_collection(corpus=CORPUS[:1]), target)
    assert [file.name for file in target.glob("*.md")] == ["1.md"]


def test_a_folder_with_other_files_is_left_alone(
    make_collection: MakeCollection, tmp_path: Path
) -> None:
    target = tmp_path / "notes"
    target.mkdir()
    (target / "mine.md").write_text("Mine.")
    with pytest.raises(EvaluationError, match="name an empty folder"):
        materialise(make_collection(), target)
    assert [file.name for file in target.iterdir()] == ["mine.md"]


@pytest.mark.parametrize(
    ("file", "row", "says"),
    [
        ("corpus.jsonl", "{broken", "line 2: this is not JSON"),
        ("corpus.jsonl", "[1]", "line 2: this is not a JSON object"),
        ("corpus.jsonl", {"_id": 7, "text": "a"}, "line 2: '_id' must be a text"),
        ("corpus.jsonl", {"_id": "9", "title": 4, "text": ""}, "so must 'title'"),
        ("corpus.jsonl", {"_id": "1", "text": "a"}, "the document '1' occurs twice"),
        ("queries.jsonl", {"_id": "q1", "text": "x"}, "the query 'q1' occurs twice"),
        ("queries.jsonl", '{"_id": "q", "text": "\udcff"}', "line 2: this is not JSON"),
        ("qrels/test.tsv", "q1\t1", "line 3: give query, document and grade"),
        ("qrels/test.tsv", "q1\t1\thigh", "line 3: give query, document and grade"),
        ("qrels/test.tsv", "q9\t1\t1", "judges the query 'q9'"),
    ],
)
def test_a_broken_row_is_reported_with_its_line(
    make_collection: MakeCollection, file: str, row: Any, says: str
) -> None:
    folder = make_collection(corpus=CORPUS[:1])
    with (folder / file).open("ab") as lines:
        lines.write(lines_of([row]).encode("utf-8", "surrogateescape"))
    with pytest.raises(EvaluationError) as error:
        [*read_corpus(folder), load_collection(folder, "test")]
    assert str(folder / file) in str(error.value)
    assert says in str(error.value)


def test_an_unknown_split_names_the_others(make_collection: MakeCollection) -> None:
    folder = make_collection()
    (folder / "qrels" / "dev.tsv").write_text(QRELS)
    with pytest.raises(EvaluationError, match="'train': choose one of dev, test"):
        load_collection(folder, "train")


def test_a_missing_file_is_named(
    make_collection: MakeCollection, tmp_path: Path
) -> None:
    folder = make_collection()
    for name in ("corpus.jsonl", "queries.jsonl"):
        (folder / name).unlink()
    with pytest.raises(EvaluationError, match=r"queries\.jsonl: No such file"):
        load_collection(folder, "test")
    with pytest.raises(EvaluationError, match=r"corpus\.jsonl: No such file"):
        materialise(folder, tmp_path / "vault")
