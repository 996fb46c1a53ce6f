"""Another process that reads files for this one."""

import os
import pickle
from collections.abc import Sequence

from ragtui_core.child_process import ChildProcess, ParentProcess
from ragtui_core.indexing.file_reader import FileReader, FileReading, Request

NICENESS = 10
"""Added to the parent's: a search, or an editor, gets a core before a reader does."""


class ReaderProcess:
    """Reads batches of files in another process; one batch at a time."""

    def __init__(self, reader: FileReader) -> None:
        """Start the process, which uses a copy of `reader`."""
        self._process = ChildProcess(f"{__name__}:serve")
        self._process.send(pickle.dumps(reader, pickle.HIGHEST_PROTOCOL))

    def read_all(self, requests: Sequence[Request]) -> list[FileReading]:
        """The result of `FileReader.read_all`; blocks.

        Raises:
            EOFError: The process ended.
        """
        self._process.send(pickle.dumps(requests, pickle.HIGHEST_PROTOCOL))
        answer = self._process.receive()
        if answer is None:
            raise EOFError("a process that reads files ended")
        readings: list[FileReading] = pickle.loads(answer)
        return readings

    def __enter__(self) -> "ReaderProcess":
        """The process is already running."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.close()


def serve() -> None:
    """The child's loop: answer requests until the parent has no more."""
    parent = ParentProcess()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    reader: FileReader = pickle.loads(parent.receive() or b"")
    while (requests := parent.receive()) is not None:
        readings = reader.read_all(pickle.loads(requests))
        parent.send(pickle.dumps(readings, pickle.HIGHEST_PROTOCOL))
