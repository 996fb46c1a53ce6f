"""A disk that is full in the middle of a line."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Write ten bytes of the next line, then fail; short writes are of locks."""
    write, takes = os.write, [10, 0]

    def fill(descriptor: int, data: bytes) -> int:
        if len(data) < 100:
            return write(descriptor, data)
        if not (taken := takes.pop(0)):
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data[:taken])

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", fill)
        yield
