"""Turns a BEIR corpus into a vault: one Markdown file a document.

Search is then measured on what people have, files in a folder, read and chunked like
any other note.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from ragtui_core import EvaluationError
from ragtui_core.files import private_directory, write_private
from ragtui_eval.fingerprint import sha256_of
from ragtui_eval.json_lines import objects, text_of

STAMP = ".collection"
"""The hidden file that names the corpus whose documents a folder contains."""

MAX_NAME_CHARS = 200
"""Bytes of a file name; most file systems allow 255, some encrypted ones 143."""

_UNFINISHED = "unfinished"


def read_corpus(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Each document's id, title and text, either of which may be empty.

    Raises:
        EvaluationError: `corpus.jsonl` is missing, or a line of it is wrong.
    """
    seen: set[str] = set()
    for place, row in objects(folder / "corpus.jsonl"):
        document = text_of(row, "_id", place)
        if document in seen:
            raise EvaluationError(
                f"{place}: the document {document!r} occurs twice: remove one"
            )
        seen.add(document)
        title, text = row.get("title") or "", row.get("text")
        if not isinstance(title, str) or not isinstance(text, str):
            raise EvaluationError(
                f"{place}: 'text' must be a text, and so must 'title' if it is given: "
                "fix or remove the line"
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


def corpus_ids(folder: Path) -> dict[str, str]:
    """File name to document id: the way back from `document_of`.

    Raises:
        EvaluationError: As `read_corpus`.
    """
    return {document_of(document): document for document, _, _ in read_corpus(folder)}


def materialise(folder: Path, target: Path) -> None:
    """Write the corpus of `folder` as Markdown files into `target`.

    Nothing is written if `target` already contains this corpus. What an earlier or an
    interrupted run left there is replaced.

    Raises:
        EvaluationError: The corpus is wrong, `target` has other files, or it cannot
            be written.
    """
    digest = sha256_of([folder / "corpus.jsonl"])
    stamp = target / STAMP
    try:
        if stamp.is_file() and stamp.read_text("utf-8") == digest:
            return
        _claim(target)
        written = set(_write_documents(folder, target))
        for stale in {file.name for file in target.glob("*.md")} - written:
            (target / stale).unlink()
        write_private(stamp, digest.encode())
    except OSError as error:
        reason = error.strerror or error
        raise EvaluationError(
            f"cannot write the collection's documents to {target}: {reason}"
        ) from error


def _claim(target: Path) -> None:
    """Mark `target` as ours to write to, or refuse to."""
    stamp = target / STAMP
    if target.is_dir() and any(target.iterdir()) and not stamp.is_file():
        raise EvaluationError(
            f"{target} contains files that ragtui did not write: name an empty folder"
        )
    private_directory(target)
    write_private(stamp, _UNFINISHED.encode())


def _write_documents(folder: Path, target: Path) -> Iterator[str]:
    for document, title, text in read_corpus(folder):
        name = document_of(document)
        content = _markdown(" ".join(title.split()), text)
        write_private(target / name, content.encode("utf-8", "replace"))
        yield name


def _markdown(title: str, text: str) -> str:
    if not title or text.partition("\n")[0].strip() == f"# {title}":
        return f"{text}\n"
    return f"# {title}\n\n{text}\n"
