"""Fingerprints of query sets and collections, by their bytes."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from ragtui_core import EvaluationError


def sha256_of(files: Sequence[Path]) -> str:
    """The SHA-256, 64 hex digits, of the files' bytes one after the other.

    Raises:
        EvaluationError: One of them is missing or cannot be read.
    """
    digest = hashlib.sha256()
    for file in files:
        try:
            with file.open("rb") as stream:
                while part := stream.read(1 << 20):
                    digest.update(part)
        except OSError as error:
            raise unreadable(file, error) from error
    return digest.hexdigest()


def unreadable(file: Path, error: OSError) -> EvaluationError:
    """The error that says why `file` could not be read."""
    return EvaluationError(f"cannot read {file}: {error.strerror or error}")
