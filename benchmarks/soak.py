"""Whether a watcher's index stays right, and the watcher small, over a long time.

python -m benchmarks.soak [--minutes 30] [--seed 1] [--comparisons 60]

One process of `ragtui index --watch` follows a vault that changes at random: files,
folders, links, ignore files and settings. Every so often the changes pause until the
watcher is idle; then its index is compared with one made from scratch.
Prints the watcher's file descriptors, threads and memory over time. Ends with exit
code 1 if an index differs or the watcher ended. Linux only (/proc).
"""

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.from_scratch import Trial
from benchmarks.measure import scratch

if TYPE_CHECKING:
    from subprocess import Popen

FILES = 60
QUIET_SECONDS = 2.0
"""A watcher without events for so long is idle."""

MOST_SECONDS = 60.0
"""What a watcher may take for one burst."""


class WatcherOutput:
    """Reads what the watcher prints, so that it never waits, and when it did last."""

    def __init__(self, process: "Popen[str]") -> None:
        """Begin to read."""
        self.last = time.monotonic()
        self.events: dict[str, int] = {}
        self.errors: list[str] = []
        for read in (self._events, self._errors):
            threading.Thread(target=read, args=(process,), daemon=True).start()

    def _events(self, process: "Popen[str]") -> None:
        for line in process.stdout or ():
            self.last = time.monotonic()
            name = str(json.loads(line)["event"])
            self.events[name] = self.events.get(name, 0) + 1

    def _errors(self, process: "Popen[str]") -> None:
        self.errors += process.stderr or ()

    def wait_until_quiet(self) -> None:
        """Wait until there was no event for a while."""
        latest = time.monotonic() + MOST_SECONDS
        begun = time.monotonic()
        while time.monotonic() < latest:
            if time.monotonic() - max(self.last, begun) >= QUIET_SECONDS:
                return
            time.sleep(0.05)
        print("the watcher did not become idle", flush=True)


def usage(process: int) -> tuple[int, int, float]:
    """Open file descriptors, threads, and resident memory in MB of a process."""
    folder = Path(f"/proc/{process}")
    status = (folder / "status").read_text()
    facts = dict(line.split(":", 1) for line in status.splitlines())
    memory = int(facts["VmRSS"].split()[0]) / 1024
    return len([*(folder / "fd").iterdir()]), int(facts["Threads"]), memory


@contextmanager
def watcher(trial: Trial) -> Iterator[tuple["Popen[str]", WatcherOutput]]:
    """A process that watches the vault."""
    process = trial.start("--watch", "--json")
    try:
        yield process, WatcherOutput(process)
    finally:
        process.terminate()
        process.wait()


def run(minutes: float, seed: int, comparisons: int) -> bool:
    """Change and compare for so long; whether all was well."""
    wrong = 0
    end = time.monotonic() + minutes * 60
    round_seconds = minutes * 60 / comparisons
    with scratch() as folder:
        trial = Trial(folder, seed, FILES)
        with watcher(trial) as (process, output):
            output.wait_until_quiet()
            number = 0
            while time.monotonic() < end or number < comparisons:
                number += 1
                change(trial, time.monotonic() + max(1.0, round_seconds - 12))
                trial.accept_deletions()
                output.wait_until_quiet()
                if process.poll() is not None:
                    print(f"the watcher ended: {''.join(output.errors)}")
                    return False
                found = trial.compare()
                wrong += bool(found)
                handles, threads, memory = usage(process.pid)
                print(
                    f"{number:>3}: {trial.operations.count} changes, {wrong} wrong, "
                    f"{handles} descriptors, {threads} threads, {memory:.0f} MB",
                    flush=True,
                )
                for line in found:
                    print(f"     {line}", flush=True)
            print(f"events: {output.events}; on standard error: {output.errors}")
    print(f"{number} comparisons, {wrong} wrong, {trial.operations.count} changes")
    return not wrong


def change(trial: Trial, until: float) -> None:
    """Change the vault at a human pace and in bursts."""
    chance = trial.operations.random
    while time.monotonic() < until:
        burst = chance.random() < 0.1
        for _ in range(chance.randint(5, 40) if burst else 1):
            trial.operations.step()
        time.sleep(chance.uniform(0.0, 0.4))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--comparisons", type=int, default=60)
    given = parser.parse_args()
    sys.exit(not run(given.minutes, given.seed, given.comparisons))
