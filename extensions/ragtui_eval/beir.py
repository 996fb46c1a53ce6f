"""Reads a collection in the BEIR format, and turns its corpus into a vault.

A BEIR folder (Thakur et al. 2021) contains `corpus.jsonl` (`_id`, `title`, `text`),
`queries.jsonl` (`_id`, `text`) and `qrels/<split>.tsv` (query, document, grade). A
query may have short answers, a list of texts in `metadata.answers`.

Search is measured on what people have, files in a folder: each document is written as
a Markdown file, and read and chunked like any other note.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from ragtui_core import EvaluationError
from ragtui_core.files import private_directory, write_private
from ragtui_eval.query_set import Answer, EvaluationQuery, QuerySet
from ragtui_eval.set_files import Row, json_rows, sha256_of, unreadable

CORPUS = "corpus.jsonl"

HEADER = ["query-id", "corpus-id", "score"]

DEV_SHARE = 0.25
"""The ratio of a collection's questions, by a hash of their ids, that is `dev`."""

STAMP = ".collection"
"""The hidden file that names the corpus whose documents a folder contains."""

MAX_NAME_CHARS = 200
"""Bytes of a file name; most file systems allow 255, some encrypted ones 143."""

_UNFINISHED = "unfinished"


def load_collection(folder: Path, split: str) -> QuerySet:
    """The queries with at least one document of a grade above 0 in `split`.

    Raises:
        EvaluationError: A file or the split is missing, or a line of one is wrong.
    """
    qrels = folder / "qrels" / f"{split}.tsv"
    if not qrels.is_file():
        splits = sorted(file.stem for file in (folder / "qrels").glob("*.tsv"))
        there = f"choose one of {', '.join(splits)}" if splits else "it has none at all"
        raise EvaluationError(f"{folder} has no split {split!r}: {there}")
    relevant = _read_qrels(qrels)
    queries = folder / "queries.jsonl"
    rows = dict(_distinct(queries, "query"))
    texts = {query: row.text("text") for query, row in rows.items()}
    if unknown := sorted(relevant.keys() - rows.keys()):
        raise EvaluationError(
            f"{qrels} judges the query {unknown[0]!r}, which queries.jsonl lacks: "
            "take both from the same download"
        )
    return QuerySet(
        name=folder.resolve().name,
        queries=tuple(
            EvaluationQuery(
                id=query,
                text=texts[query],
                relevant=relevant[query],
                split="dev" if _position(query) < DEV_SHARE else "test",
                answers=_answers(row, relevant[query]),
            )
            for query, row in rows.items()
            if query in relevant
        ),
        files=(folder / CORPUS, queries, qrels),
        split=split,
        collection=folder,
    )


def _distinct(file: Path, kind: str) -> Iterator[tuple[str, Row]]:
    """The rows of a file, each with its `_id`.

    Raises:
        EvaluationError: An `_id` is missing, or occurs twice.
    """
    seen: set[str] = set()
    for row in json_rows(file):
        name = row.text("_id")
        if name in seen:
            raise row.error(f"the {kind} {name!r} occurs twice: remove one")
        seen.add(name)
        yield name, row


def _position(query: str) -> float:
    """A number in 0..1 that is the same at every run."""
    return int.from_bytes(hashlib.sha256(query.encode()).digest()[:8]) / 2**64


def _answers(row: Row, paths: dict[str, int]) -> tuple[Answer, ...]:
    match row.values:
        case {"metadata": {"answers": [*quotes]}}:
            return tuple(
                Answer(path, str(text), gist=True) for path in paths for text in quotes
            )
    return ()


def _read_qrels(file: Path) -> dict[str, dict[str, int]]:
    """Query id to the documents with a grade above 0."""
    relevant: dict[str, dict[str, int]] = {}
    try:
        lines = file.read_text("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise EvaluationError(f"{file} is not UTF-8: save it as UTF-8") from error
    except OSError as error:
        raise unreadable(file, error) from error
    for number, line in enumerate(lines, start=1):
        columns = line.rstrip("\r").split("\t")
        if not line.strip() or (number == 1 and columns == HEADER):
            continue
        try:
            query, document, text = columns
            grade = int(text)
        except ValueError as error:
            raise EvaluationError(
                f"{file}, line {number}: give query, document and grade, a whole "
                f"number, separated by tabs, not {line!r:.80}"
            ) from error
        if grade > 0:
            relevant.setdefault(query, {})[document_of(document)] = grade
    return relevant


def read_corpus(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Each document's id, title and text, either of which may be empty.

    Raises:
        EvaluationError: `corpus.jsonl` is missing, or a line of it is wrong.
    """
    for document, row in _distinct(folder / CORPUS, "document"):
        title, text = row.values.get("title") or "", row.values.get("text")
        if not isinstance(title, str) or not isinstance(text, str):
            raise row.error(
                "'text' must be a text, and so must 'title' if it is given: fix or "
                "remove the line"
            )
        yield document, title, text


def document_of(corpus_id: str) -> str:
    """The name of the file that contains the document; a path relative to the vault.

    The id is percent-encoded, a leading dot too, since hidden files are not indexed.
    """
    raw = corpus_id.encode("utf-8", "surrogatepass")
    name = quote(raw, safe="")
    if name.startswith("."):
        name = f"%2E{name[1:]}"
    if len(name) + len(".md") > MAX_NAME_CHARS:
        name = hashlib.sha256(raw).hexdigest()
    return f"{name}.md"


def materialise(folder: Path, target: Path) -> None:
    """Write the corpus of `folder` as Markdown files into `target`.

    Nothing is written if `target` already contains this corpus. What an earlier or an
    interrupted run left there is replaced.

    Raises:
        EvaluationError: The corpus is wrong, `target` has other files, or it cannot
            be written.
    """
    digest = sha256_of([folder / CORPUS])
    stamp = target / STAMP
    try:
        if stamp.is_file() and stamp.read_text("utf-8") == digest:
            return
        if target.is_dir() and any(target.iterdir()) and not stamp.is_file():
            raise EvaluationError(
                f"{target} contains files that ragtui did not write: name an empty "
                "folder"
            )
        private_directory(target)
        write_private(stamp, _UNFINISHED.encode())
        written = set(_write_documents(folder, target))
        for stale in {file.name for file in target.glob("*.md")} - written:
            (target / stale).unlink()
        write_private(stamp, digest.encode())
    except OSError as error:
        reason = error.strerror or error
        raise EvaluationError(
            f"cannot write the collection's documents to {target}: {reason}"
        ) from error


def _write_documents(folder: Path, target: Path) -> Iterator[str]:
    for document, title, text in read_corpus(folder):
        name = document_of(document)
        heading = " ".join(title.split())
        if heading and text.partition("\n")[0].strip() != f"# {heading}":
            text = f"# {heading}\n\n{text}"
        write_private(target / name, f"{text}\n".encode("utf-8", "replace"))
        yield name
