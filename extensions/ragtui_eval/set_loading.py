"""Loads query sets: judged queries, and questions with answers.

A golden file (TOML) has judged queries on a vault:

name = "my notes"
today = 2026-03-01          # optional

[[query]]
id = "valve"
text = "which valve did we order"
relevant = { "purchases/2025.md" = 2, "mail/offer.md" = 1 }
filters = ["tag:oxygen"]    # optional
at = "projects/pump.md:12"  # optional

[[query]]
id = "nothing"
text = "the price of tea"
unanswerable = true

A question file (TOML) has [[question]] tables instead, which quote all words of the
vault that answer: `answers = [{ path = "a.md", quote = "a ball valve" }]`, and may
have a `split`, `dev` or `test`.

A BEIR folder is described in `beir`.
"""

import tomllib
from collections.abc import Callable, Collection
from datetime import date
from pathlib import Path

from ragtui_core import CurrentLocation, EvaluationError
from ragtui_core.files import is_file
from ragtui_eval.beir import CORPUS, load_collection
from ragtui_eval.query_set import SPLITS, Answer, EvaluationQuery, QuerySet
from ragtui_eval.set_files import Row, unreadable

_QUERY_KEYS = ("id", "text", "relevant", "unanswerable", "filters", "at")
_QUESTION_KEYS = ("id", "split", "text", "answers", "unanswerable")


def load_set(path: Path, split: str) -> QuerySet:
    """The judged queries of a BEIR folder's `split`, or of a golden file.

    Raises:
        EvaluationError: They are missing or wrong; the message names the location.
    """
    if is_file(path / CORPUS):
        return load_collection(path, split)
    if path.suffix == ".toml":
        return load_golden(path)
    raise EvaluationError(
        f"{path} is not a query set: name a BEIR folder (with corpus.jsonl) or a "
        "golden .toml file"
    )


def load_golden(file: Path) -> QuerySet:
    """The judged queries of a golden file.

    Raises:
        EvaluationError: It is missing, is not TOML, or has wrong values;
            the message names the file and the query.
    """
    return _of_tables(file, "query", _QUERY_KEYS, _query)


def load_questions(path: Path) -> QuerySet:
    """The questions of a question file, or of a BEIR folder's split `test`.

    Raises:
        EvaluationError: They are missing or wrong; the message names the question.
    """
    if not path.is_dir():
        return _of_tables(path, "question", _QUESTION_KEYS, _question)
    collection = load_collection(path, "test")
    answered = tuple(query for query in collection.queries if query.answers)
    files = collection.files
    return QuerySet(collection.name, answered, files=files, collection=path)


def _of_tables(
    file: Path, kind: str, keys: Collection[str], load: Callable[[Row], EvaluationQuery]
) -> QuerySet:
    """The queries that `load` makes of the tables [[kind]], which have `keys`."""
    try:
        table = Row(tomllib.loads(file.read_text("utf-8-sig")), str(file))
    except (ValueError, RecursionError) as error:  # also text that is not UTF-8
        raise EvaluationError(f"{file} is not valid TOML: {error}") from error
    except OSError as error:
        raise unreadable(file, error) from error
    table.check_keys(("name", "today", kind))
    tables = table.values.get(kind)
    if not isinstance(tables, list) or not tables:
        raise EvaluationError(f"{file} has no queries: add a [[{kind}]] table")
    queries: dict[str, EvaluationQuery] = {}
    for number, values in enumerate(tables, start=1):
        if not isinstance(values, dict):
            raise table.error(f"{kind} {number}: a {kind} must be a [[{kind}]] table")
        name = repr(values["id"]) if values.get("id") else number
        row = Row(values, f"{file}, {kind} {name}")
        row.check_keys(keys)
        query = load(row)
        if query.id in queries:
            raise EvaluationError(f"{file}: two {kind} tables have the id {query.id!r}")
        queries[query.id] = query
    today = table.value("today", date) if "today" in table.values else None
    return QuerySet(table.text("name"), tuple(queries.values()), today, (file,))


def _query(row: Row) -> EvaluationQuery:
    unanswerable = row.value("unanswerable", bool, default=False)
    grades = row.value("relevant", dict, default={})
    for path, grade in grades.items():
        if type(grade) is not int or grade < 0:
            raise row.error(f"the grade of {path!r} must be a whole number such as 1")
    # A grade of 0 says "judged, not relevant".
    relevant = {path: grade for path, grade in grades.items() if grade > 0}
    if unanswerable == bool(relevant):
        raise row.error(
            "give either relevant documents, with grades above 0, or "
            f"unanswerable = true{', not both' if unanswerable else ''}"
        )
    return EvaluationQuery(
        id=row.text("id"),
        text=row.text("text"),
        relevant=relevant,
        unanswerable=unanswerable,
        filters=tuple(row.value("filters", list, default=[])),
        at=_at(row.text("at")) if "at" in row.values else None,
    )


def _at(value: str) -> CurrentLocation:
    """The location that FILE or FILE:LINE names."""
    path, _, line = value.rpartition(":")
    if path and line.isdecimal() and int(line) > 0:
        return CurrentLocation(path, int(line))
    return CurrentLocation(value)


def _question(row: Row) -> EvaluationQuery:
    tables = row.values.get("answers", [])
    if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise row.error('\'answers\' must be a list of { path = "...", quote = "..." }')
    answers = tuple(_answer(Row(values, row.location)) for values in tables)
    if bool(answers) == row.value("unanswerable", bool, default=False):
        raise row.error("give either answers or unanswerable = true")
    split = row.value("split", str, default="test")
    if split not in SPLITS:
        raise row.error(f"'split' must be {' or '.join(SPLITS)}")
    return EvaluationQuery(
        id=row.text("id"),
        text=row.text("text"),
        unanswerable=not answers,
        split=split,
        answers=answers,
    )


def _answer(row: Row) -> Answer:
    row.check_keys(("path", "quote"))
    return Answer(row.text("path"), row.text("quote"))
