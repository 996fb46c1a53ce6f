"""Standard output and error, safe for a terminal.

A terminal executes control sequences. Text of notes, file names, settings, arguments
and model output therefore pass through a stream that sanitizes, whatever prints them:
no command, library, warning or traceback can bypass it. Colours of our own are marked
by a random number per process, which no such text can contain.

If output goes to a program, a pipe or a file, the bytes are the contract and are
unchanged. Standard error is for people, and always sanitized.
"""

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO, cast

from ragtui_core.errors import StorageError
from ragtui_core.text.sanitizing import sanitize

_MARK = os.urandom(8).hex()
_STYLE = re.compile(f"\x1b_{_MARK};([0-9;]*)\x1b\\\\")
"""An application program command, which terminals ignore if it reaches one."""


def sgr(parameters: str) -> str:
    """A colour or weight (ECMA-48 SGR, `1;33`) for text that goes to a terminal.

    The result is a mark that `StandardStream` replaces by the escape sequence.
    """
    return f"\x1b_{_MARK};{parameters}\x1b\\"


def for_terminal(text: str) -> str:
    """`text` with no controls but line feeds, tabs and the styles of `sgr`."""
    if text.isascii() and text.isprintable():
        return text
    plain = _STYLE.split(text)  # text, parameters, text, ..., text
    shown = [sanitize(part).replace("\r\n", "\n") for part in plain[::2]]
    styles = [f"\x1b[{parameters}m" for parameters in plain[1::2]]
    pairs = zip(shown, [*styles, ""], strict=True)
    return "".join(part for pair in pairs for part in pair)


class StandardStream(io.TextIOBase):
    """Standard output or error: sanitized on a terminal, safe to fail."""

    def __init__(self, stream: TextIO, *, is_narration: bool) -> None:
        """Write to `stream`, which stays open when this object is closed.

        `is_narration` is whether it is for people only, like standard error.
        """
        self.unsanitized = stream
        """For output with its own control sequences, such as a progress bar."""
        self._is_narration = is_narration
        self._sanitizes = is_narration or stream.isatty()

    def write(self, text: str, /) -> int:
        """Write `text`; returns its number of characters.

        Raises:
            BrokenPipeError: The reader has closed the pipe. Not for narration.
            StorageError: The output cannot be written. Not for narration.
        """
        with self._write_errors():
            self.unsanitized.write(for_terminal(text) if self._sanitizes else text)
        return len(text)

    def flush(self) -> None:
        """Flush the buffer; raises as `write`."""
        with self._write_errors():
            self.unsanitized.flush()

    @contextmanager
    def _write_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            discard(self.unsanitized)
            if self._is_narration:
                return  # There is nowhere else to report it.
            if isinstance(error, BrokenPipeError):
                raise
            message = (
                f"cannot write the output: {error.strerror}: redirect it elsewhere"
            )
            raise StorageError(message) from error

    @property
    def closed(self) -> bool:
        """Whether it, or the stream below it, is closed: then nothing is flushed."""
        return super().closed or self.unsanitized.closed

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.unsanitized.isatty()

    def fileno(self) -> int:
        """The file descriptor."""
        return self.unsanitized.fileno()

    def writable(self) -> bool:
        """Always True."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the output."""
        return self.unsanitized.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """The error handler for characters that the encoding lacks."""
        return self.unsanitized.errors


@contextmanager
def guarded_output() -> Iterator[None]:
    """Route all printed output through a `StandardStream`.

    A missing stream becomes the null device. Characters
    that the locale cannot encode are written as escapes.
    """
    before = sys.stdin, sys.stdout
    with ExitStack() as stack:
        if sys.stdin is None:
            sys.stdin = stack.enter_context(_null("r"))
        output = stack.enter_context(_usable(sys.stdout))
        sys.stdout = StandardStream(output, is_narration=False)
        try:
            with guarded_errors():
                yield
        finally:
            sys.stdin, sys.stdout = before


@contextmanager
def guarded_errors() -> Iterator[None]:
    """Guard standard error alone; standard output carries a protocol."""
    before = sys.stderr
    with _usable(before) as errors:
        sys.stderr = StandardStream(errors, is_narration=True)
        try:
            yield
        finally:
            sys.stderr = before


@contextmanager
def _usable(stream: TextIO | None) -> Iterator[TextIO]:
    if stream is None:  # closed by the parent process (`>&-`)
        with _null("w") as null:
            yield null
        return
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    yield stream


def _null(mode: str) -> TextIO:
    return cast("TextIO", Path(os.devnull).open(mode, encoding="utf-8"))


def hold_standard_descriptors() -> None:
    """Open the null device for those of descriptors 0 to 2 that are closed.

    A file that is opened later would otherwise get such a number, and receive
    printed output.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one


def discard(stream: TextIO) -> None:
    """Discard the buffered output of a standard stream.

    For a stream that cannot be written: its reader is gone, or the disk is full. The
    interpreter would otherwise fail again when it flushes the stream at exit.
    """
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return  # no file, such as in a test
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, number)
    os.close(null)
