"""Where the time of a warm search goes, by stage.

python -m benchmarks.profile VAULT [INDEX]

Processor time in milliseconds and calls of Python functions, on average over the
queries of `benchmarks.scale`; a stage has what is not in another one that it calls.
VAULT is indexed if no INDEX, as `benchmarks.scale --keep` makes it, is given.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.measure import scratch
from benchmarks.scale import QUERIES, questions
from ragtui_core import Mode, SearchOptions, Vault, open_vault
from ragtui_core.search import engine, find, present
from ragtui_core.store.sqlite.keyword_rows import SqliteKeywordReader
from ragtui_core.store.sqlite.vector_rows import SqliteVectorReader

STAGES: dict[str, tuple[tuple[Any, str], ...]] = {
    "parsing": ((engine, "parse"),),
    "finding": ((engine, "find"),),
    "embedding": ((find._Finder, "_by_meaning"),),
    "keyword: frequencies": ((SqliteKeywordReader, "document_frequencies"),),
    "keyword: candidates": (
        (SqliteKeywordReader, "match"),
        (SqliteKeywordReader, "chunks_with"),
    ),
    "keyword: occurrences": ((SqliteKeywordReader, "occurrences"),),
    "vectors": ((SqliteVectorReader, "nearest"), (SqliteVectorReader, "similarities")),
    "ranking": ((engine, "rank"),),
    "presenting": ((engine, "present"),),
    "presenting: notes": ((present, "result_notes"),),
}
"""The functions of each stage, where they are looked up."""

OTHER = "all else"


class Stages:
    """What was used in each stage."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Count by what `now` says: time, or calls so far."""
        self._now, self._stack, self._last = now, [OTHER], now()
        self.used = defaultdict[str, float](float)

    def _lap(self) -> None:
        now = self._now()
        self.used[self._stack[-1]] += now - self._last
        self._last = now

    def within(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """`work`, whose use is that of a stage; a generator is exhausted in it."""

        def counted(*given: Any, **options: Any) -> Any:
            self._lap()
            self._stack.append(name)
            try:
                result = work(*given, **options)
                return [*result] if isinstance(result, Iterator) else result
            finally:
                self._lap()
                self._stack.pop()

        return counted


@contextmanager
def staged(now: Callable[[], float]) -> Iterator[Stages]:
    """A block in which the functions of `STAGES` are counted."""
    stages, patches = Stages(now), []
    for name, functions in STAGES.items():
        for owner, function in functions:
            wrapped = stages.within(name, getattr(owner, function))
            patches.append(patch.object(owner, function, wrapped))
    for each in patches:
        each.start()
    try:
        yield stages
    finally:
        for each in patches:
            each.stop()


def profile(vault: Vault, mode: Mode) -> None:
    """Print the stages of the searches in a mode."""
    queries, options = questions(vault, QUERIES), SearchOptions(mode=mode)
    for ending in ("?", "!"):  # The embedder keeps the vectors of queries.
        vault.search(f"warm up{ending}", options)
    with staged(lambda: 1000 * time.process_time()) as times:
        for query in queries:
            vault.search(f"{query} ", options)
    calls = 0

    def count(_frame: object, event: str, _given: object) -> None:
        nonlocal calls
        calls += event == "call"

    with staged(lambda: calls) as called:
        sys.setprofile(count)
        for query in queries:
            vault.search(f"{query}  ", options)
        sys.setprofile(None)
    print(f"{mode}, {vault.coverage.whole().chunks:,} chunks{'ms':>14}{'calls':>8}")
    for name in (*STAGES, OTHER):
        if number := called.used[name] / len(queries):
            print(f"  {name:<32}{times.used[name] / len(queries):>7.2f}{number:>8.0f}")
    total = [sum(it.used.values()) / len(queries) for it in (times, called)]
    print(f"  {'all':<32}{total[0]:>7.2f}{total[1]:>8.0f}")


def main() -> None:
    """Read the arguments."""
    root = Path(sys.argv[1]).resolve()
    with scratch() as folder:
        index = Path(sys.argv[2]) if len(sys.argv) > 2 else folder / "index.db"
        vault = open_vault(root, db=index)
        if len(sys.argv) < 3:
            vault.index()
        for mode in (Mode.KEYWORD, Mode.HYBRID):
            profile(vault, mode)
        vault.close()


if __name__ == "__main__":
    main()
