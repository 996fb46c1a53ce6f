"""Whether an index is right after its process was killed at a random moment.

python -m benchmarks.crash_recovery [--kills 500] [--seed 1] [--every 1]

Kills `ragtui index`, with and without embedding, and `ragtui index --watch` over a
vault that changes meanwhile, each at a random moment of its run (SIGKILL). After each
kill a run is completed, and its index is compared with one made from scratch:
documents, chunks, words, links, headings, tags, skipped files and the vectors' keys.
Ends with exit code 1 if one differs.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

from benchmarks.from_scratch import Trial
from benchmarks.measure import scratch

FILES = 24
KINDS = ("keywords", "embedding", "watch")


def killed(trial: Trial, kind: str, chance: random.Random) -> str:
    """Start a run of `kind` and kill it; after which event it was.

    Half of them are killed at any time, half soon after the first write.
    """
    options = {"keywords": ["--no-embed"], "embedding": [], "watch": ["--watch"]}[kind]
    before = written(trial)
    process = trial.start("--json", *options)
    latest = time.monotonic() + chance.uniform(0.2, 3.0 if kind == "watch" else 1.8)
    soon = chance.random() < 0.5
    while time.monotonic() < latest and process.poll() is None:
        if soon and written(trial) != before:
            soon = False
            latest = time.monotonic() + chance.uniform(0.0, 0.2)
        if kind == "watch" and chance.random() < 0.2:
            trial.operations.step()
        time.sleep(0.002)
    over = process.poll() is not None
    process.kill()
    told, _ = process.communicate()
    if over:
        return "after its end"
    events = [line for line in told.splitlines() if line.startswith("{")]
    if events:
        return f"after {json.loads(events[-1])['event']}"
    return "before its first write" if written(trial) == before else "before an event"


def written(trial: Trial) -> int:
    """A number that changes with every write to the index."""
    log = trial.index.with_name(f"{trial.index.name}-wal")
    return log.stat().st_mtime_ns if log.exists() else 0


def run(kills: int, seed: int, every: int) -> int:
    """Kill so often; how often the index differed from a clean one."""
    chance, wrong, phases = random.Random(seed), 0, dict[str, int]()
    started = time.monotonic()
    with scratch() as folder:
        trial = Trial(Path(folder), seed, FILES)
        trial.complete()
        for number in range(1, kills + 1):
            for _ in range(chance.randint(1, 8)):
                trial.operations.step()
            kind = KINDS[number % len(KINDS)]
            phase = killed(trial, kind, chance)
            phases[f"{kind}, {phase}"] = phases.get(f"{kind}, {phase}", 0) + 1
            if number % every == 0:
                trial.complete()
                found = trial.compare()
                wrong += bool(found)
                for line in found:
                    print(f"kill {number} ({kind}, {phase}): {line}", flush=True)
            if number % 20 == 0:
                passed = time.monotonic() - started
                print(f"{number} kills, {wrong} wrong, {passed:.0f} s", flush=True)
    for name, count in sorted(phases.items()):
        print(f"  {count:>4} killed: {name}")
    print(f"{kills} kills, {trial.operations.count} changes, {wrong} indexes wrong")
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="kills between two looks")
    given = parser.parse_args()
    sys.exit(run(given.kills, given.seed, given.every) > 0)
