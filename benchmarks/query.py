"""Warm queries in one process: what each key press of the app costs.

python -m benchmarks.query VAULT [CROSS-ENCODER]

Queries are headings and first words of the vault's own documents, each new to the
embedder. The baseline is embedding the query and one exact vector search by numpy.
The vault is embedded first, which takes a while.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.measure import row, scratch
from ragtui_core import Vault, open_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode

QUERIES = 200
RERANKED = 40


def markdown_paths(vault: Vault) -> list[str]:
    """The Markdown files of the vault."""
    return [path for path in vault.documents.paths() if path.endswith(".md")]


def questions(vault: Vault) -> list[str]:
    """`QUERIES` runs of three to nine words from random places of Markdown files.

    Other files are left out, so that the queries are the same, and figures comparable,
    whichever kinds of files are indexed.
    """
    chooser = random.Random(7)
    found: list[str] = []
    paths = markdown_paths(vault)
    while len(found) < QUERIES:
        words = vault.documents.read(chooser.choice(paths)).text.split()
        if len(words) > 20:
            start = chooser.randrange(len(words) - 10)
            found.append(" ".join(words[start : start + chooser.randint(3, 9)]))
    return found


def percentiles(
    ask: Callable[[str], object], queries: list[str]
) -> tuple[float, float]:
    """Median and 95th percentile, in milliseconds."""
    times = []
    for query in queries:
        started = time.perf_counter()
        ask(query)
        times.append(1000 * (time.perf_counter() - started))
    return float(np.percentile(times, 50)), float(np.percentile(times, 95))


def _asking(
    vault: Vault, options: SearchOptions, ending: str
) -> Callable[[str], object]:
    return lambda query: vault.search(query + ending, options)


def _ways(vault: Vault) -> list[tuple[str, SearchOptions]]:
    """What is timed: a filter for every size that the vault's folders offer."""
    folders = Counter(
        path.partition("/")[0] for path in vault.documents.paths() if "/" in path
    )
    total = len(vault.documents.paths())
    ways = [("hybrid", SearchOptions()), ("keyword", SearchOptions(mode=Mode.KEYWORD))]
    for folder, count in folders.most_common(2):
        filters = (f"folder:{folder}",)
        name = f"hybrid, filter keeping {count / total:.0%}"
        ways.append((name, SearchOptions(filters=filters)))
    also = ("a second way to ask", "a third, in other words")
    return [*ways, ("three queries at once", SearchOptions(also=also))]


def _reranked(root: Path, index: Path, model: str, queries: list[str]) -> None:
    """Print what a cross-encoder adds, by name or path."""
    vault = open_vault(root, db=index, flags={"search.reranker": model})
    vault.search("warm up")
    ask = _asking(vault, SearchOptions(), ending="   ")
    p50, p95 = percentiles(ask, queries[:RERANKED])
    row("ragtui hybrid, 20 reranked, p50 / p95", p50, "ms", f"{p95:.1f}")
    vault.close()


def measure(root: Path, cross_encoder: str = "") -> None:
    """Print the figures."""
    with scratch() as folder:
        vault = open_vault(root, db=folder / "index.db")
        vault.index()
        chunks = vault.coverage.whole().chunks
        queries = questions(vault)
        embed = vault.embedder().embed_queries
        matrix = np.random.default_rng(1).random((chunks, 384), dtype=np.float32)

        def baseline(query: str) -> object:
            return np.argpartition(matrix @ embed([f"{query}?"])[0], -10)

        vault.search("warm up")
        print(f"{root.name}: {chunks} chunks, {QUERIES} queries")
        p50, p95 = percentiles(baseline, queries)
        row("embedding + numpy (baseline), p50 / p95", p50, "ms", f"{p95:.1f}")
        # The embedder caches queries, so each is given another ending.
        for number, (name, options) in enumerate(_ways(vault)):
            ask = _asking(vault, options, ending=" " * number)
            p50, p95 = percentiles(ask, queries)
            row(f"ragtui {name}, p50 / p95", p50, "ms", f"{p95:.1f}")
        if cross_encoder:
            _reranked(root, folder / "index.db", cross_encoder, queries)
        vault.close()


if __name__ == "__main__":
    measure(Path(sys.argv[1]).resolve(), *sys.argv[2:3])
