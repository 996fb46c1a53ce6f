"""Searches, filters, memory and edits as an index grows.

python -m benchmarks.scale [VAULT] [--chunks 10000,100000] [--keep FOLDER]

Each index is made of VAULT (the sample vault by default; see `scaled_index.py`), and
measured in a process of its own. The baselines are embedding the query, one float32
product by numpy and its best ten, and the same words in bare FTS5, in the same run;
beside them LanceDB and qmd, where they are installed (`other_engines.py`).
With --keep, the indexes stay in FOLDER, and are used again by the next run. A growth
exponent of 1 means that the time grows as the index does. With --processor, searches
are timed by processor time, for a busy machine. Linux only: memory is what
/proc reports.
"""

import argparse
import json
import math
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from benchmarks.measure import cold, scratch, seconds
from benchmarks.other_engines import other_engines
from benchmarks.scaled_index import Copies, Originals, build, read_documents
from ragtui_core import Mode, SearchOptions, Vault, open_vault
from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.store.records import IndexChange
from ragtui_core.store.sqlite.store import SqliteStore

QUERIES = 120
FILTERED = 40
"""Queries for each filter, and without one."""

FILTERS = (
    "tag:most",
    "tag:half",
    "tag:tenth",
    "tag:hundredth",
    "tag:thousandth",
    "folder:half",
    "folder:rest",
    "type:hundredth",
    "after:2016-01-01",
    "after:2025-06-01",
)
SAMPLE = Path(__file__).parent.parent / "sample-vault"
Figures = dict[str, float]


def questions(vault: Vault, count: int) -> list[str]:
    """Runs of three to nine words from random chunks of the index."""
    chooser = random.Random(7)
    found: list[str] = []
    connection = apsw.Connection(str(vault.index_path), flags=apsw.SQLITE_OPEN_READONLY)
    rows: list[Any] = connection.execute("SELECT max(id) FROM chunk").fetchall()
    last = int(rows[0][0])
    while len(found) < count:
        chunk = chooser.randint(1, last)  # Of an edited vault, ids are missing.
        next_one = "SELECT text FROM chunk WHERE id >= ? ORDER BY id LIMIT 1"
        ((text,),) = connection.execute(next_one, (chunk,))
        words = str(text).split()
        if len(words) > 20:
            start = chooser.randrange(len(words) - 10)
            found.append(" ".join(words[start : start + chooser.randint(3, 9)]))
    connection.close()
    return found


class Clock:
    """What searches are timed by."""

    now: Callable[[], float] = time.perf_counter


def timed(ask: Callable[[str], object], queries: Sequence[str]) -> list[float]:
    """Milliseconds of each query."""
    times = []
    for query in queries:
        started = Clock.now()
        ask(query)
        times.append(1000 * (Clock.now() - started))
    return times


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    return float(np.percentile(times, 50)), float(np.percentile(times, 95))


