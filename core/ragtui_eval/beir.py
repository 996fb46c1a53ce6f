"""Reads the queries and judgements of a collection in the BEIR format.

A BEIR folder (Thakur et al. 2021) contains `corpus.jsonl` (`_id`, `title`, `text`),
`queries.jsonl` (`_id`, `text`) and `qrels/<split>.tsv` (query, document, grade).
Documents are named by the file that `beir_corpus` writes for them.
"""

from collections.abc import Iterator
from pathlib import Path

from ragtui_core import EvaluationError
from ragtui_eval.beir_corpus import document_of
from ragtui_eval.fingerprint import unreadable
from ragtui_eval.json_lines import objects, text_of
from ragtui_eval.query_set import EvaluationQuery, QuerySet

HEADER = ["query-id", "corpus-id", "score"]


def load_queries(folder: Path, split: str) -> QuerySet:
    """The queries with at least one document of a grade above 0 in `split`.

    Raises:
        EvaluationError: A file or the split is missing, or a line of one is wrong.
    """
    qrels = _qrels_file(folder, split)
    relevant = _read_qrels(qrels)
    texts = _read_queries(folder / "queries.jsonl")
    if unknown := sorted(relevant.keys() - texts.keys()):
        raise EvaluationError(
            f"{qrels} judges the query {unknown[0]!r}, which queries.jsonl lacks: "
            "take both from the same download"
        )
    queries = tuple(
        EvaluationQuery(id=query, text=text, relevant=relevant[query])
        for query, text in texts.items()
        if query in relevant
    )
    return QuerySet(name=folder.resolve().name, queries=queries)


def files_of(folder: Path, split: str) -> list[Path]:
    """The files that an evaluation on `split` depends on."""
    return [folder / "corpus.jsonl", folder / "queries.jsonl", _path(folder, split)]


def _path(folder: Path, split: str) -> Path:
    return folder / "qrels" / f"{split}.tsv"


def _qrels_file(folder: Path, split: str) -> Path:
    file = _path(folder, split)
    if not file.is_file():
        splits = sorted(each.stem for each in (folder / "qrels").glob("*.tsv"))
        there = f"choose one of {', '.join(splits)}" if splits else "it has none at all"
        raise EvaluationError(f"{folder} has no split {split!r}: {there}")
    return file


def _read_queries(file: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    for place, row in objects(file):
        query = text_of(row, "_id", place)
        if query in texts:
            raise EvaluationError(f"{place}: the query {query!r} occurs twice")
        texts[query] = text_of(row, "text", place)
    return texts


def _read_qrels(file: Path) -> dict[str, dict[str, int]]:
    """Query id to the documents with a grade above 0."""
    relevant: dict[str, dict[str, int]] = {}
    for query, document, grade in _rows(file):
        if grade > 0:
            relevant.setdefault(query, {})[document_of(document)] = grade
    return relevant


def _rows(file: Path) -> Iterator[tuple[str, str, int]]:
    try:
        lines = file.read_text("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise EvaluationError(f"{file} is not UTF-8: save it as UTF-8") from error
    except OSError as error:
        raise unreadable(file, error) from error
    for number, line in enumerate(lines, start=1):
        columns = line.rstrip("\r").split("\t")
        if line.strip() and not (number == 1 and columns == HEADER):
            yield _row(columns, f"{file}, line {number}")


def _row(columns: list[str], place: str) -> tuple[str, str, int]:
    if len(columns) != len(HEADER):
        raise EvaluationError(
            f"{place}: {len(columns)} columns instead of 3: give query, document and "
            "grade, separated by tabs"
        )
    query, document, grade = columns
    try:
        return query, document, int(grade)
    except ValueError as error:
        raise EvaluationError(
            f"{place}: the grade {grade!r} is not a whole number: give one such as 1"
        ) from error
