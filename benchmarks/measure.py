"""Timing for the benchmarks: best of several runs, and rows of a table."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that goes when the benchmark is over."""
    folder = Path(tempfile.mkdtemp(prefix="ragtui-benchmark-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def remove_index(db: Path) -> None:
    """Delete an index, the files that belong to it, and its extracted texts."""
    for path in db.parent.glob(f"{db.name}*"):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def seconds(work: Callable[[], object], runs: int = 1) -> float:
    """The shortest wall-clock time of `runs` runs: the one least disturbed."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def processor_seconds(work: Callable[[], object], runs: int = 1) -> float:
    """The shortest processor time of `runs` runs, with processes that they end."""
    times = []
    for _ in range(runs):
        before = os.times()
        work()
        times.append(sum(os.times()[:4]) - sum(before[:4]))
    return min(times)


def cold(arguments: list[str], runs: int = 7) -> float:
    """The shortest time of a new Python process with these arguments."""
    command = [sys.executable, *arguments]
    return seconds(
        lambda: subprocess.run(command, check=True, capture_output=True), runs
    )


def row(name: str, value: float, unit: str, remark: str = "") -> None:
    """Print one line of a result."""
    print(f"{name:<46} {value:>10.3f} {unit:<9} {remark}", flush=True)
