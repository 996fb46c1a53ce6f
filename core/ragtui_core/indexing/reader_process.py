"""Another process that reads files for this one."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import IO

from ragtui_core.indexing.file_reader import FileReader, Reading, Request

NICENESS = 10
"""Added to the parent's: a search, or an editor, gets a core before a reader does."""

_START = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"


class ReaderProcess:
    """Reads batches of files in another process; one batch at a time.

    A plain subprocess rather than one of `multiprocessing`, so that programs that use
    the core need no `if __name__ == "__main__"`. It ends when its input does, also if
    its parent crashes.
    """

    def __init__(self, reader: FileReader) -> None:
        """Start the process, which uses a copy of `reader`."""
        code = _START.format(path=sys.path, module=__name__)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        _send(self._process.stdin, reader)

    def read_all(self, requests: Sequence[Request]) -> list[Reading]:
        """The result of `FileReader.read_all`; blocks."""
        _send(self._process.stdin, requests)
        assert self._process.stdout
        answer: list[Reading] = pickle.load(self._process.stdout)
        return answer

    def __enter__(self) -> "ReaderProcess":
        """The process is already running."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def _send(stream: IO[bytes] | None, message: object) -> None:
    assert stream
    pickle.dump(message, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()


def serve() -> None:
    """The child's loop: answer requests until the input ends."""
    # Ctrl+C reaches the whole process group; the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    reader: FileReader = pickle.load(sys.stdin.buffer)
    while True:
        try:
            requests: list[Request] = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _send(sys.stdout.buffer, reader.read_all(requests))
