"""Runs code that must not hang in a separate process, with a time limit."""

import resource
import subprocess
import sys
from pathlib import Path

CPU_SECONDS = 60
"""A bound for what must end at all, tens of times above what is needed."""
MEMORY = 4_000_000_000
"""Bytes of address space."""


def run_limited(code: str, *arguments: str | Path) -> str:
    """The output of Python `code`; an error if it fails, or takes too long."""
    start = f"import sys; sys.path[:] = {sys.path!r}\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", start, *map(str, arguments)],
        capture_output=True,
        text=True,
        preexec_fn=_limit,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:] or f"ended by {done.returncode}"
    return done.stdout


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
