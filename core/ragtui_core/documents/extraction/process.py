"""Runs extractors in a process of their own, with limits.

A file may make a library hang, crash or take all memory. The child serves many files;
whatever ends it costs the file that it was reading. It is ended when it has had nothing
to do for a while. Its answers are JSON, since it has read untrusted files.
"""

import json
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ragtui_core.child_process import ChildProcess, ParentProcess
from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.file_readers import readers
from ragtui_core.errors import RagtuiError, UnreadableFile
from ragtui_core.plugins import PluginGroup, find_plugin

IDLE_SECONDS = 20.0
"""After this time without a file the process is ended."""


class Limits(NamedTuple):
    """Seconds of a process for a file, of processor and clock; bytes in all."""

    cpu_seconds: int
    seconds: float
    """On a machine that is busy; after it, the process counts as hanging."""
    memory: int
    """Address space."""


EXTRACTION = Limits(20, 120.0, 1_000_000_000)
"""For a file: 500 pages of a PDF take 2 s."""
RECOGNITION = Limits(120, 600.0, 4_000_000_000)
"""For a page: a dense one takes 4 s, and 1.6 GB of address space."""


class ExtractionProcess:
    """Extracts one file at a time; starts and replaces its process when needed."""

    def __init__(self, limits: Limits = EXTRACTION) -> None:
        """Start nothing yet."""
        self._limits = limits
        self._lock = threading.Lock()
        self._process: ChildProcess | None = None
        self._idle: threading.Timer | None = None

    def extract(self, kind: str, data: bytes) -> Extracted:
        """The text that the extractor of `kind` gives for a file's content.

        Args:
            kind: The kind; with a number, as in `pdf 12`, the text that is recognised
                in that page or picture of the file, from 1; with a list of boxes after
                it, the page itself.
            data: The content.

        Raises:
            UnreadableFile: The extractor refuses the file, fails, or exceeds a limit.
        """
        (found,) = self._extract(kind, [data])
        if isinstance(found, UnreadableFile):
            raise found
        return found

    def extract_many(
        self, kind: str, contents: Sequence[bytes]
    ) -> list[Extracted | UnreadableFile]:
        """The result of `extract` for each of several small files, in less time.

        The limits of one file apply to all together; if they exceed one, or the process
        crashes, the files are extracted one by one.
        """
        try:
            return self._extract(kind, contents) if contents else []
        except UnreadableFile as error:
            if len(contents) == 1:
                return [error]
        return [text for data in contents for text in self.extract_many(kind, [data])]

    def _extract(
        self, kind: str, contents: Sequence[bytes]
    ) -> list[Extracted | UnreadableFile]:
        with self._lock:
            answer = self._exchange(kind, contents)
            if answer is None:
                raise UnreadableFile(self._reason())
            self._idle = _started(IDLE_SECONDS, self._end_idle)
        return [
            UnreadableFile(error) if error else Extracted.from_json(extracted)
            for error, extracted in json.loads(answer)
        ]

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _exchange(self, kind: str, contents: Sequence[bytes]) -> bytes | None:
        """Send files and wait for the answer; None if the process ended instead."""
        if self._idle:
            self._idle.cancel()
        process = self._running()
        self._is_late = False
        timer = _started(self._limits.seconds, self._stop_late, process)
        try:
            process.send(f"{len(contents)} {kind}".encode())
            for data in contents:
                process.send(data)
            return process.receive()
        except (BrokenPipeError, ConnectionResetError):
            return None
        finally:
            timer.cancel()

    def _running(self) -> ChildProcess:
        if self._process is None or not self._process.is_running:
            self._end()
            self._process = ChildProcess(
                f"{__name__}:serve",
                quiet=True,
                max_memory=self._limits.memory,
                max_cpu_seconds=self._limits.cpu_seconds,
            )
        return self._process

    def _stop_late(self, process: ChildProcess) -> None:
        self._is_late = True
        process.kill()

    def _end_idle(self) -> None:
        """End the process, unless it was asked for a file again just now."""
        with self._lock:
            if self._idle is threading.current_thread():
                self._end()

    def _reason(self) -> str:
        """Why the process ended without an answer."""
        assert self._process
        code = self._process.wait()
        self._end()
        if self._is_late:
            return f"not read within {self._limits.seconds:.0f} s"
        if code == -getattr(signal, "SIGXCPU", 0):
            seconds = self._limits.cpu_seconds
            return f"needs more than {seconds} s of processor time"
        return "reading it crashed the extractor"

    def _end(self) -> None:
        if self._idle:
            self._idle.cancel()
            self._idle = None
        if self._process:
            self._process.close()
            self._process = None


def _started(
    seconds: float, call: Callable[..., None], *arguments: object
) -> threading.Timer:
    timer = threading.Timer(seconds, call, arguments)
    timer.daemon = True
    timer.start()
    return timer


# --- in the child ---


def serve(*, max_memory: int, max_cpu_seconds: int) -> None:
    """Answer requests until the input ends.

    Args:
        max_memory: Bytes of address space.
        max_cpu_seconds: Processor time for a file.
    """
    parent = ParentProcess()
    _limit_memory(max_memory)
    while (request := parent.receive()) is not None:
        count, _, kind = request.decode().partition(" ")
        contents = [parent.receive() for _ in range(int(count))]
        _limit_cpu(max_cpu_seconds)
        found = [_answer(kind, data) for data in contents if data is not None]
        if len(found) < len(contents):
            return
        parent.send(json.dumps(found).encode())


def _answer(kind: str, data: bytes) -> tuple[str, str]:
    """A reason for a failure, or else the JSON of the result."""
    kind, _, page = kind.partition(" ")
    try:
        plugin = find_plugin(PluginGroup.LOADERS, kind)
        with plugin.guarded():
            extractor = plugin.load()()
            return "", _extract(extractor, data, page).to_json()
    except RagtuiError as error:
        return str(error), ""
    except ImportError as error:
        return f"reading it requires a library that is not installed: {error}", ""
    except Exception as error:  # whatever a library raises for a file
        detail = " ".join(str(error).split())[:200]
        return f"cannot be read: {type(error).__name__}: {detail}", ""


def _of_picture(extractor: Any, data: bytes, page: str) -> Extracted:
    """What is recognised in a page; with boxes, as in `3 [[0, 0, 9, 9]]`, the page."""
    number, _, boxes = page.partition(" ")
    picture = extractor.picture(data, int(number))
    if boxes:
        return readers().drawn(picture, json.loads(boxes))
    return readers().recognized(picture)


def _extract(extractor: Any, data: bytes, page: str) -> Extracted:
    """What an extractor gives for a file, or what is recognised in a page of it."""
    try:
        found: Extracted = (
            _of_picture(extractor, data, page) if page else extractor.extract(data)
        )
    except MemoryError as error:
        raise UnreadableFile("needs too much memory") from error
    except RecursionError as error:
        raise UnreadableFile("nested too deeply") from error
    return found


def _limit_memory(size: int) -> None:
    resource = _resource()
    if resource:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _limit_cpu(seconds: int) -> None:
    """Allow the processor time of one more file."""
    resource = _resource()
    if resource:
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + seconds
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _resource() -> Any:
    """The module of POSIX systems; None elsewhere, where only the time is limited."""
    try:
        import resource
    except ImportError:
        return None
    return resource
