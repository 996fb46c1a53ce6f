"""Writes rankings as a TREC run file, for trec_eval and its kin.

trec_eval ignores the rank column: it sorts by score, ties by document id, descending.
It also reads scores as 32-bit floats. Scores are therefore written strictly
decreasing in that precision, so that it sees the order given.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ragtui_core import EvaluationError
from ragtui_core.files import write_private


def write_run(
    path: Path, run: Mapping[str, Sequence[tuple[str, float]]], tag: str
) -> None:
    """Write one line a document: `query Q0 document rank score tag`.

    Args:
        path: The file to write; an existing one is replaced.
        run: Query id to its documents, best first, each with its score.
        tag: The system's name.

    Raises:
        EvaluationError: An id or the tag is empty or holds white space, or the file
            cannot be written.
    """
    _check("tag", tag)
    lines = [line for query, ranked in run.items() for line in _lines(query, ranked)]
    try:
        text = "".join(f"{line} {tag}\n" for line in lines)
        write_private(path, text.encode())
    except OSError as error:
        reason = error.strerror or error
        raise EvaluationError(f"cannot write the run file {path}: {reason}") from error


def decreasing(scores: Sequence[float]) -> Iterator[float]:
    """`scores` as 32-bit floats, each below the one before it.

    A score that is not below the one before it becomes the next smaller float.
    """
    import numpy as np

    lowest = np.float32(-np.inf)
    before = np.float32(np.inf)
    for score in scores:
        own = np.float32(score)
        before = own if own < before else np.nextafter(before, lowest)
        yield float(before)


def _lines(query: str, ranked: Sequence[tuple[str, float]]) -> Iterator[str]:
    _check("query id", query)
    scores = decreasing([score for _, score in ranked])
    for rank, ((document, _), score) in enumerate(
        zip(ranked, scores, strict=True), start=1
    ):
        _check("document id", document)
        yield f"{query} Q0 {document} {rank} {score:.9g}"


def _check(kind: str, name: str) -> None:
    if name.split() != [name]:
        raise EvaluationError(
            f"a run file cannot hold the {kind} {name!r}: its columns are separated by "
            "white space; rename it"
        )
