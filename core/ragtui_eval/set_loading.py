"""Loads query sets: judged queries, questions with answers, located quotations.

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

A quotation file has a JSON object per line:

{"id": "q1", "query": "how often is the filter rinsed", "kind": "question",
 "file": "manual.pdf", "place": {"page": 12}, "heading_path": ["Care", "Filter"],
 "quote": "Rinse the filter every week"}

`place` counts pages or slides from 1 and is empty in documents without them;
`heading_path` and `kind`, a group of queries, are optional.

A BEIR folder is described in `beir`.
"""

from collections.abc import Callable, Collection
from datetime import date
from pathlib import Path

from ragtui_core import CurrentLocation, EvaluationError
from ragtui_core.files import is_file
from ragtui_eval.beir import CORPUS, load_collection
from ragtui_eval.query_set import (
    SPLITS,
    Answer,
    EvaluationQuery,
    LocatedQuotation,
    QuerySet,
)
from ragtui_eval.set_files import Row, check_keys, json_objects, text_at, toml_table

_QUERY_KEYS = ("id", "text", "relevant", "unanswerable", "filters", "at")
_QUESTION_KEYS = ("id", "split", "text", "answers", "unanswerable")


def load_set(path: Path, split: str) -> QuerySet:
    """The judged queries of a BEIR folder's `split`, a golden or a quotation file.

    Raises:
        EvaluationError: They are missing or wrong; the message names the place.
    """
    if is_file(path / CORPUS):
        return load_collection(path, split)
    if path.suffix == ".toml":
        return load_golden(path)
    if path.suffix == ".jsonl":
        return load_quotations(path)
    raise EvaluationError(
        f"{path} is not a query set: name a BEIR folder (with corpus.jsonl), a "
        "golden .toml file or a .jsonl file of quotations"
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
    return QuerySet(collection.name, answered, None, (path,), None, path)


def load_quotations(file: Path) -> QuerySet:
    """The located quotations of a file, each a query that one file answers.

    Raises:
        EvaluationError: It cannot be read, is empty, or a line is wrong; the message
            names the line.
    """
    queries = tuple(_quotation(row, place) for place, row in json_objects(file))
    if not queries:
        raise EvaluationError(f"{file} has no queries: add a line for each")
    return QuerySet(file.parent.resolve().name, queries, files=(file,))


def _of_tables(
    file: Path,
    kind: str,
    keys: Collection[str],
    load: Callable[[Row, str], EvaluationQuery],
) -> QuerySet:
    """The queries that `load` makes of the tables [[kind]], which have `keys`."""
    table = toml_table(file)
    check_keys(table, ("name", "today", kind), str(file))
    rows = table.get(kind)
    if not isinstance(rows, list) or not rows:
        raise EvaluationError(f"{file} has no queries: add a [[{kind}]] table")
    queries: dict[str, EvaluationQuery] = {}
    for number, row in enumerate(rows, start=1):
        place = f"{file}, {kind} {number}"
        if not isinstance(row, dict):
            raise EvaluationError(f"{place}: a {kind} must be a [[{kind}]] table")
        if row.get("id"):
            place = f"{file}, {kind} {row['id']!r}"
        check_keys(row, keys, place)
        query = load(row, place)
        if query.id in queries:
            raise EvaluationError(f"{file}: two {kind} tables have the id {query.id!r}")
        queries[query.id] = query
    name = text_at(table, "name", str(file))
    return QuerySet(name, tuple(queries.values()), _today(table, file), (file,))


def _today(table: Row, file: Path) -> date | None:
    today = table.get("today")
    if today is not None and type(today) is not date:
        raise EvaluationError(f"{file}: 'today' must be a date such as 2026-03-01")
    return today


def _query(row: Row, place: str) -> EvaluationQuery:
    unanswerable = row.get("unanswerable", False)
    if not isinstance(unanswerable, bool):
        raise EvaluationError(f"{place}: 'unanswerable' must be true or false")
    relevant = _relevant(row.get("relevant", {}), place)
    if unanswerable == bool(relevant):
        raise EvaluationError(
            f"{place}: give either relevant documents, with grades above 0, or "
            f"unanswerable = true{', not both' if unanswerable else ''}"
        )
    return EvaluationQuery(
        id=text_at(row, "id", place),
        text=text_at(row, "text", place),
        relevant=relevant,
        unanswerable=unanswerable,
        filters=_texts(row, "filters", place),
        at=_at(text_at(row, "at", place)) if "at" in row else None,
    )


def _relevant(value: object, place: str) -> dict[str, int]:
    """The documents with a grade above 0; a grade of 0 says "judged, not relevant"."""
    if not isinstance(value, dict):
        raise EvaluationError(f"{place}: 'relevant' must be a table of path = grade")
    for path, grade in value.items():
        if type(grade) is not int or grade < 0:
            raise EvaluationError(
                f"{place}: the grade of {path!r} must be a whole number such as 1"
            )
    return {path: grade for path, grade in value.items() if grade > 0}


def _texts(row: Row, key: str, place: str) -> tuple[str, ...]:
    value = row.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise EvaluationError(f"{place}: {key!r} must be a list of texts")
    return tuple(value)


def _at(value: str) -> CurrentLocation:
    """The location that FILE or FILE:LINE names."""
    path, _, line = value.rpartition(":")
    if path and line.isdecimal() and int(line) > 0:
        return CurrentLocation(path, int(line))
    return CurrentLocation(value)


def _question(row: Row, place: str) -> EvaluationQuery:
    answers = _answers(row.get("answers", []), place)
    if bool(answers) == row.get("unanswerable", False):
        raise EvaluationError(f"{place}: give either answers or unanswerable = true")
    split = row.get("split", "test")
    if split not in SPLITS:
        raise EvaluationError(f"{place}: 'split' must be {' or '.join(SPLITS)}")
    return EvaluationQuery(
        id=text_at(row, "id", place),
        text=text_at(row, "text", place),
        unanswerable=not answers,
        split=split,
        answers=answers,
    )


def _answers(value: object, place: str) -> tuple[Answer, ...]:
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise EvaluationError(
            f'{place}: \'answers\' must be a list of {{ path = "...", quote = "..." }}'
        )
    for row in value:
        check_keys(row, ("path", "quote"), place)
    return tuple(
        Answer(text_at(row, "path", place), text_at(row, "quote", place))
        for row in value
    )


def _quotation(row: Row, place: str) -> EvaluationQuery:
    file = text_at(row, "file", place)
    return EvaluationQuery(
        id=text_at(row, "id", place),
        text=text_at(row, "query", place),
        relevant={file: 1},
        quotation=LocatedQuotation(
            file=file,
            number=_number(row.get("place", {}), place),
            heading_path=_texts(row, "heading_path", place),
            quote=text_at(row, "quote", place),
            group=text_at({"kind": "query", **row}, "kind", place),
        ),
    )


def _number(value: object, place: str) -> int:
    match list(value.values()) if isinstance(value, dict) else None:
        case []:
            return 0
        case [int(number)] if not isinstance(number, bool):
            return number
    raise EvaluationError(
        f"{place}: 'place' must be empty or one number such as {{\"page\": 12}}"
    )
