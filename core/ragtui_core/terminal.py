"""Standard output and error as a terminal may be given them.

A terminal obeys what it is sent. Text of notes, names of files, settings, arguments
and what a model writes therefore pass a stream that sanitizes, whatever prints them:
no command, library, warning or traceback can bypass it. Colours of our own are marked
by a number that is drawn for this process, which no such text can know.

Where output goes to a program, a pipe or a file, the bytes are the contract and are
left as they are. Standard error is for people alone, and always sanitized.
"""

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO, cast

from ragtui_core.errors import StorageError
from ragtui_core.text.sanitizing import sanitize

_MARK = os.urandom(8).hex()
_STYLE = re.compile(f"\x1b_{_MARK};([0-9;]*)\x1b\\\\")
"""An application program command, which terminals ignore should it ever reach one."""


def sgr(parameters: str) -> str:
    """A colour or weight (ECMA-48 SGR, `1;33`) for text that goes to a terminal.

    What it returns is a mark that `StandardStream` turns into the escape sequence.
    """
    return f"\x1b_{_MARK};{parameters}\x1b\\"


def without_styles(text: str) -> str:
    """The text without the marks that `sgr` made, such as for measuring it."""
    return _STYLE.sub("", text)


def for_terminal(text: str) -> str:
    """`text` with no control but line feeds, tabs and the styles that `sgr` made."""
    if text.isascii() and text.isprintable():
        return text
    plain = _STYLE.split(text)  # text, parameters, text, ..., text
    shown = [sanitize(part).replace("\r\n", "\n") for part in plain[::2]]
    styles = [f"\x1b[{parameters}m" for parameters in plain[1::2]]
    pairs = zip(shown, [*styles, ""], strict=True)
    return "".join(part for pair in pairs for part in pair)


class StandardStream(io.TextIOBase):
    """Standard output or error: sanitized if a person reads it, and safe to fail."""

    def __init__(self, stream: TextIO, *, is_narration: bool) -> None:
        """Write to `stream`, which stays open when this one is let go.

        Args:
            stream: Where the text goes.
            is_narration: Whether it is for people alone, as standard error is.
        """
        self.unsanitized = stream
        """For what draws by control sequences of its own, such as a progress bar."""
        self._is_narration = is_narration
        self._sanitizes = is_narration or stream.isatty()

    def write(self, text: str, /) -> int:
        """Write `text`; the number of characters given.

        Raises:
            BrokenPipeError: The reader has gone. Not for narration.
            StorageError: The output cannot be written. Not for narration.
        """
        with self._loss():
            self.unsanitized.write(for_terminal(text) if self._sanitizes else text)
        return len(text)

    def writelines(self, lines: Iterable[str], /) -> None:  # type: ignore[override]
        """Write each of `lines`."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Hand on what is buffered; raises as `write`."""
        with self._loss():
            self.unsanitized.flush()

    @contextmanager
    def _loss(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            discard(self.unsanitized)
            if self._is_narration:
                return  # There is no other way to tell.
            if isinstance(error, BrokenPipeError):
                raise
            message = f"cannot write the output: {error.strerror}: send it elsewhere"
            raise StorageError(message) from error

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.unsanitized.isatty()

    def fileno(self) -> int:
        """The file descriptor."""
        return self.unsanitized.fileno()

    def writable(self) -> bool:
        """Always."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of what is written."""
        return self.unsanitized.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """What is done with characters that the encoding lacks."""
        return self.unsanitized.errors


@contextmanager
def guarded_output() -> Iterator[None]:
    """Let all that is printed pass a `StandardStream`.

    A stream that the process was started without becomes the null device. Characters
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
    """The same for standard error alone, where standard output is a protocol's."""
    before = sys.stderr
    with _usable(before) as errors:
        sys.stderr = StandardStream(errors, is_narration=True)
        try:
            yield
        finally:
            sys.stderr = before


@contextmanager
def _usable(stream: TextIO | None) -> Iterator[TextIO]:
    if stream is None:  # closed by whoever started the process (`>&-`)
        with _null("w") as null:
            yield null
        return
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    yield stream


def _null(mode: str) -> TextIO:
    return cast("TextIO", Path(os.devnull).open(mode, encoding="utf-8"))


def hold_standard_descriptors() -> None:
    """Point descriptors 0 to 2 that are closed at the null device.

    A file that is opened later would otherwise get such a number, and be written to by
    whatever prints.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one


def discard(stream: TextIO) -> None:
    """Let what is still to be written to a standard stream vanish.

    For a stream that cannot take it: its reader has gone, or the disk is full. The
    interpreter would fail once more when it flushes the stream at its end.
    """
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return  # no file, such as in a test
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, number)
    os.close(null)
