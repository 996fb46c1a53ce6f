"""How fast files made to be slow are read, and whether the time grows linearly.

PYTHONPATH=tests python -m benchmarks.hostile_input [--size CHARACTERS] [KIND...]

The exponent compares a file with one twice as long: 1 is linear, 2 quadratic. The
baseline is a folder's worth of ordinary prose of the same length.
"""

import argparse
import math
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from ragtui_core.documents.markdown.tags import tags_of
from ragtui_core.errors import UnreadableFile
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.plugins import PluginGroup, find_plugin
from ragtui_core.settings import ChunkingSettings
from ragtui_core.store.records import FileState
from support.hostile_files import FILES
from support.hostile_notes import KINDS

PROSE = "The committee met on Tuesday and moved the shelves. Nothing else was said.\n\n"


def cpu_seconds(folder: Path, text: str) -> float:
    """Processor time to read, parse and cut a note, and to find its tags."""
    data = text.encode()
    (folder / "note.md").write_bytes(data)
    reader = FileReader(folder, ChunkingSettings(), 10**10)
    started = time.process_time()
    reader.read_all([FileRequest(FileState("note.md", len(data), 1, 1, 0))])
    tags_of(text)
    return time.process_time() - started


def extraction_seconds(kind: str, data: bytes) -> float:
    """Processor time to extract the text of a file of another kind."""
    extractor = find_plugin(PluginGroup.LOADERS, kind).load()()
    started = time.process_time()
    with suppress(UnreadableFile, RecursionError):
        extractor.extract(data)
    return time.process_time() - started


def show(name: str, size: int, seconds: Callable[[int], float]) -> float:
    """Print a line; the exponent."""
    once, twice = seconds(size), seconds(2 * size)
    exponent = math.log2(twice / once)
    speed = 2 * size / 1e6 / twice
    print(f"{name:32} {twice:8.2f} s {speed:7.2f} MB/s  n^{exponent:.2f}", flush=True)
    return exponent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000, help="characters")
    parser.add_argument("kinds", nargs="*", default=[*KINDS, *FILES])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        cpu_seconds(folder, PROSE)

        def seconds(name: str, size: int) -> float:
            if name in FILES:
                kind, make = FILES[name]
                return extraction_seconds(kind, make(size))
            text = KINDS[name](size) if name in KINDS else PROSE * (size // len(PROSE))
            return cpu_seconds(folder, text)

        show("prose (baseline)", asked.size, partial(seconds, ""))
        worst = max(
            show(name, asked.size, partial(seconds, name)) for name in asked.kinds
        )
    print(f"largest exponent: {worst:.2f}")


if __name__ == "__main__":
    main()
