"""Asking and verifying: latency without the time of a model.

python -m benchmarks.asking VAULT [INDEX]

Questions are runs of words of the vault's own documents. The baseline is the search
alone, which each answer begins with. The vault is embedded first, into INDEX if one is
named: a second run then begins at once.
"""

import asyncio
import random
import sys
import time
from contextlib import aclosing
from pathlib import Path

import numpy as np

from benchmarks.measure import row, scratch, seconds
from benchmarks.query import questions
from ragtui_core import Done, Vault, open_vault
from ragtui_core.answer.request import AskOptions
from ragtui_core.citations.comparing.verification import check
from ragtui_core.search.options import SearchOptions
from ragtui_core.types import Document, Span

ASKED = 60
SPANS = 10_000


async def answered(vault: Vault, question: str) -> tuple[float, float]:
    """Seconds until the sources, and until the answer is complete."""
    started = time.perf_counter()
    first = last = 0.0
    async with aclosing(vault.ask(question, AskOptions(keep=False))) as events:
        async for event in events:
            first = first or time.perf_counter() - started
            if isinstance(event, Done):
                last = time.perf_counter() - started
    return first, last


def searched(vault: Vault, question: str) -> float:
    """Seconds of the search that an answer begins with."""
    return seconds(lambda: vault.search(question, SearchOptions(limit=15, fill=False)))


def print_latency(name: str, times: list[float]) -> None:
    """Print the median and the 95th percentile of seconds, in milliseconds."""
    p50, p95 = np.percentile([1000 * taken for taken in times], [50, 95])
    row(f"{name}, p50 / p95", float(p50), "ms", f"{p95:.1f}")


def spans(documents: list[Document]) -> list[tuple[Document, Span]]:
    """Random spans of random documents."""
    chooser = random.Random(7)
    found: list[tuple[Document, Span]] = []
    while len(found) < SPANS:
        document = chooser.choice(documents)
        length = chooser.randint(20, 300)
        if len(document.text) > length:
            start = chooser.randrange(len(document.text) - length)
            found.append((document, Span(start, start + length)))
    return found


def check_spans(vault: Vault) -> None:
    """Unchanged quotations, and with other white space and markup."""
    paths = vault.documents.paths()
    chosen = random.Random(3).sample(paths, min(2000, len(paths)))
    places = spans([vault.documents.read(path) for path in chosen])
    exact = [(span.of(document.text), span, document) for document, span in places]
    spaced = [(f"**{quote.strip()}** ", span, doc) for quote, span, doc in exact]
    for name, quotes in (("unchanged", exact), ("with markup", spaced)):
        started = time.perf_counter()
        verified = sum(check(*quote).verdict.verified for quote in quotes)
        taken = time.perf_counter() - started
        row(f"{SPANS:,} quotations {name}", taken, "s", f"{verified:,} verified")


def main() -> None:
    """Measure and print."""
    with scratch() as folder:
        vault = open_vault(
            Path(sys.argv[1]),
            db=sys.argv[2] if len(sys.argv) > 2 else folder / "index.db",
            flags={"answer.provider": "extractive", "data_dir": str(folder)},
        )
        vault.index()
        print(f"{vault.root.name}: {vault.coverage.whole().chunks} chunks")
        asked = questions(vault)
        for question in asked[-5:]:
            asyncio.run(answered(vault, question))
        searches = [searched(vault, question) for question in asked[:ASKED]]
        times = [asyncio.run(answered(vault, q)) for q in asked[ASKED : 2 * ASKED]]
        print_latency("search for 15 documents (baseline)", searches)
        print_latency("until the sources are shown", [first for first, _ in times])
        print_latency("until an extractive answer is complete", [t for _, t in times])
        check_spans(vault)


if __name__ == "__main__":
    main()
