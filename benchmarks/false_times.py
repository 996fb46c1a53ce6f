"""Counts the lines without a time in which a time is read, and the cost of reading.

    python -m benchmarks.false_times COLLECTION ...

Each collection is a BEIR folder, of whose queries those with a year count as lines with
a time, or a text file with a line each. The lines that are read are printed.
"""

import json
import re
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ragtui_core.search.asked import time_in

TODAY = date(2026, 11, 27)

_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)|\d0s\b")


def _lines(place: Path) -> Iterator[str]:
    if place.is_file():
        yield from place.read_text("utf-8").splitlines()
        return
    for row in (place / "queries.jsonl").read_text("utf-8").splitlines():
        if not _YEAR.search(line := str(json.loads(row)["text"])):
            yield line


def main() -> None:
    """Print the lines in which a time is read, their number, and the times taken."""
    time_in("1 May", TODAY)  # compiles the patterns
    for place in map(Path, sys.argv[1:]):
        taken, found = list[float](), 0
        for line in _lines(place):
            start = time.perf_counter()
            read = time_in(line, TODAY)
            taken.append(1000 * (time.perf_counter() - start))
            if read:
                found += 1
                print(f"{line[:100]} | {read.words} | {read.shown} {read.effect}")
        ranked = sorted(taken)
        p99 = ranked[len(ranked) * 99 // 100]
        print(
            f"{place.name}: {found} of {len(taken)} lines; p50 "
            f"{statistics.median(taken):.3f} ms, p99 {p99:.3f}, max {ranked[-1]:.3f}"
        )


if __name__ == "__main__":
    main()
