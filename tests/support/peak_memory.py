"""Fails a run in which a test process grew too large."""

import ctypes
import resource
import sys
from typing import Any

import pytest

LIMIT_MB = 1280
"""What one process may take. In a whole run in two processes the larger one takes less
than 1,000; the rest is for other machines and for measuring coverage."""

PEAK = "peak_mb"


class PeakMemory:
    """Collects the peak of each test process and looks at the largest at the end."""

    def __init__(self) -> None:
        self._peaks = [0]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the peak that a process of pytest-xdist reports."""
        self._peaks.append(getattr(node, "workeroutput", {}).get(PEAK, 0))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Report the peak of this process, or fail the run."""
        self._peaks.append(own_peak())
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[PEAK] = own_peak()
        elif max(self._peaks) > LIMIT_MB and not session.testsfailed:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        """Say how large the largest process was, if that is too large."""
        if max(self._peaks) > LIMIT_MB:
            terminalreporter.write_line(
                f"A test process took {max(self._peaks)} MB, more than {LIMIT_MB} MB: "
                "find what still refers to closed apps, vaults or models.",
                red=True,
            )


def own_peak() -> int:
    """The most memory that this process has had, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak // (1 << 20 if sys.platform == "darwin" else 1 << 10))


_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""Parameters of glibc's mallopt(3)."""


def keep_little_in_reserve() -> None:
    """Let all threads share two of glibc's arenas, and large blocks be mapped.

    By default each thread of the many that apps start may get an arena of its own, in
    which the memory of ended threads remains.
    """
    if libc := _glibc():
        libc.mallopt(_M_ARENA_MAX, 2)
        libc.mallopt(_M_MMAP_THRESHOLD, 1 << 20)


def return_freed_memory() -> None:
    """Let glibc return what it has in reserve: mostly large texts of single tests."""
    if libc := _glibc():
        libc.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "malloc_trim") else None