def memory() -> float:
    """Megabytes of this process that are not mapped files."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("RssAnon"):
            return int(line.split()[1]) / 1000
    return 0.0


def search_figures(vault: Vault, queries: Sequence[str]) -> Figures:
    """Warm searches, with and without filters, and both baselines."""
    found: Figures = {}

    def note(name: str, ask: Callable[[str], object], given: Sequence[str]) -> None:
        found[f"{name}, p50 ms"], found[f"{name}, p95 ms"] = percentiles(
            timed(ask, given)
        )

    keyword = SearchOptions(mode=Mode.KEYWORD)
    started = time.perf_counter()
    vault.search("open the index", keyword)
    found["open and first keyword search, ms"] = 1000 * (time.perf_counter() - started)
    note("keyword", lambda query: vault.search(query, keyword), queries)
    vault.search("load the model")
    note("hybrid", lambda query: vault.search(query), queries)
    found["memory after these, MB"] = memory()
    for mode in (Mode.KEYWORD, Mode.HYBRID):
        found |= filter_figures(vault, mode, queries[:FILTERED])
    found["memory in the end, MB"] = memory()
    return found


def filter_figures(vault: Vault, mode: Mode, queries: Sequence[str]) -> Figures:
    """Searches without and with each filter, in turn: all meet the same machine."""
    found: Figures = {}
    asked = {"no filter": partial(_search, vault, SearchOptions(mode=mode))}
    for text in FILTERS:
        options = SearchOptions(mode=mode, filters=(text,))
        asked[text] = partial(_search, vault, options)
        found[f"{mode}, {text}, first ms"] = timed(asked[text], ["a first query"])[0]
    times: dict[str, list[float]] = {name: [] for name in asked}
    for query in queries:
        for number, (name, ask) in enumerate(asked.items(), 1):
            # The embedder caches queries, so each is given another ending.
            times[name] += timed(ask, [query + " " * number])
    for name, taken in times.items():
        p50, p95 = percentiles(taken)
        found |= {f"{mode}, {name}, p50 ms": p50, f"{mode}, {name}, p95 ms": p95}
    return found


def _search(vault: Vault, options: SearchOptions, query: str) -> object:
    return vault.search(query, options)


def baseline_figures(vault: Vault, queries: Sequence[str], chunks: int) -> Figures:
    """Embedding with one product by numpy, and bare FTS5."""
    embed = vault.embedder().embed_queries
    matrix = np.random.default_rng(1).random((chunks, 384), dtype=np.float32)
    connection = apsw.Connection(str(vault.index_path), flags=apsw.SQLITE_OPEN_READONLY)

    def product(query: str) -> object:
        return np.argpartition(matrix @ embed([f"{query}?"])[0], -10)

    def bare(query: str) -> object:
        words = " OR ".join(f'"{word}"' for word in query.replace('"', "").split())
        sql = "SELECT rowid FROM keyword WHERE keyword MATCH ? ORDER BY rank LIMIT 10"
        return connection.execute(sql, (words,)).fetchall()

    found: Figures = {}
    for name, ask in (("embedding + product", product), ("bare FTS5", bare)):
        p50, p95 = percentiles(timed(ask, queries))
        found |= {f"{name}, p50 ms": p50, f"{name}, p95 ms": p95}
    connection.close()
    return found


def other_figures(root: Path, place: Path, original: Path) -> Figures:
    """Size, the app's and the editor's lists, one edit, commands in new processes."""
    vault = open_vault(root, db=place)
    line = "folder:h"
    asked: dict[str, Callable[[], object]] = {
        "facets of an empty line": lambda: vault.facets("", SearchOptions()),
        "completing `folder:h`": lambda: vault.complete(line, len(line)),
        "names and headings": lambda: vault.links.headings("configuration"),
    }
    found: Figures = {"index, MB": place.stat().st_size / 1e6}
    for name, ask in asked.items():
        found[f"{name}, first ms"] = 1000 * seconds(ask)
        found[f"{name}, then ms"] = 1000 * seconds(ask, 3)
    found |= _edit(vault, place, original)
    base = cold(["-c", "import apsw, numpy"], 5)
    line = " ".join(re.findall(r"\w+", questions(vault, 1)[0]))
    command = ["-m", "ragtui_cli.main", "search", line]
    command += ["--vault", str(root), "--db", str(place), "--mode"]
    found["cold `import apsw, numpy`, ms"] = 1000 * base
    for mode in ("keyword", "hybrid"):
        found[f"cold {mode} command, ms"] = 1000 * cold([*command, mode], 5)
    vault.close()
    return found


def _edit(vault: Vault, place: Path, original: Path) -> Figures:
    """One document is written again, and found by a keyword search."""
    record = next(Copies(read_documents(original), 1).documents())
    chunks = tuple(c._replace(text=f"{c.text} zyzzyva") for c in record.chunks)
    change = IndexChange(records=(replace(record, chunks=chunks),))
    with SqliteStore(place).writer() as writer:
        began, busy = time.perf_counter(), time.process_time()
        writer.apply(change)
        wall, used = time.perf_counter() - began, time.process_time() - busy
    hits = vault.search("zyzzyva", SearchOptions(mode=Mode.KEYWORD)).hits
    assert hits, "the edit is not found"
    found = {"one edit written, ms": 1000 * wall, "the same, processor ms": 1000 * used}
    with SqliteStore(place).writer() as writer:
        writer.apply(IndexChange(records=(record,)))
    return found


def measured(place: Path, root: Path, original: Path) -> Figures:
    """All figures of one index."""
    vault = open_vault(root, db=place)
    queries = questions(vault, QUERIES)
    vault.close()
    vault = open_vault(root, db=place)
    found = search_figures(vault, queries)
    chunks = vault.coverage.whole().chunks
    found |= baseline_figures(vault, queries, chunks)
    found |= other_engines(
        vault, queries, lambda ask, given: percentiles(timed(ask, given))
    )
    vault.close()
    return {"chunks": chunks, **found, **other_figures(root, place, original)}


def show(columns: Sequence[Figures]) -> None:
    """Print a row per figure, with the exponent of its growth from first to last."""
    first, last = columns[0], columns[-1]
    growth = math.log(last["chunks"] / first["chunks"]) if len(columns) > 1 else 0.0
    print(f"{'':<44}" + "".join(f"{c['chunks']:>12,.0f}" for c in columns) + "  growth")
    for name in list(first)[1:]:
        values = [column.get(name, math.nan) for column in columns]
        text = "".join(f"{value:>12,.1f}" for value in values)
        exponent = ""
        if growth and values[0] > 0 and values[-1] > 0:
            exponent = f"{math.log(values[-1] / values[0]) / growth:8.2f}"
        print(f"{name:<44}{text}{exponent}")
    for name, base in RATIOS:
        ratios = [column[name] / column[base] for column in columns]
        text = "".join(f"{value:>12.2f}" for value in ratios)
        print(f"{f'{name} / {base}':<72}{text}")


_PRODUCT = "embedding + product, p95 ms"
RATIOS = (
    ("hybrid, p50 ms", _PRODUCT),
    ("hybrid, p95 ms", _PRODUCT),
    ("keyword, p95 ms", "bare FTS5, p95 ms"),
    *(
        (f"{mode}, {text}, p95 ms", f"{mode}, no filter, p95 ms")
        for mode in (Mode.KEYWORD, Mode.HYBRID)
        for text in FILTERS
    ),
    ("cold keyword command, ms", "cold `import apsw, numpy`, ms"),
    ("cold hybrid command, ms", "cold `import apsw, numpy`, ms"),
)
"""Figures that are shown as ratios, and of what."""


def compare(vault: Path, sizes: Sequence[int], folder: Path) -> None:
    """Make the indexes that are not there, and print the table."""
    root = folder / "vault"
    root.mkdir(exist_ok=True)
    columns = []
    originals: Originals | None = None
    for size in sizes:
        place = folder / f"{size}.db"
        if not place.exists():
            embedder = open_vault(vault, db=place).embedder()
            originals = originals or Originals.of(vault, embedder)
            taken = seconds(partial(build, originals, size, SqliteStore(place)))
            print(f"index of {size:,} chunks written in {taken:.0f} s", flush=True)
        with SqliteStore(place).writer() as writer:  # As a run of the indexer ends.
            writer.vectors.finish(MODEL_ID)
        command = [sys.executable, "-m", "benchmarks.scale", str(vault)]
        command += ["--measure", str(place), "--keep", str(folder)]
        command += ["--processor"] if Clock.now is time.process_time else []
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        columns.append(json.loads(output.splitlines()[-1]))
    show(columns)


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(prog="benchmarks.scale")
    parser.add_argument("vault", nargs="?", type=Path, default=SAMPLE)
    parser.add_argument("--chunks", default="10000,100000")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--processor", action="store_true")
    given = parser.parse_args()
    if given.processor:
        Clock.now = time.process_time
    if given.measure:
        figures = measured(given.measure, given.keep / "vault", given.vault)
        print(json.dumps(figures))
        return
    sizes = [int(size) for size in given.chunks.split(",")]
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
        compare(given.vault.resolve(), sizes, given.keep.resolve())
        return
    with scratch() as folder:
        compare(given.vault.resolve(), sizes, folder)


if __name__ == "__main__":
    main()
