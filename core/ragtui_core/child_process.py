"""Processes of this program that answer messages of bytes over their streams.

A plain subprocess rather than one of `multiprocessing`, so that programs that use the
core need no `if __name__ == "__main__"`. It ends when its input does, also if its
parent crashes. A message is its length in 8 bytes, then its bytes.
"""

import atexit
import os
import signal
import subprocess
import sys
from typing import IO

_START = (
    "import sys; sys.path[:] = {path!r}; from {module} import {function} as serve; "
    "serve({options})"
)


class ChildProcess:
    """A process that runs a function, and its two streams."""

    def __init__(self, function: str, *, quiet: bool = False, **options: float) -> None:
        """Start a process that calls `function`, `package.module:name`, once.

        It takes `options`, which are numbers, and talks by a `ParentProcess`. With
        `quiet`, what it writes to its standard error is dropped.
        """
        module, _, name = function.partition(":")
        given = ", ".join(f"{key}={value!r}" for key, value in options.items())
        code = _START.format(path=sys.path, module=module, function=name, options=given)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
        )
        atexit.register(self._process.kill)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def send(self, message: bytes) -> None:
        """Write a message.

        Raises:
            BrokenPipeError, ConnectionResetError: The process has ended.
        """
        assert self._process.stdin
        _send(self._process.stdin, message)

    def receive(self) -> bytes | None:
        """Wait for a message; None if the process has ended instead."""
        assert self._process.stdout
        return _receive(self._process.stdout)

    def kill(self) -> None:
        """End the process without waiting, from any thread."""
        self._process.kill()

    def wait(self) -> int:
        """Wait until the process ends; its exit code, or minus the signal's number."""
        return self._process.wait()

    def close(self) -> None:
        """End the process, and release its streams."""
        self._process.kill()
        self._process.communicate()
        atexit.unregister(self._process.kill)


class ParentProcess:
    """The parent, for the function that its child runs. One is made per process."""

    def __init__(self) -> None:
        """Take over the streams: whatever else is printed goes to standard error."""
        # Ctrl+C reaches the whole process group; the parent handles it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)

    def send(self, message: bytes) -> None:
        """Write a message."""
        _send(self._answers, message)

    def receive(self) -> bytes | None:
        """Wait for a message; None if the parent has no more, or has ended."""
        return _receive(sys.stdin.buffer)


def _send(stream: IO[bytes], message: bytes) -> None:
    stream.write(len(message).to_bytes(8, "big"))
    stream.write(message)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes | None:
    head = stream.read(8)
    message = stream.read(int.from_bytes(head, "big")) if len(head) == 8 else b""
    return message if len(head) == 8 and len(message) == int.from_bytes(head) else None
