"""How fast notes made to be slow are read, and whether the time grows linearly.

PYTHONPATH=tests python -m benchmarks.hostile_input [--size CHARACTERS] [KIND...]

The exponent compares a note with one twice as long: 1 is linear, 2 quadratic. The
baseline is a folder's worth of ordinary prose of the same length.
"""

import argparse
import math
import tempfile
import time
from pathlib import Path

from ragtui_core.documents.markdown.tags import tags_of
from ragtui_core.indexing.file_reader import FileReader
from ragtui_core.settings import ChunkingSettings
from ragtui_core.store.records import FileState
from support.hostile_notes import KINDS

PROSE = "The committee met on Tuesday and moved the shelves. Nothing else was said.\n\n"


def cpu_seconds(folder: Path, text: str) -> float:
    """Processor time to read, parse and cut a note, and to find its tags."""
    data = text.encode()
    (folder / "note.md").write_bytes(data)
    reader = FileReader(folder, ChunkingSettings(), 10**10)
    started = time.process_time()
    reader.read_all([(FileState("note.md", len(data), 1, 1, 0), None)])
    tags_of(text)
    return time.process_time() - started


def show(folder: Path, name: str, short: str, long: str) -> float:
    """Print a line; the exponent."""
    once, twice = cpu_seconds(folder, short), cpu_seconds(folder, long)
    exponent = math.log(twice / once, len(long) / len(short))
    speed = len(long.encode()) / 1e6 / twice
    print(f"{name:32} {twice:8.2f} s {speed:7.2f} MB/s  n^{exponent:.2f}", flush=True)
    return exponent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000, help="characters")
    parser.add_argument("kinds", nargs="*", default=[*KINDS])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        cpu_seconds(folder, PROSE)
        prose = PROSE * (asked.size // len(PROSE))
        show(folder, "prose (baseline)", prose, prose * 2)
        worst = max(
            show(folder, kind, KINDS[kind](asked.size), KINDS[kind](2 * asked.size))
            for kind in asked.kinds
        )
    print(f"largest exponent: {worst:.2f}")


if __name__ == "__main__":
    main()
